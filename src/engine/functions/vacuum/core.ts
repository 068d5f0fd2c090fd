import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { readPattern } from '../../pattern.ts'
import { print, printList } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { listWrittenKeys } from '../alphabetical.ts'
import { subject } from '../define.ts'
import { readCasing } from './casing.ts'
import { createFieldFinder, createNumberTest, type FindField, isTimestamp, printScalar } from './field.ts'

type CoreRun = RuleFunction['run']
type WrittenOptions = Readonly<Record<string, unknown>>

/** One function, as vacuum has it: for a `field`, and with the options as written. */
type Core = (own: CoreRun, field: string | undefined, options: WrittenOptions) => CoreRun

/** The core functions. All see the node that `given` found, and report there unless said otherwise. */
export const core: Readonly<Record<string, Core>> = {
  truthy: (_own, field) => {
    const find = createFinder(field, false)
    return (node, _options, context) =>
      (Array.isArray(node) ? [...node.keys()].map((key) => [key]) : [[]]).flatMap((below) => {
        const item = below.length > 0 ? context.view(Object(node)[below[0] ?? 0]) : node
        const target = find(item, context)?.value
        const message = `${subject(context)} must be truthy, but is ${print(target)}`
        const place = context.isKey ? 'key' : 'above'
        return isEmpty(target) ? [{ message, path: [...context.written, ...below], at: place }] : []
      })
  },
  falsy: (_own, field) => {
    const find = createFinder(field, true)
    return (node, _options, context) => {
      const target = find(node, context)?.value
      const message = `${subject(context)} must be falsy, but is ${print(target)}`
      return isEmpty(target) ? [] : [createResult(context, message)]
    }
  },
  defined: (_own, field = '') => {
    const find = createFieldFinder(field, true)
    return (node, _options, context) =>
      find(wrapRoot(node, context), context)
        ? []
        : [createResult(context, `${subject(context)} must be defined`)]
  },
  undefined: (_own, field = '') => {
    const find = createFieldFinder(field, true)
    return (node, _options, context) => {
      const found = find(wrapRoot(node, context), context)
      if (!found) return []
      const message = `${subject(context)} must not be defined`
      const result = createResult(context, message, found.at.slice(isRoot(context) ? 1 : 0))
      return [found.isKey ? { ...result, at: 'key' } : result]
    }
  },
  length: (_own, field, options) => {
    const find = createFinder(field, true)
    const [min, max] = [readBound(options.min), readBound(options.max)]
    return (node, _options, context) => {
      const whole = field === undefined && isRoot(context) ? undefined : wrapRoot(node, context)
      const found = find(whole, context)
      if (!found) return []
      const size = measureTarget(found.value, [...context.written, ...found.below], context)
      const isSmall = min > 0 && size < min
      if (!isSmall && !(max > 0 && size > max)) return []
      const message = `${subject(context)} must have a size of at ${isSmall ? `least ${min}` : `most ${max}`}, but has ${size}`
      return [
        createResult(
          context,
          message,
          isSmall && !['string', 'number'].includes(typeof found.value) ? found.below : [],
        ),
      ]
    }
  },
  pattern: (_own, field, options) => {
    const tests = (['match', 'notMatch'] as const).flatMap((name) =>
      typeof options[name] === 'string'
        ? [{ name, pattern: readPattern(options[name]), text: options[name] }]
        : [],
    )
    const find = field === undefined ? undefined : createFieldFinder(field, false)
    return (node, _options, context) => {
      const places = find
        ? isRecord(node)
          ? [find(node, context)].flatMap((found) => (found ? [{ ...found, isKey: false }] : []))
          : []
        : isRoot(context)
          ? []
          : listContent(node, context)
      return places.flatMap(({ below, value, isKey }) => {
        const path = [...context.written, ...below]
        const text = isKey ? String(value) : readText(value, path, context)
        return tests
          .filter(({ name, pattern }) => pattern.test(text) === (name === 'notMatch'))
          .map(({ name, text: expression }): FunctionResult => {
            const must = name === 'match' ? 'must match' : 'must not match'
            const what = field === undefined ? subject({ ...context, path }) : subject(context)
            const message = `${what} ${must} ${expression}, but is ${print(text)}`
            return { message, path, at: isKey || context.isKey ? 'key' : 'node' }
          })
      })
    }
  },
  casing: (_own, _field, options) => {
    const { expression, allowed } = readCasing(options)
    return (node, _options, context) =>
      (isRoot(context) ? [{ below: [], value: undefined, isKey: false }] : listCased(node, context))
        .map(({ below, value, isKey }) => ({
          text: isKey ? String(value) : readText(value, [...context.written, ...below], context),
          path: [...context.written, ...below],
          isKey,
        }))
        .filter(({ text }) => text !== allowed && !expression.test(text))
        .map(({ text, path, isKey }) => ({
          message: `${print(text)} must be ${String(options.type)} case`,
          path,
          at: isKey || context.isKey ? 'key' : 'node',
        }))
  },
  enumeration: (_own, _field, options) => {
    const values = Array.isArray(options.values)
      ? options.values.map((value) => printScalar(value).trim())
      : []
    return (node, _options, context) => {
      const text = readText(isRoot(context) ? undefined : node, context.written, context)
      const message = `${subject(context)} must be one of ${printList(values)}, but is ${print(text)}`
      return values.includes(text.trim()) ? [] : [createResult(context, message)]
    }
  },
  alphabetical: (_own, _field, options) => (node, _options, context) =>
    isRoot(context)
      ? []
      : findUnsorted(node, options.keyedBy, context).map((message) => createResult(context, message)),
  schema: (own, field, options) => {
    const find = createFinder(field, false)
    const isForced = options.forceValidation !== undefined
    const isCurrent = options.forceValidationOnCurrentNode === true
    return (node, parsed, context) => {
      if (field === undefined && !isRoot(context) && !isCurrent) return []
      const found = isCurrent ? { below: [], value: node } : find(node, context)
      if (!found)
        return isForced
          ? own(undefined, parsed, context).map(({ message }) => createResult(context, message))
          : []
      return own(found.value, parsed, context).map(({ message }) =>
        createResult(context, message, found.below),
      )
    }
  },
}

