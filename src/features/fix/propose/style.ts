import { rememberPerObject } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { Collection, Outline } from './outline.ts'
import { readMargin, startOfLine } from './scan.ts'

export interface Style {
  readonly newline: string
  /** One more level. */
  readonly step: string
  /** The items of a list are farther in than its key. */
  readonly indentsLists: boolean
  readonly quote: '"' | "'"
  /** JSON without blanks. */
  readonly isTight: boolean
}

export const styleOf: (outline: Outline) => Style = rememberPerObject(findStyle)

function findStyle({ text, format }: Outline): Style {
  const start = text.slice(0, 100_000)
  const single = start.match(/: '/g)?.length ?? 0
  const double = start.match(/: "/g)?.length ?? 0
  return {
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    step: /\n([ \t]+)\S/.exec(start)?.[1] ?? '  ',
    indentsLists: !/(?:^|\n)( *)[^\s#-][^\n]*:[ \t]*\r?\n\1- /.test(start),
    quote: format === 'json' || double > single ? '"' : "'",
    isTight: /":\S/.test(start) && !start.includes('": '),
  }
}

/** The indentation of a block collection's entries, as it is written where there is one. */
export function findMargin(text: string, { entries, start }: Collection): string {
  const own = entries.find((entry) => text.slice(startOfLine(text, entry.start), entry.start).trim() === '')
  if (own) return readMargin(text, own.start)
  const first = entries[0]?.start ?? start
  return ' '.repeat(first - startOfLine(text, first))
}

/** Renders a value in block style; a scalar or empty value follows on the same line. */
function blockValue(value: unknown, margin: string, style: Style): string {
  const { newline, step, indentsLists } = style
  if (isEmpty(value) || typeof value !== 'object' || value === null) return ` ${flowValue(value, style)}`
  if (Array.isArray(value)) {
    const inner = indentsLists ? margin + step : margin
    return value.map((item) => `${newline}${inner}-${itemValue(item, inner, style)}`).join('')
  }
  const inner = margin + step
  return Object.entries(value)
    .map(([key, each]) => `${newline}${inner}${blockMember(key, each, inner, style)}`)
    .join('')
}

export function blockMember(key: string, value: unknown, margin: string, style: Style): string {
  return `${yamlKey(key, style)}:${blockValue(value, margin, style)}`
}

export function itemValue(value: unknown, margin: string, style: Style): string {
  if (!isRecord(value) || isEmpty(value)) return ` ${flowValue(value, style)}`
  const inner = `${margin}  `
  const members = Object.entries(value).map(([key, each]) => blockMember(key, each, inner, style))
  return ` ${members.join(style.newline + inner)}`
}

/** On one line, as YAML. */
export function flowValue(value: unknown, style: Style): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowValue(item, style)).join(', ')}]`
  if (!isRecord(value)) return yamlScalar(value, style)
  const members = Object.entries(value).map(([key, each]) => flowMember(key, each, style))
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

export function flowMember(key: string, value: unknown, style: Style): string {
  return `${yamlKey(key, style)}: ${flowValue(value, style)}`
}

/** A value as JSON: in lines from `margin` on, or, without it, on one line as tight as the text is. */
export function jsonValue(value: unknown, margin: string | undefined, style: Style, colon: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = margin === undefined ? undefined : margin + style.step
  const parts = Array.isArray(value)
    ? value.map((item) => jsonValue(item, inner, style, colon))
    : Object.entries(value).map(([key, each]) => jsonMember(key, each, inner, style, colon))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  if (inner === undefined) return `${open}${parts.join(colon.endsWith(' ') ? ', ' : ',')}${close}`
  const line = style.newline + inner
  return `${open}${line}${parts.join(`,${line}`)}${style.newline}${margin}${close}`
}

export function jsonMember(
  key: string,
  value: unknown,
  margin: string | undefined,
  style: Style,
  colon: string,
): string {
  return `${JSON.stringify(key)}${colon}${jsonValue(value, margin, style, colon)}`
}

/** Plain scalars that every YAML reader takes for strings. */
const plain = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_/$][\w/.$-]*(?: [\w/.$()-]+)*$/i
/** Plain keys; templates and media types are allowed too. */
const plainKey = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_/$][\w/.${}+*-]*$/i

function yamlKey(key: string, style: Style): string {
  return plainKey.test(key) ? key : quoted(key, style.quote)
}

export function yamlScalar(value: unknown, { quote }: Pick<Style, 'quote'>): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return plain.test(value) || /^https?:\/\/[\w./-]*[\w/]$/.test(value) ? value : quoted(value, quote)
}

/** In single quotes only what has no line break and no control character. */
export function quoted(text: string, quote: '"' | "'"): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be written in single quotes
  return quote === '"' || /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]/.test(text)
    ? JSON.stringify(text)
    : `'${text.replaceAll("'", "''")}'`
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
