import { isObject } from '../../core/model/record.ts'
import { resetPattern } from '../pattern.ts'

/**
 * The only functions that filters may call: a method is looked up here and never on the value, so that neither prototypes
 * nor members of a document can be called.
 */
type Method<Receiver> = (receiver: Receiver, args: readonly unknown[]) => unknown

const stringMethods = new Map<string, Method<string>>([
  ['match', (text, [pattern]) => (pattern instanceof RegExp ? text.match(resetPattern(pattern)) : null)],
  ['search', (text, [pattern]) => (pattern instanceof RegExp ? text.search(pattern) : -1)],
  ['includes', (text, [part]) => text.includes(printPlain(part))],
  ['startsWith', (text, [part]) => text.startsWith(printPlain(part))],
  ['endsWith', (text, [part]) => text.endsWith(printPlain(part))],
  ['indexOf', (text, [part]) => text.indexOf(printPlain(part))],
  ['lastIndexOf', (text, [part]) => text.lastIndexOf(printPlain(part))],
  ['replace', (text, [part, by]) => text.replace(toReplaced(part), printPlain(by))],
  [
    'replaceAll',
    (text, [part, by]) =>
      part instanceof RegExp && !part.global ? undefined : text.replaceAll(toReplaced(part), printPlain(by)),
  ],
  // The order of one language, so that no machine's setting counts.
  ['localeCompare', (text, [other]) => text.localeCompare(printPlain(other), 'en')],
  ['charCodeAt', (text, [at]) => text.charCodeAt(Number(at))],
  ['trimStart', (text) => text.trimStart()],
  ['trimEnd', (text) => text.trimEnd()],
  ['toLowerCase', (text) => text.toLowerCase()],
  ['toUpperCase', (text) => text.toUpperCase()],
  ['trim', (text) => text.trim()],
  ['charAt', (text, [at]) => text.charAt(Number(at))],
  ['slice', (text, [start, end]) => text.slice(toIndex(start), toIndex(end))],
  ['substring', (text, [start, end]) => text.substring(toIndex(start) ?? 0, toIndex(end))],
  ['substr', (text, [start, length]) => sliceLength(text, toIndex(start) ?? 0, toIndex(length))],
  ['split', (text, [by]) => text.split(by instanceof RegExp ? by : printPlain(by))],
  ['concat', (text, parts) => text.concat(...parts.map(printPlain))],
  ['toString', (text) => text],
])

const arrayMethods = new Map<string, Method<readonly unknown[]>>([
  ['includes', (items, [item]) => items.includes(item)],
  ['indexOf', (items, [item]) => items.indexOf(item)],
  ['lastIndexOf', (items, [item]) => items.lastIndexOf(item)],
  ['slice', (items, [start, end]) => items.slice(toIndex(start), toIndex(end))],
  ['join', (items, [by]) => items.map(printPlain).join(by === undefined ? ',' : printPlain(by))],
  ['concat', (items, others) => items.concat(...others)],
  ['toString', (items) => printPlain(items)],
])

const patternMethods = new Map<string, Method<RegExp>>([
  ['test', (pattern, [text]) => isPlain(text) && resetPattern(pattern).test(String(text))],
  ['exec', (pattern, [text]) => (isPlain(text) ? resetPattern(pattern).exec(String(text)) : null)],
])

const objectMethods = new Map<string, Method<object>>([
  ['hasOwnProperty', (object, [key]) => Object.hasOwn(object, printPlain(key))],
])

const methodTables: readonly ReadonlyMap<string, unknown>[] = [
  stringMethods,
  arrayMethods,
  patternMethods,
  objectMethods,
]

/** Whether a filter may ask whether a text has the method; all values have `toString`. */
export function isStringMethod(name: string): boolean {
  return name !== 'toString' && stringMethods.has(name)
}

/** Whether some kind of value has the method in filters. */
export function isMethod(name: string): boolean {
  return methodTables.some((table) => table.has(name))
}

/** Calls a method; a value that has no such method gives undefined, never an error. Numbers are taken as text. */
export function callMethod(receiver: unknown, name: string, args: readonly unknown[]): unknown {
  if (Array.isArray(receiver))
    return arrayMethods.get(name)?.(receiver, args) ?? callOnObject(receiver, name, args)
  if (receiver instanceof RegExp) return patternMethods.get(name)?.(receiver, args)
  if (isObject(receiver)) return callOnObject(receiver, name, args)
  if (typeof receiver === 'string' || typeof receiver === 'number') {
    return stringMethods.get(name)?.(String(receiver), args)
  }
  return undefined
}

function callOnObject(receiver: object, name: string, args: readonly unknown[]): unknown {
  return objectMethods.get(name)?.(receiver, args)
}

/** Tests of a value's kind, as jsonpath-plus spells them. */
export const kindTests: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['@string', (value: unknown) => typeof value === 'string'],
  ['@number', (value: unknown) => typeof value === 'number'],
  ['@integer', (value: unknown) => Number.isInteger(value)],
  ['@boolean', (value: unknown) => typeof value === 'boolean'],
  ['@null', (value: unknown) => value === null],
  ['@array', (value: unknown) => Array.isArray(value)],
  ['@object', (value: unknown) => isObject(value)],
  ['@scalar', (value: unknown) => !isObject(value)],
])

/** The functions that belong to no value. */
export const globalFunctions: ReadonlyMap<string, (value: unknown) => unknown> = new Map<
  string,
  (value: unknown) => unknown
>([
  ['Object.keys', (value) => (isObject(value) ? Object.keys(value) : [])],
  ['Object.values', (value) => (isObject(value) ? Object.values(value) : [])],
  ['Array.isArray', (value) => Array.isArray(value)],
  ['Number.isInteger', (value) => Number.isInteger(value)],
  ['String', printPlain],
  ['Number', (value) => (isPlain(value) ? Number(value) : Number.NaN)],
  ['Boolean', Boolean],
  ['parseInt', (value) => Number.parseInt(printPlain(value), 10)],
  ['isNaN', (value) => !isPlain(value) || Number.isNaN(Number(value))],
])

function isPlain(value: unknown): boolean {
  return !isObject(value)
}

/** Objects have no text of their own: asking them for one would run what the document put there. */
function printPlain(value: unknown): string {
  if (Array.isArray(value))
    return value.map((item) => (Array.isArray(item) ? '' : printPlain(item))).join(',')
  return isObject(value) ? '[object Object]' : String(value)
}

function toReplaced(part: unknown): RegExp | string {
  return part instanceof RegExp ? resetPattern(part) : printPlain(part)
}

function toIndex(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value)
}

function sliceLength(text: string, start: number, length: number | undefined): string {
  const from = start < 0 ? Math.max(text.length + start, 0) : start
  return text.slice(from, length === undefined ? undefined : from + Math.max(length, 0))
}
