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
  if (test.kind === 'binary' && test.operator === '&&')
    return asksForContainer(test.left) || asksForContainer(test.right)
  if (test.kind === 'binary' && test.operator === '||')
    return asksForContainer(test.left) && asksForContainer(test.right)
  return listNeededMembers(test)?.every(isAbsentInScalars) ?? false
}

const containerTests: ReadonlySet<string> = new Set(['@object', '@array', 'Array.isArray'])

function isAbsentInScalars(member: string): boolean {
  return member !== 'length' && !/^\d+$/.test(member) && !isStringMethod(member)
}

/** A filter passes no value that has none of these members; undefined: the filter alone does not tell. */
export function listNeededMembers(test: Expression): readonly string[] | undefined {
  if (test.kind === 'member') return listFirstMember(test)
  if (test.kind !== 'binary') return undefined
  const { operator, left, right } = test
  if (operator === '&&' || operator === '||') {
    const [ofLeft, ofRight] = [listNeededMembers(left), listNeededMembers(right)]
    if (operator === '||') return ofLeft && ofRight && [...new Set([...ofLeft, ...ofRight])]
    return ofLeft && ofRight && ofRight.length < ofLeft.length ? ofRight : (ofLeft ?? ofRight)
  }
  const isOfPresent = operator === '!==' ? isUndefined(right) : operator === '===' && isDefinedLiteral(right)
  return isOfPresent && left.kind === 'member' ? listFirstMember(left) : undefined
}

/** `name` of `@.name.of.more`; every value has a `constructor`. */
function listFirstMember({
  object,
  property,
}: Expression & { kind: 'member' }): readonly string[] | undefined {
  if (property.kind !== 'literal') return undefined
  if (!isValue(object)) return object.kind === 'member' ? listFirstMember(object) : undefined
  const name = String(property.value)
  return name === 'constructor' ? undefined : [name]
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
