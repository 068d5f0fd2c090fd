import { resolve } from 'node:path'
import { findSettings } from '../../check/config/read-settings.ts'
import type { CheckRequest } from '../../check/types.ts'
import type { World } from '../../check/world.ts'
import { parseDocument } from '../../core/document/document.ts'
import { GovError } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import { findRules } from '../explain/index.ts'

type RulePlace =
  | { readonly file: string; readonly line: number; readonly column: number }
  | { readonly url: string }

/** The entry in the first ruleset file that has one, else the rule's documentation; undefined where neither can be read. */
export async function findRulePlace(
  rule: string,
  request: CheckRequest,
  world: World,
): Promise<RulePlace | undefined> {
  try {
    const { settings } = await findSettings(request, world)
    for (const file of settings.ruleset_files?.value ?? []) {
      const place = await findRuleEntry(file, rule, world).catch(() => undefined)
      if (place) return place
    }
    const { explain } = await findRules(request, undefined, world)
    const { documentation_url: url = '' } = await explain(rule)
    return /^https?:\/\//.test(url) ? { url } : undefined
  } catch (error) {
    if (error instanceof GovError) return undefined
    throw error
  }
}

/** Its entry in a ruleset file. Throws where that cannot be read. */
export async function findRuleEntry(
  file: string,
  rule: string,
  { sources, cwd }: Pick<World, 'sources' | 'cwd'>,
): Promise<Exclude<RulePlace, { readonly url: string }> | undefined> {
  const { text, format } = await sources.read(file, 'ruleset')
  const { value, locateKey } = parseDocument(text, format)
  const rules = isRecord(value) && isRecord(value.rules) ? value.rules : {}
  if (!Object.hasOwn(rules, rule)) return undefined
  const { start_line: line, start_char: column } = locateKey(['rules', rule])
  return { file: resolve(cwd, file), line, column }
}
