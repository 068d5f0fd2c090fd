import { rememberPerObject } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import { isPlain } from '../../../core/text/yaml-text.ts'
import { beginsLine, type Container, type Outline, readMargin, startOfLine } from './outline.ts'

export interface Style {
  readonly newline: string
  readonly step: string
  /** The items of a list are farther in than its key. */
  readonly indentsLists: boolean
  readonly quote: '"' | "'"
  /** Keys that need no quotes have them. */
  readonly quotesKeys: boolean
  /** Keys that are numbers have no quotes. */
  readonly hasPlainNumbers: boolean
  /** Strings that need no quotes have them. */
  readonly quotesStrings: boolean
  /** Within the braces of a flow object, and the brackets of a flow list. */
  readonly padding: Readonly<Record<'object' | 'array', string>>
  readonly dashGap: string
  readonly colon: string
  readonly isTight: boolean
  /** The text has more than one line. */
  readonly hasLines: boolean
  /** The keys of flow objects are written as JSON's. */
  readonly isJson: boolean
  /** A blank line is between all entries. */
  readonly isSpaced: boolean
}

export const styleOf: (outline: Outline) => Style = rememberPerObject(findStyle)

/** As the entries of a collection are written, and else as most of the text is. */
export function chooseStyle(outline: Outline, collection: Container): Style {
  return stylesOf(outline)(collection)
}

const stylesOf = rememberPerObject((outline: Outline) =>
  rememberPerObject((collection: Container) => readStyle(outline, collection)),
)

