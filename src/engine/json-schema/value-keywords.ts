import { readMessage } from '../../core/model/file-fault.ts'
import { parseUrl } from '../../core/text/url.ts'
import { compilePattern, isPattern } from '../pattern.ts'
import { print, printList } from '../print.ts'
import type { Compiler, Keyword, KeywordTable, SchemaCheck } from './check.ts'
import { lengthKeywords } from './limit-keywords.ts'
import { recordAlways } from './run-node.ts'
import { createErrors, refused, valid } from './schema-error.ts'
import { jsonEqual, readTypeSet, setOfTypes, types } from './values.ts'

/** The types a schema allows. OpenAPI's `nullable: true` adds null to them. Throws SchemaCompileError. */
export const type: Keyword = (value, schema, compiler) => {
  if (typeof value !== 'string' && !Array.isArray(value))
    return compiler.refuse('must be a type or a list of types')
  const known = schema.nullable === true ? undefined : typeChecks.get(value)
  if (known) return known
  const allowed = [value].flat().map(String)
  const unknown = allowed.find((name) => !types.some((known) => known === name))
  if (unknown !== undefined) compiler.refuse(`"${unknown}" is not a type; use one of ${types.join(', ')}`)
  const all = schema.nullable === true ? [...allowed, 'null'] : allowed
  return createTypeCheck(allowed, all)
}

/** Within a branch, Spectral does not name null: branches that differ only in it have one error. */
function createTypeCheck(allowed: readonly string[], all: readonly string[]): SchemaCheck {
  const set = setOfTypes(all)
  return (instance, { isBranch, isQuestion }) => {
    if ((readTypeSet(instance) & set) !== 0) return valid
    if (isQuestion) return refused
    const names = (isBranch ? allowed : all).join(' or ')
    return createErrors('type', `must be of type ${names}, but is ${print(instance)}`)
  }
}

/** Those of nearly all schemas. */
const typeChecks: ReadonlyMap<unknown, SchemaCheck> = new Map(
  types.map((name) => [name, createTypeCheck([name], [name])]),
)

const reference: Keyword = (value, _schema, compiler) => {
  if (typeof value !== 'string') return compiler.refuse('must be a string')
  return recordAlways(compiler.reference(value))
}

const constant: Keyword = (value) => {
  return (instance) => (jsonEqual(instance, value) ? valid : createErrors('const', `must be ${print(value)}`))
}

const enumeration: Keyword = (value, _schema, compiler) => {
  const allowed: readonly unknown[] = Array.isArray(value) ? value : compiler.refuse('must be a list')
  return (instance) =>
    allowed.indexOf(instance) !== -1 || allowed.some((candidate) => jsonEqual(instance, candidate))
      ? valid
      : createErrors(
          'enum',
          `must be ${allowed.length > 1 ? 'one of ' : ''}${printList(allowed)}, but is ${print(instance)}`,
        )
}

/** The keywords that look at an instance of any type, but for the combinators. */
export const anyKeywords: KeywordTable = [
  ['$ref', reference],
  ['$dynamicRef', reference],
  ['$recursiveRef', reference],
  ['const', constant],
  ['enum', enumeration],
]

const pattern: Keyword = (value, _schema, compiler) => {
  if (typeof value !== 'string') compiler.refuse('must be a string')
  const expression = createPattern(String(value), compiler)
  return (instance) =>
    typeof instance !== 'string' || expression.test(instance)
      ? valid
      : createErrors('pattern', `must match ${value}`)
}

/** Without the `u` flag, as Spectral has ajv compile it. Throws SchemaCompileError. */
export function createPattern(source: string, compiler: Compiler): RegExp {
  try {
    return compilePattern(source)
  } catch (error) {
    return compiler.refuse(readMessage(error))
  }
}

/** A format that is not known asks for nothing: the specification calls them annotations. */
const format: Keyword = (value, _schema, compiler) => {
  if (typeof value !== 'string') compiler.refuse('must be a string')
  const holds = formatChecks.get(String(value))
  return (
    holds &&
    ((instance) => (holds(instance) ? valid : createErrors('format', `must be in the format \`${value}\``)))
  )
}

export const stringKeywords: KeywordTable = [...lengthKeywords, ['pattern', pattern], ['format', format]]

type FormatCheck = (instance: unknown) => boolean

const word = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const hostname = new RegExp(`^(?=.{1,253}\\.?$)${word}(?:\\.${word})*\\.?$`)
const email = new RegExp(
  `^[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${word}\\.)+${word}$`,
)
const uuid = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const jsonPointer = /^(?:\/(?:[^~/]|~[01])*)*$/
const relativePointer = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/
/** RFC 6570: literals, and expressions with an operator and names that may have a prefix length or a `*`. */
const variable = '(?:\\w|%[0-9A-Fa-f]{2})(?:\\.?(?:\\w|%[0-9A-Fa-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?'
const literal = '[^\\0-\\x20\\x7f"%<>\\\\^`{|}]|%[0-9A-Fa-f]{2}'
const uriTemplate = new RegExp(`^(?:${literal}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`)
const base64 = /^[A-Za-z0-9+/]*={0,2}$/
const duration = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/

