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
