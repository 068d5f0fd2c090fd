import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findConfigFolder, openConfig } from '../../check/config/load-config.ts'
import { exists } from '../../check/sources/exists.ts'
import { parseIfValid } from '../../check/sources/openapi-text.ts'
import type { CheckRequest } from '../../check/types.ts'
import type { World } from '../../check/world.ts'
import { isRecord } from '../../core/model/record.ts'
import { parsedJson } from '../../core/text/json.ts'
import type { ConfigSource } from '../../settings/config-source.ts'

const usualName = '.governance-baseline.json'

/**
 * A new baseline beside a config that names none: its place, and the config with its text once it names it. Undefined where
 * the line cannot be added, or would not count.
 */
export async function findUnnamedBaseline({ config, policy, trustPaths }: CheckRequest, { cwd }: World) {
  if (policy !== undefined || config === 'none') return undefined
  const explicit = typeof config === 'object' ? config.file : undefined
  const opened = await openConfig({ cwd, explicit, trustPaths })
  const text = opened && addLine(opened.source)
  if (opened === undefined || text === undefined) return undefined
  const path = join(findConfigFolder(opened.file), usualName)
  if (await exists(path)) return undefined
  return { file: relative(cwd, path), config: { name: opened.name, path: opened.file, text } }
}

/** Gives the comment that gov init writes its meaning, or adds a line at the end, and accepts no other change. */
function addLine({ root, value, document: { text } }: ConfigSource): string | undefined {
  if (root.length > 0 || !isRecord(value) || parsedJson(text) !== undefined) return undefined
  const line = `baseline: ${usualName}`
  const commented = text.replace(`\n# ${line}\n`, `\n${line}\n`)
  const edited = commented === text ? `${text}${text.endsWith('\n') ? '' : '\n'}${line}\n` : commented
  const wanted = { ...value, baseline: usualName }
  return isDeepStrictEqual(parseIfValid(edited, 'yaml'), wanted) ? edited : undefined
}
