import { isRecord } from '../../model/record.ts'

export const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

/** A set of types, one bit for each. */
export type TypeSet = number

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
export function typesOf(value: unknown): TypeSet {
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
  return (typesOf(value) & setOfTypes([type])) !== 0
}
