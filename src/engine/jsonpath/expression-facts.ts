import { isStringMethod } from './functions.ts'
import type { Expression, QueryVariable } from './query.ts'

export function mentions(expression: Expression, names: readonly QueryVariable[]): boolean {
  if (expression.kind === 'variable') return names.includes(expression.name)
  return listOperands(expression).some((part) => mentions(part, names))
}

export function hasPattern(expression: Expression): boolean {
  return expression.kind === 'regex' || listOperands(expression).some(hasPattern)
}

/** Whether all that an expression looks at is the key: then its answer for a key never changes. */
export function looksAtKeyOnly(expression: Expression): boolean {
  return !mentions(expression, ['value', 'root', 'parent', 'parentProperty', 'path'])
}

/** Whether a filter passes no text, number, boolean or null, as far as can be told from the filter alone. */
export function asksForContainer(test: Expression): boolean {
  if (test.kind === 'function') return containerTests.has(test.name) && isValue(test.args[0])
  if (test.kind !== 'binary') return isAbsentInScalars(test)
  const { operator, left, right } = test
  if (operator === '&&') return asksForContainer(left) || asksForContainer(right)
  if (operator === '||') return asksForContainer(left) && asksForContainer(right)
  if (!isAbsentInScalars(left)) return false
  return operator === '!==' ? isUndefined(right) : operator === '===' && isDefinedLiteral(right)
}

const containerTests: ReadonlySet<string> = new Set(['@object', '@array', 'Array.isArray'])

/** `@.name` and what is in it, where no text has a member or a method of that name. */
function isAbsentInScalars(expression: Expression): boolean {
  if (expression.kind !== 'member') return false
  const { object, property } = expression
  if (property.kind !== 'literal') return false
  if (!isValue(object)) return isAbsentInScalars(object)
  const name = String(property.value)
  return name !== 'length' && name !== 'constructor' && !/^\d+$/.test(name) && !isStringMethod(name)
}

function isValue(expression: Expression | undefined): boolean {
  return expression?.kind === 'variable' && expression.name === 'value'
}

function isDefinedLiteral(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value !== undefined
}

function isUndefined(expression: Expression): boolean {
  if (expression.kind === 'literal') return expression.value === undefined
  return expression.kind === 'unary' && expression.operator === 'void'
}

function listOperands(expression: Expression): readonly Expression[] {
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
