import { isRecord } from '../../core/model/record.ts'

export const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

/** A set of types, one bit for each. */
type TypeSet = number

const bits: ReadonlyMap<string, TypeSet> = new Map(types.map((type, index) => [type, 1 << index]))

/** The set of some types; those that do not exist have no values, and no bit. */
export function setOfTypes(names: readonly string[]): TypeSet {
  return names.reduce((set, name) => set | (bits.get(name) ?? 0), 0)
}

const string = setOfTypes(['string'])
const boolean = setOfTypes(['boolean'])
const number = setOfTypes(['number'])
const integer = setOfTypes(['number', 'integer'])
const nothing = setOfTypes(['null'])
const array = setOfTypes(['array'])
const object = setOfTypes(['object'])

/** The JSON Schema types that a value is of: a whole number is of two. */
export function readTypeSet(value: unknown): TypeSet {
  switch (typeof value) {
    case 'string':
      return string
    case 'number':
      return Number.isInteger(value) ? integer : Number.isFinite(value) ? number : 0
    case 'boolean':
      return boolean
    case 'object':
      return value === null ? nothing : isRecord(value) ? object : array
    default:
      return 0
  }
}

/** Whether a value is of a JSON Schema type; a type that does not exist has no values. */
export function isOfType(value: unknown, type: string): boolean {
  return (readTypeSet(value) & setOfTypes([type])) !== 0
}

/** Equality of JSON values: the order of keys does not count, that of items does. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]))
  )
}

/** Up to here, to compare each with each is faster than to tell items by texts. */
const fewItems = 8

export function areDistinctScalars(items: readonly unknown[]): boolean {
  for (const item of items) if (typeof item === 'object' && item !== null) return false
  return items.length < 2 || new Set(items).size === items.length
}

function findDuplicateOfFew(items: readonly unknown[]): readonly [number, number] | undefined {
  for (let index = 1; index < items.length; index++)
    for (let earlier = 0; earlier < index; earlier++)
      if (jsonEqual(items[earlier], items[index]) || [items[earlier], items[index]].every(Number.isNaN))
        return [earlier, index]
  return undefined
}

/** The indexes of the first two equal items. Takes time that grows with the items, and hardly faster. */
export function findDuplicate(items: readonly unknown[]): readonly [number, number] | undefined {
  if (areDistinctScalars(items)) return undefined
  if (items.length <= fewItems) return findDuplicateOfFew(items)
  const textOf = createCanonical()
  const firsts = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const text = textOf(item)
    const earlier = firsts.get(text)
    if (earlier !== undefined) return [earlier, index]
    firsts.set(text, index)
  }
  return undefined
}

/**
 * Makes one text of all values that are equal, whatever the order of their keys, and different ones of others. What
 * holds a NaN, which is not equal to itself, equals nothing but itself.
 */
function createCanonical(): (value: unknown) => string {
  const numbers = new Map<object, number>()
  const numberObject = (value: object): number => {
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    return number
  }
  return function canonical(value: unknown): string {
    if (typeof value === 'string') return JSON.stringify(value)
    if (typeof value !== 'object' || value === null) return String(value)
    if (Object.values(value).some(Number.isNaN)) return `#${numberObject(value)}`
    if (!isRecord(value)) return `[${Object.values(value).map(canonical).join()}]`
    const members = Object.keys(value).sort()
    return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
  }
}
