import type { ParseError } from '../../document/document.ts'
import { parseDocument, type SourceDocument } from '../../document/document.ts'
import { usageError } from '../../model/errors.ts'
import type { Path } from '../../model/location.ts'
import type { Waiver } from '../../model/waiver.ts'
import type { ConfigSource } from '../../settings/check-config.ts'

/**
 * The text of a config with one more waiver at the end of its list: what was there stays, comments and all. Throws
 * GovError, usage, when the text is written in a way that cannot be added to; it then says what to write.
 */
export function addWaiver(source: ConfigSource, given: Waiver): string {
  const waiver = inOrder(given)
  const waivers = [...waiversOf(source), waiver]
  const text = isJson(source) ? asJson(source, waivers) : added(source, waiver)
  return held(text, source, waivers, `Add by hand, under waivers:\n${itemLines(waiver, '  ').join('\n')}`)
}

/** The text of a config without some of its waivers. Throws GovError, usage. */
export function removeWaivers(source: ConfigSource, gone: ReadonlySet<number>): string {
  const waivers = waiversOf(source).filter((_waiver, index) => !gone.has(index))
  const text = isJson(source) ? asJson(source, waivers) : removed(source, gone)
  return held(text, source, waivers, 'Remove them by hand.')
}

/** An edit counts only when the text now says exactly what was wanted, and nothing else has changed. */
function held(text: string, source: ConfigSource, waivers: readonly unknown[], hint: string): string {
  const wanted = JSON.stringify({ ...record(source.document.value), ...wrapped(source, waivers) })
  if (JSON.stringify(parsed(text, source)) === wanted) return text
  throw usageError('config-not-editable', `${source.name} is written in a way that gov cannot edit`, hint)
}

function parsed(text: string, { document, name }: ConfigSource): unknown {
  try {
    return document.text === text
      ? document.value
      : parseDocument(text, name.endsWith('.json') ? 'json' : 'yaml').value
  } catch (error) {
    return (error as ParseError).message
  }
}

function wrapped({ root, value }: ConfigSource, waivers: readonly unknown[]): object {
  const config = { ...record(value), waivers }
  const [key] = root
  return key === undefined ? config : { [key]: config }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function waiversOf({ value }: ConfigSource): readonly unknown[] {
  const { waivers } = record(value)
  return Array.isArray(waivers) ? waivers : []
}

function isJson({ name }: ConfigSource): boolean {
  return name.toLowerCase().endsWith('.json')
}

/** JSON has no comments to lose; its indentation is kept. */
function asJson(source: ConfigSource, waivers: readonly unknown[]): string {
  const { text, value } = source.document
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  const end = text.endsWith('\n') ? '\n' : ''
  return JSON.stringify({ ...record(value), ...wrapped(source, waivers) }, null, indent) + end
}

function added(source: ConfigSource, waiver: Waiver): string {
  const { document } = source
  const count = waiversOf(source).length
  if (!('waivers' in record(source.value))) {
    const text = document.text.endsWith('\n') ? document.text : `${document.text}\n`
    return `${text}waivers:\n${itemLines(waiver, '  ').join('\n')}\n`
  }
  if (count === 0) return emptyListToItems(document, waiver)
  const { lines, newline } = linesOf(document.text)
  const last = document.locate(['waivers', count - 1])
  const indent = /^( *)- /.exec(lines[last.start_line - 1] ?? '')?.[1]
  if (indent === undefined) return intoFlowList(document, waiver)
  lines.splice(last.end_line, 0, ...itemLines(waiver, indent))
  return lines.join(newline)
}

/** `waivers: []`, with or without a comment behind it. */
function emptyListToItems(document: SourceDocument, waiver: Waiver): string {
  const { lines, newline } = linesOf(document.text)
  const at = document.locate(['waivers']).start_line - 1
  const line = lines[at] ?? ''
  lines.splice(at, 1, line.replace(/:\s*\[\s*\]/, ':'), ...itemLines(waiver, '  '))
  return lines.join(newline)
}

function intoFlowList(document: SourceDocument, waiver: Waiver): string {
  const { lines, newline } = linesOf(document.text)
  const count = waiversOf({ document, root: [], value: document.value, name: '' }).length
  const last = document.locate(['waivers', count - 1])
  const at = last.end_line - 1
  const line = lines[at] ?? ''
  const item = `{ ${fields(waiver).join(', ')} }`
  lines[at] =
    `${line.slice(0, last.end_char - 1)}${closing(line, last.end_char - 1)}, ${item}${rest(line, last.end_char - 1)}`
  return lines.join(newline)
}

/** A flow mapping may be said to end with its last value: its own brace belongs to it. */
function closing(line: string, at: number): string {
  return line[at - 1] === '}' ? '' : (/^\s*\}/.exec(line.slice(at))?.[0] ?? '')
}

function rest(line: string, at: number): string {
  return line.slice(at + closing(line, at).length)
}

function removed(source: ConfigSource, gone: ReadonlySet<number>): string {
  const { document } = source
  const { lines, newline } = linesOf(document.text)
  const all = waiversOf(source)
  for (const index of [...gone].sort((a, b) => b - a)) {
    const { start_line, end_line } = placeOf(document, ['waivers', index], lines)
    lines.splice(start_line - 1, end_line - start_line + 1)
  }
  if (gone.size < all.length) return lines.join(newline)
  const key = lines.findIndex((line) => /^["']?waivers["']?\s*:/.test(line))
  lines[key] = (lines[key] ?? '').replace(/:\s*(?=#|$)/, (colon) => `: []${colon.slice(1)}`)
  return lines.join(newline)
}

/** The lines of an item: from its dash to the end of its last value. */
function placeOf(document: SourceDocument, path: Path, lines: readonly string[]) {
  const { start_line, end_line, end_char } = document.locate(path)
  const alone = /^\s*- /.test(lines[start_line - 1] ?? '')
  // An end before the first character of a line is the end of the line before.
  const last = end_char === 1 && end_line > start_line ? end_line - 1 : end_line
  return alone ? { start_line, end_line: last } : { start_line: 1, end_line: 0 }
}

function linesOf(text: string): { lines: string[]; newline: string } {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  return { lines: text.split(newline), newline }
}

function itemLines(waiver: Waiver, indent: string): string[] {
  return fields(waiver).map((field, index) => `${indent}${index === 0 ? '- ' : '  '}${field}`)
}

function inOrder({ rule_id, ruleset_id, api_id, path, reason, owner, expires }: Waiver): Waiver {
  return { rule_id, ruleset_id, api_id, path, reason, owner, expires }
}

function fields(waiver: Waiver): string[] {
  return Object.entries(inOrder(waiver)).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${scalar(value)}`],
  )
}

/** A word or a day as it is, anything else in quotes: JSON text is YAML text. */
function scalar(value: string): string {
  const plain = /^[a-z][a-z0-9_-]*$/i.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
  return plain || /^\d{4}-\d\d-\d\d$/.test(value) ? value : JSON.stringify(value)
}