/** The formats that are checked. Each holds for an instance of another type than its own. */
export const formatChecks: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['date', string(isDate)],
  ['time', string(isTime)],
  ['date-time', string(isDateTime)],
  ['duration', string((text) => duration.test(text))],
  ['email', string((text) => email.test(text))],
  ['hostname', string((text) => hostname.test(text))],
  ['ipv4', string(isVersion4)],
  ['ipv6', string(isVersion6)],
  ['uri', string((text) => isUri(text, false))],
  ['url', string((text) => /^(?:https?|ftp):\/\/[^\s/]/i.test(text) && parseUrl(text) !== undefined)],
  ['uri-reference', string((text) => isUri(text, true))],
  ['uri-template', string((text) => uriTemplate.test(text))],
  ['uuid', string((text) => uuid.test(text))],
  ['regex', string(isRegex)],
  ['json-pointer', string((text) => jsonPointer.test(text))],
  ['relative-json-pointer', string((text) => relativePointer.test(text))],
  [
    'json-pointer-uri-fragment',
    string((text) => text.startsWith('#') && isUri(text, true) && jsonPointer.test(text.slice(1))),
  ],
  ['byte', string((text) => text.length % 4 === 0 && base64.test(text))],
  ['int32', number((value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31)],
  ['int64', number(Number.isInteger)],
])

function string(holds: (text: string) => boolean): FormatCheck {
  return (instance) => typeof instance !== 'string' || holds(instance)
}

function number(holds: (value: number) => boolean): FormatCheck {
  return (instance) => typeof instance !== 'number' || holds(instance)
}

/** `\\Z` is an anchor elsewhere, and the letter here. */
function isRegex(text: string): boolean {
  return !/(?:^|[^\\])\\Z/.test(text) && isPattern(text, RegExp)
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return days !== undefined && day >= 1 && day <= days
}

/** RFC 3339, section 5.6; second 60 is a leap second, which only the end of a UTC day has. */
function isTime(text: string): boolean {
  const parts = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i.exec(text)
  if (!parts) return false
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [zoneHour, zoneMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || zoneHour > 23 || zoneMinute > 59) return false
  if (second < 60) return true
  const offset = (zoneHour * 60 + zoneMinute) * (parts[4] === '-' ? -1 : 1)
  return second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439
}

function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11))
}

const characters = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
/** RFC 3986, appendix B; `colon` is what a relative path may not begin with. */
const uri =
  /^(?<scheme>[A-Za-z][A-Za-z0-9+.-]*:)?(?:\/\/(?<authority>[^/?#]*))?(?<rest>(?<first>[^/?#]*)[^?#]*(?:\?[^#]*)?(?:#[^#]*)?)$/
const authority = /^(?:[^@[\]]*@)?(?:\[(?<literal>[^[\]]*)\]|[^:@[\]]*)(?::\d*)?$/

/** RFC 3986: a URI, or with `isReference` also one that is relative. */
function isUri(text: string, isReference: boolean): boolean {
  if (isReference && text.startsWith('#')) return characters.test(text) && !/[[\]#]/.test(text.slice(1))
  const parts = characters.test(text) ? uri.exec(text)?.groups : undefined
  if (!parts || /[[\]]/.test(parts.rest ?? '')) return false
  if (parts.authority !== undefined && !isAuthority(parts.authority)) return false
  if (parts.scheme !== undefined) return true
  return isReference && (parts.authority !== undefined || !parts.first?.includes(':'))
}

function isAuthority(text: string): boolean {
  const found = authority.exec(text)
  const literal = found?.groups?.literal
  return found !== null && (literal === undefined || isVersion6(literal) || /^v[0-9a-f]+\../i.test(literal))
}

const byte = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/
const group = /^[0-9a-fA-F]{1,4}$/

/** IP addresses have no zone and no prefix length here. */
function isVersion4(text: string): boolean {
  const bytes = text.split('.')
  return bytes.length === 4 && bytes.every((part) => byte.test(part))
}

/** Eight groups; `::` once, for one or more of them; the last two may be written as version 4. */
function isVersion6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const parts = halves.map((half) => (half === '' ? [] : half.split(':')))
  const groups = parts.flat()
  const last = groups.at(-1)
  const endsInVersion4 = last?.includes('.') && isVersion4(last) && !text.endsWith('::')
  const hex = endsInVersion4 ? groups.slice(0, -1) : groups
  const count = hex.length + (endsInVersion4 ? 2 : 0)
  return hex.every((part) => group.test(part)) && (halves.length === 2 ? count <= 7 : count === 8)
}
