/**
 * How parameters are sent, and all that they may be read as. What no specification says is not sent: nothing that is empty, and no
 * lists and objects in styles that have no form for them.
 */
import type { Parameter, Place } from './parameter-pairs.ts'
import { isSchema, type Schema } from './schema-pairs.ts'

/** Names and texts, of which only one has no name in a path or a header. */
export type Wire = readonly (readonly [name: string, text: string])[]

const hasNames = (place: Place) => place === 'query' || place === 'cookie'

function readStyle({ style, explode }: Parameter, place: Place) {
  const found = style ?? (hasNames(place) ? 'form' : 'simple')
  return { style: found, explode: explode ?? found === 'form' }
}

const delimiters: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '|' }

/** What is sent; undefined if that is not said. */
export function encode(parameter: Parameter, place: Place, value: unknown): Wire | undefined {
  const { style, explode } = readStyle(parameter, place)
  // What has the delimiter in it.
  if (style === 'label' && JSON.stringify(value).includes('.')) return undefined
  if (hasNames(place)) return encodeNamed(parameter.name, style, explode, value)
  const text = encodeText(parameter.name, style, explode, value)
  return text === undefined ? undefined : [[parameter.name, text]]
}

const textsOf = (value: Schema) => Object.entries(value).map(([key, each]) => [key, String(each)] as const)

function encodeNamed(name: string, style: string, explode: boolean, value: unknown): Wire | undefined {
  const delimiter = delimiters[style]
  if (isSchema(value)) {
    if (style === 'deepObject') return textsOf(value).map(([key, text]) => [`${name}[${key}]`, text])
    if (explode) return style === 'form' ? textsOf(value) : undefined
    return [[name, textsOf(value).flat().join(delimiter)]]
  }
  if (style !== 'form' && (explode || !Array.isArray(value) || style === 'deepObject')) return undefined
  const items = [value].flat().map(String)
  return explode ? items.map((item) => [name, item]) : [[name, items.join(delimiter)]]
}

function encodeText(name: string, style: string, explode: boolean, value: unknown): string | undefined {
  const isPlain = typeof value !== 'object'
  const items = isSchema(value)
    ? textsOf(value).flatMap((entry) => (explode ? entry.join('=') : entry))
    : [value].flat().map(String)
  if (style === 'simple') return items.join(',')
  if (style === 'label') return explode || isPlain ? `.${items.join('.')}` : undefined
  if (!explode || isPlain) return `;${name}=${items.join(',')}`
  return items.map((item) => (isSchema(value) ? `;${item}` : `;${name}=${item}`)).join('')
}

const absent = Symbol('absent')
type Read = typeof absent | string | readonly string[] | Readonly<Record<string, string>>

/** All that a reader may take for the parameter, in texts. */
function read(parameter: Parameter, place: Place, wire: Wire): readonly Read[] {
  if (hasNames(place)) return readNamed(parameter, place, wire)
  const { style, explode } = readStyle(parameter, place)
  const [text = ''] = wire.map(([, each]) => each)
  if (style === 'simple') return [text, ...split(text, ',', explode)]
  if (style === 'matrix')
    return text.startsWith(';') ? readMatrix(parameter.name, text.slice(1), explode) : []
  const rest = text.slice(1)
  const lists = explode ? [] : split(rest, ',', false)
  return text.startsWith('.') ? [rest, ...split(rest, '.', explode), ...lists] : []
}

function readNamed(parameter: Parameter, place: Place, wire: Wire): readonly Read[] {
  const { style, explode } = readStyle(parameter, place)
  const { name } = parameter
  const own = wire.flatMap(([key, text]) => (key === name ? [text] : []))
  const single: readonly Read[] = own.length === 0 ? [absent] : own.length === 1 ? own : []
  if (style === 'deepObject') {
    const inner = wire.filter(([key]) => key.startsWith(`${name}[`))
    const entries = inner.map(([key, text]) => [key.slice(name.length + 1, -1), text])
    return inner.length > 0 ? [Object.fromEntries(entries)] : single
  }
  if (!explode)
    return [...single, ...(own.length === 1 ? split(own[0] ?? '', delimiters[style] ?? ',', false) : [])]
  const known = wire.filter(([key]) => Object.hasOwn(Object(parameter.schema.properties), key))
  const isObject = new Set(wire.map(([key]) => key)).size === wire.length
  const objects = isObject ? [wire, known].filter((entries) => entries.length > 0) : []
  return [
    ...single,
    ...(own.length > 0 ? [own] : []),
    ...objects.map((entries) => Object.fromEntries(entries)),
  ]
}

function readMatrix(name: string, text: string, explode: boolean): readonly Read[] {
  const parts = text.split(';')
  const own = parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
  if (own.length < parts.length) return explode ? fromPairs(parts) : []
  return [...own, ...(explode ? [own] : split(own[0] ?? '', ',', false))]
}

function split(text: string, by: string, explode: boolean): readonly Read[] {
  const parts = text.split(by)
  return [parts, ...(explode ? fromPairs(parts) : fromFlat(parts))]
}

function fromPairs(parts: readonly string[]): readonly Read[] {
  const pairs = parts.map((part) => part.split('='))
  return pairs.every((pair) => pair.length === 2) ? [Object.fromEntries(pairs)] : []
}

function fromFlat(parts: readonly string[]): readonly Read[] {
  if (parts.length % 2 > 0) return []
  return [Object.fromEntries(parts.flatMap((part, at) => (at % 2 ? [] : [[part, parts[at + 1] ?? '']])))]
}

/** What a text may be. */
export function typesOf(text: string): readonly unknown[] {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return [text, Number(text)]
  return text === 'true' || text === 'false' ? [text, text === 'true'] : [text]
}

/** Whether what is sent may be read as a value that is valid. */
export function isAccepted(
  parameter: Parameter,
  place: Place,
  wire: Wire,
  isValid: (value: unknown) => boolean,
): boolean {
  if (wire.length === 0) return !parameter.required
  return read(parameter, place, wire).some((found) => {
    if (found === absent) return !parameter.required
    if (typeof found === 'string') return typesOf(found).some(isValid)
    const entries = Object.entries(found)
    const typed = entries.reduce<readonly (readonly unknown[])[]>(
      (lists, [, text]) => lists.flatMap((list) => typesOf(text).map((value) => [...list, value])),
      [[]],
    )
    return typed.some((values) =>
      isValid(
        Array.isArray(found) ? values : Object.fromEntries(entries.map(([key], at) => [key, values[at]])),
      ),
    )
  })
}
