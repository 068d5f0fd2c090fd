import { parseDocument } from '../../core/document/document.ts'
import { usageError } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import type { Waiver } from '../../core/model/waiver.ts'
import { parsedJson } from '../../core/text/json.ts'
import { yamlText } from '../../core/text/yaml-text.ts'
import type { ConfigSource } from '../../settings/config-source.ts'
import { addToYaml, removeFromYaml } from './waivers-in-yaml.ts'

/**
 * The text of a config with one more waiver at the end of its list: what was there stays, comments and all. Throws
 * GovError, usage, when the text is written in a way that cannot be added to; it then says what to write.
 */
export function addWaiver(source: ConfigSource, given: Waiver): string {
  const waiver = inOrder(given)
  const waivers = [...readWaivers(source), waiver]
  const text = isJson(source) ? asJson(source, waivers) : addToYaml(source.document.text, waiver)
  return held(text, source, waivers, `Add by hand:\n${yamlText({ waivers: [waiver] }).trimEnd()}`)
}

/** The text of a config without some of its waivers. Throws GovError, usage. */
export function removeWaivers(source: ConfigSource, gone: ReadonlySet<number>): string {
  const waivers = readWaivers(source).filter((_waiver, index) => !gone.has(index))
  const text = isJson(source) ? asJson(source, waivers) : removeFromYaml(source.document.text, gone)
  return held(text, source, waivers, 'Remove them by hand.')
}

/** An edit counts only when the text now says exactly what was wanted, and nothing else has changed. */
function held(
  text: string | undefined,
  source: ConfigSource,
  waivers: readonly unknown[],
  hint: string,
): string {
  const wanted = JSON.stringify({ ...record(source.document.value), ...wrapped(source, waivers) })
  if (text !== undefined && JSON.stringify(parsed(text, source)) === wanted) return text
  throw usageError('config-not-editable', `${source.name} has a format that gov cannot edit`, hint)
}

function parsed(text: string, source: ConfigSource): unknown {
  try {
    return parseDocument(text, isJson(source) ? 'json' : 'yaml').value
  } catch {
    return undefined
  }
}

function wrapped({ root, value }: ConfigSource, waivers: readonly unknown[]): object {
  const config = { ...record(value), waivers }
  const [key] = root
  return key === undefined ? config : { [key]: config }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function readWaivers({ value }: ConfigSource): readonly unknown[] {
  const { waivers } = record(value)
  return Array.isArray(waivers) ? waivers : []
}

/** The text decides: a file named .governancerc may be either. */
function isJson({ document }: ConfigSource): boolean {
  return parsedJson(document.text) !== undefined
}

/** JSON has no comments to lose; its indentation is kept. */
function asJson(source: ConfigSource, waivers: readonly unknown[]): string {
  const { text, value } = source.document
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const json = JSON.stringify({ ...record(value), ...wrapped(source, waivers) }, null, indent)
  return json.replaceAll('\n', newline) + (text.endsWith('\n') ? newline : '')
}

function inOrder({ rule_id, ruleset_id, api_id, path, reason, owner, expires }: Waiver): Waiver {
  return { rule_id, ruleset_id, api_id, path, reason, owner, expires }
}