function createFinder(field: string | undefined, deep: boolean): FindField {
  return field === undefined
    ? (value) => ({ below: [], value, at: [], isKey: false })
    : createFieldFinder(field, deep)
}

function createResult(context: FunctionContext, message: string, below: Path = []): FunctionResult {
  return { message, path: [...context.written, ...below], at: context.isKey ? 'key' : 'node' }
}

function isRoot({ written, isKey }: FunctionContext): boolean {
  return !isKey && written.length === 0
}

/** They see the whole document as a node with the root in it. */
function wrapRoot(node: unknown, context: FunctionContext): unknown {
  return isRoot(context) ? [node] : node
}

interface NodePiece {
  readonly below: Path
  readonly value: unknown
  readonly isKey: boolean
}

function listPieces(node: WrittenOptions): NodePiece[] {
  return Object.keys(node).map((key) => ({ below: [key], value: key, isKey: true }))
}

/** The keys and what they lead to, or the items, without mappings. */
function listContent(node: unknown, context: FunctionContext): NodePiece[] {
  const members = typeof node === 'object' && node !== null ? Object.keys(node) : []
  if (members.length === 0) return isRecord(node) ? [] : [{ below: [], value: node, isKey: false }]
  const values = members.map((key): NodePiece => {
    const below = [Array.isArray(node) ? Number(key) : key]
    return { below, value: context.view(Reflect.get(Object(node), key)), isKey: false }
  })
  return [...(isRecord(node) ? listPieces(node) : []), ...values.filter(({ value }) => !isRecord(value))]
}

/** The keys of a mapping, or the items. */
function listCased(node: unknown, context: FunctionContext): NodePiece[] {
  if (isRecord(node)) return listPieces(node)
  if (!Array.isArray(node)) return [{ below: [], value: node, isKey: false }]
  return node.map((item: unknown, index) => ({ below: [index], value: context.view(item), isKey: false }))
}

/** A number as it is written: 1.0 is not 1. */
function readText(value: unknown, path: Path, { isKey, document }: FunctionContext): string {
  if (isKey || (typeof value !== 'number' && value !== null)) return printScalar(value)
  const written = document.textOf(path)
  const isSame = value === null ? /^(?:null|Null|NULL|~|)$/.test(written) : Number(written) === value
  return isSame ? written : printScalar(value)
}

/** Null and 0.0 are something, and these texts are nothing. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (isRecord(value)) return Object.keys(value).length === 0
  return [undefined, false, 0, '', 'false', '0'].some((nothing) => nothing === value)
}

function readBound(value: unknown): number {
  return Number.isInteger(value) ? Number(value) : 0
}

/** Text counts in bytes; what is neither text nor a number, nor has anything in it, is empty, as are points in time. */
function measureTarget(value: unknown, path: Path, { document, isKey }: FunctionContext): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && !isKey && isTimestamp(value) && isTimestamp(document.textOf(path)))
    return 0
  if (typeof value === 'string') return new TextEncoder().encode(value).length
  if (Array.isArray(value)) return value.length
  return isRecord(value) ? Object.keys(value).length : 0
}

/** Finds the members that break vacuum's `alphabetical`. Strings are compared by their bytes. */
function findUnsorted(node: unknown, key: unknown, context: FunctionContext): readonly string[] {
  if (isRecord(node)) {
    if (typeof key === 'string') return findMisplaced(listMemberValues(Object.values(node), key))
    return findMisplaced(listKeysInOrder(node, context)).slice(0, 1)
  }
  if (!Array.isArray(node) || node.some((item) => typeof item === 'boolean')) return []
  const items: readonly unknown[] = node
  // In a list it compares the first, the second and every other one after it.
  const compared = items.filter((_item, index) => index === 0 || index % 2 === 1)
  if (isRecord(items[0])) return typeof key === 'string' ? findMisplaced(listMemberValues(compared, key)) : []
  const kind = typeof items[0]
  if (kind === 'string') return findMisplaced(items.filter((item) => typeof item === 'string'))
  return kind === 'number' ? findMisplaced(items.filter((item) => typeof item === 'number')) : []
}

function findMisplaced<Item extends string | number>(items: readonly Item[]): string[] {
  return items.flatMap((item, index) => {
    const next = items[index + 1]
    return next === undefined || next >= item ? [] : [`${print(next)} must come before ${print(item)}`]
  })
}

function listMemberValues(members: readonly unknown[], key: string): string[] {
  return members.flatMap((member) =>
    isRecord(member) && Object.hasOwn(member, key) ? [String(member[key])] : [],
  )
}

/** Keys that are numbers in YAML do not count. */
function listKeysInOrder(node: Readonly<Record<string, unknown>>, context: FunctionContext): string[] {
  const keys = listWrittenKeys(node, context)
  if (!keys.some((key) => /^\d+$/.test(key))) return keys
  const isNumber = createNumberTest(context)
  return keys.filter((key) => !isNumber([...context.path, key]))
}
