import { isStringMethod } from './functions.ts'
import type { Expression, Variable } from './query.ts'

/** Whether an expression mentions one of the variables. */
export function mentions(expression: Expression, names: readonly Variable[]): boolean {
  if (expression.kind === 'variable') return names.includes(expression.name)
  return parts(expression).some((part) => mentions(part, names))
}

export function hasPattern(expression: Expression): boolean {
  return expression.kind === 'regex' || parts(expression).some(hasPattern)
}

/** Whether all that an expression looks at is the key: then its answer for a key never changes. */
export function looksAtKeyOnly(expression: Expression): boolean {
  return !mentions(expression, ['value', 'root', 'parent', 'parentProperty', 'path'])
}

/** Whether an expression can only hold for objects and arrays, as `@.in == 'query'` can: no need to ask it of others. */
export function needsContainer(expression: Expression): boolean {
  switch (expression.kind) {
    case 'member':
      return isMemberOfValue(expression)
    case 'call':
      return isMemberOfValue(expression.object)
    case 'function':
      return expression.name === '@object' || expression.name === '@array'
    case 'binary':
      return needsContainerBoth(expression)
    default:
      return false
  }
}

function needsContainerBoth({ operator, left, right }: Expression & { kind: 'binary' }): boolean {
  switch (operator) {
    case '&&':
      return needsContainer(left) || needsContainer(right)
    case '||':
      return needsContainer(left) && needsContainer(right)
    case '==':
    case '===':
      return (isMemberOfValue(left) && isValue(right)) || (isMemberOfValue(right) && isValue(left))
    default:
      return false
  }
}

/** `@.a`, `@.a.b`: undefined for texts, numbers and the like. Their length and kind are not, nor their items. */
function isMemberOfValue(expression: Expression): boolean {
  if (expression.kind !== 'member') return false
  const { object, property } = expression
  if (object.kind !== 'variable' || object.name !== 'value') return isMemberOfValue(object)
  return (
    property.kind === 'literal' &&
    typeof property.value === 'string' &&
    !['length', 'constructor'].includes(property.value) &&
    !isStringMethod(property.value) &&
    !/^\d+$/.test(property.value)
  )
}

/** A literal that is not undefined, nor null, which undefined equals. */
function isValue(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value !== undefined && expression.value !== null
}

function parts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'array':
      return expression.items
    case 'member':
      return [expression.object, expression.property]
    case 'call':
      return [expression.object, ...expression.args]
    case 'function':
      return expression.args
    case 'unary':
      return [expression.operand]
    case 'binary':
      return [expression.left, expression.right]
    case 'conditional':
      return [expression.test, expression.yes, expression.no]
    default:
      return []
  }
}