function readStyle(outline: Outline, collection: Container): Style {
  const { text } = outline
  const { kind, style: written, start, entries } = collection
  const style = styleOf(outline)
  const keys = entries.flatMap(({ key }) => (key ? [text.slice(key.start, key.end)] : []))
  const values = entries.map(({ valueStart, end }) => text.slice(valueStart, end))
  const quotes = [...keys, ...values].flatMap((each) => /^["']/.exec(each) ?? [])
  const strings = values.filter((each) => isQuoted(each) || isPlain(each))
  const padded = written === 'flow' && entries.length > 0 ? { [kind]: findPadding(text.slice(start)) } : {}
  const inner = Object.fromEntries(values.flatMap((each) => paddingOf(each)))
  return {
    ...style,
    quote: outline.format === 'yaml' && quotes.at(-1) === "'" ? "'" : quotes.length > 0 ? '"' : style.quote,
    quotesKeys:
      keys.length > 0 && keys.every(isQuoted) && keys.some((each) => plainKey.test(each.slice(1, -1))),
    hasPlainNumbers:
      keys.length > 0 &&
      keys.every((each) => /^\d+$/.test(each) || plainKey.test(each)) &&
      keys.some((each) => /^\d+$/.test(each)),
    quotesStrings:
      strings.length > 0 && strings.every(isQuoted) && strings.some((each) => isPlain(each.slice(1, -1))),
    padding: { ...style.padding, ...inner, ...padded },
    isJson: style.isJson || keys.some((key) => key.startsWith('"')),
    isSpaced: isSpaced(text, entries),
    ...findIndents(text, collection, style),
  }
}

function isSpaced(text: string, entries: Container['entries']): boolean {
  const gaps = entries.slice(1).map(({ start }, index) => text.slice(entries[index]?.end, start))
  return gaps.length > 0 && gaps.every((gap) => /\n[ \t\r]*\n/.test(gap))
}

function isQuoted(written: string): boolean {
  return /^["']/.test(written)
}

/** Flow objects mostly have blanks within their braces. */
function hasBlanks(text: string, format: Outline['format']): boolean {
  const none = text.match(/(?:^|[\s[,])\{[^\s{}]/g)?.length ?? 0
  const some = text.match(/(?:^|[\s[,])\{ \S/g)?.length ?? 0
  return some > none || (some === none && format === 'yaml')
}

function findPadding(written: string): string {
  return /^[[{]( *)[^\s\]}]/.exec(written)?.[1] ?? ''
}

function paddingOf(written: string): readonly (readonly ['object' | 'array', string])[] {
  if (!/^[[{] *[^\s\]}]/.test(written)) return []
  return [[written.startsWith('[') ? 'array' : 'object', findPadding(written)]]
}

/** How far in the values of a block's entries are, and the items of its lists. */
function findIndents(
  text: string,
  { kind, style: written, entries }: Container,
  { step, indentsLists, dashGap }: Style,
): Pick<Style, 'step' | 'indentsLists' | 'dashGap'> {
  if (written === 'flow') return { step, indentsLists, dashGap }
  if (kind === 'array') {
    const gap = entries.flatMap(
      ({ start, valueStart }) => /^-( +)$/.exec(text.slice(start, valueStart))?.[1] ?? [],
    )
    return { step, indentsLists, dashGap: gap.at(-1) ?? dashGap }
  }
  const below = entries.flatMap(({ start, valueStart }) => {
    const outer = readMargin(text, start)
    const isBelow = text.slice(start, valueStart).includes('\n') && beginsLine(text, start)
    return isBelow ? [{ outer, inner: readMargin(text, valueStart), isList: text[valueStart] === '-' }] : []
  })
  const list = below.findLast(({ isList }) => isList)
  const object = below.findLast(({ isList, outer, inner }) => !isList && inner.length > outer.length)
  return {
    step: object ? object.inner.slice(object.outer.length) : step,
    indentsLists: list ? list.inner.length > list.outer.length : indentsLists,
    dashGap,
  }
}

function findStyle({ text, format }: Outline): Style {
  const start = text.slice(0, 100_000)
  const single = start.match(/: '/g)?.length ?? 0
  const double = start.match(/: "/g)?.length ?? 0
  const isTight = /":\S/.test(start) && !start.includes('": ')
  return {
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    step: /\n([ \t]+)\S/.exec(start)?.[1] ?? '  ',
    indentsLists: !/(?:^|\n)( *)[^\s#-][^\n]*:[ \t]*\r?\n\1- /.test(start),
    quote: format === 'json' || double > single ? '"' : "'",
    quotesKeys: false,
    hasPlainNumbers: false,
    quotesStrings: false,
    padding: { object: hasBlanks(start, format) ? ' ' : '', array: '' },
    dashGap: ' ',
    colon: isTight ? ':' : (/"( *: *)["\d{[tfn]/.exec(start)?.[1] ?? ': '),
    isTight,
    hasLines: text.includes('\n'),
    isJson: format === 'json',
    isSpaced: false,
  }
}

/** The indentation of a block collection's entries, as it is written where there is one. */
export function findMargin(text: string, { entries, start }: Container): string {
  const beginsItsLine = entries.find(
    (entry) => text.slice(startOfLine(text, entry.start), entry.start).trim() === '',
  )
  if (beginsItsLine) return readMargin(text, beginsItsLine.start)
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
  const { dashGap } = style
  if (!isRecord(value) || isEmpty(value)) return dashGap + flowValue(value, style)
  const inner = `${margin} ${dashGap}`
  const members = Object.entries(value).map(([key, each]) => blockMember(key, each, inner, style))
  return dashGap + members.join(style.newline + inner)
}

/** On one line, as YAML. */
export function flowValue(value: unknown, style: Style): string {
  const { object, array } = style.padding
  if (Array.isArray(value)) {
    const items = value.map((item) => flowValue(item, style))
    return items.length === 0 ? '[]' : `[${array}${items.join(', ')}${array}]`
  }
  if (!isRecord(value)) return yamlScalar(value, style)
  const members = Object.entries(value).map(([key, each]) => flowMember(key, each, style))
  return members.length === 0 ? '{}' : `{${object}${members.join(', ')}${object}}`
}

export function flowMember(key: string, value: unknown, style: Style): string {
  return `${yamlKey(key, style)}: ${flowValue(value, style)}`
}

/** A value as JSON: in lines from `margin` on, or, without it, on one line as tight as the text is. */
export function jsonValue(value: unknown, margin: string | undefined, style: Style): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = margin === undefined ? undefined : margin + style.step
  const parts = Array.isArray(value)
    ? value.map((item) => jsonValue(item, inner, style))
    : Object.entries(value).map(([key, each]) => jsonMember(key, each, inner, style))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  const { padding, isTight } = style
  const blank = padding[Array.isArray(value) ? 'array' : 'object']
  if (inner === undefined) return open + blank + parts.join(isTight ? ',' : ', ') + blank + close
  const line = style.newline + inner
  return `${open}${line}${parts.join(`,${line}`)}${style.newline}${margin}${close}`
}

export function jsonMember(key: string, value: unknown, margin: string | undefined, style: Style): string {
  return `${JSON.stringify(key)}${style.colon}${jsonValue(value, margin, style)}`
}

/** Plain keys; templates and media types are allowed too. */
const plainKey = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_/$][\w/.${}+*-]*$/i

function yamlKey(key: string, { quote, quotesKeys, hasPlainNumbers }: Style): string {
  const isPlain = plainKey.test(key) ? !quotesKeys : hasPlainNumbers && /^[1-9]\d*$/.test(key)
  return isPlain ? key : quoted(key, quote)
}

export function yamlScalar(
  value: unknown,
  { quote, quotesStrings = false }: Pick<Style, 'quote'> & Partial<Pick<Style, 'quotesStrings'>>,
): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (quotesStrings) return quoted(value, quote)
  return isPlain(value) ? value : quoted(value, quote)
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
