import { isRecord } from '../../core/model/record.ts'
import { isStringMethod } from './functions.ts'
import type { BinaryOperator } from './query.ts'

type Primitive = string | number | boolean | null | undefined

/**
 * An own member of a value; `length` of texts and arrays. `constructor` is not a member but gives the name of the
 * value's kind, because rulesets ask `@.enum.constructor.name === 'Array'`; and a text has its methods, because they
 * ask `@.match && @.match(/x/)`.
 */
export function readMember(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return undefined
  if (isRecord(value)) {
    const member = value[name]
    if (member !== undefined && Object.hasOwn(value, name)) return member
  } else if (Object.hasOwn(Object(value), name)) return Reflect.get(Object(value), name)
  if (name === 'constructor') return { name: kindName(value) }
  return typeof value === 'string' && isStringMethod(name) ? presentMethod : undefined
}

/** Stands for a method that is not called. */
const presentMethod = Object.freeze({})

function kindName(value: unknown): string {
  if (Array.isArray(value)) return 'Array'
  const kind = typeof value
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** `item in collection`: among an array's items, within a text, or an object's own key. */
export function isIn(item: unknown, collection: unknown): boolean {
  if (Array.isArray(collection)) return collection.includes(item)
  if (typeof collection === 'string') return isPrimitive(item) && collection.includes(String(item))
  if (isPrimitive(collection)) return false
  return isPrimitive(item) && Object.hasOwn(collection ?? {}, String(item))
}

/** The operators that convert their operands. Objects and arrays are never converted: they equal only themselves. */
export function compare(
  operator: Exclude<BinaryOperator, '||' | '&&' | '===' | '!==' | 'in'>,
  left: unknown,
  right: unknown,
): unknown {
  if (operator === '==') return equals(left, right)
  if (operator === '!=') return !equals(left, right)
  if (!isPrimitive(left) || !isPrimitive(right)) return false
  switch (operator) {
    case '<':
      return isLess(left, right)
    case '>':
      return isLess(right, left)
    case '<=':
      return isLess(left, right) || equalsInOrder(left, right)
    case '>=':
      return isLess(right, left) || equalsInOrder(left, right)
    default:
      return calculate(operator, left, right)
  }
}

function equals(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (!isPrimitive(left) || !isPrimitive(right)) return false
  if (left === null || left === undefined) return right === null || right === undefined
  if (right === null || right === undefined) return false
  return typeof left !== typeof right && Number(left) === Number(right)
}

function isLess(left: Primitive, right: Primitive): boolean {
  return typeof left === 'string' && typeof right === 'string' ? left < right : Number(left) < Number(right)
}

function equalsInOrder(left: Primitive, right: Primitive): boolean {
  return typeof left === 'string' && typeof right === 'string'
    ? left === right
    : Number(left) === Number(right)
}

function calculate(operator: string, left: Primitive, right: Primitive): unknown {
  switch (operator) {
    case '+':
      return typeof left === 'string' || typeof right === 'string'
        ? `${left}${right}`
        : Number(left) + Number(right)
    case '-':
      return Number(left) - Number(right)
    case '*':
      return Number(left) * Number(right)
    case '/':
      return Number(left) / Number(right)
    case '%':
      return Number(left) % Number(right)
    default:
      return undefined
  }
}

function isPrimitive(value: unknown): value is Primitive {
  return typeof value !== 'object' || value === null
}
