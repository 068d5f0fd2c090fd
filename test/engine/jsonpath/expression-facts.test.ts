import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileExpression } from '../../../src/engine/jsonpath/compile-expression.ts'
import { asksForContainer } from '../../../src/engine/jsonpath/expression-facts.ts'
import type { Expression } from '../../../src/engine/jsonpath/query.ts'
import { effort } from '../../effort.ts'

const variable = fc
  .constantFrom('value', 'value', 'root', 'property', 'parent')
  .map((name): Expression => ({ kind: 'variable', name }))
const literal = fc
  .constantFrom('a', 'match', 'length', 'constructor', '0', 'name', '', undefined, null, 1, true)
  .map((value): Expression => ({ kind: 'literal', value }))
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    variable,
    literal,
    fc
      .tuple(fc.oneof(variable, tie('expression')), literal)
      .map(([object, property]): Expression => ({ kind: 'member', object, property })),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('&&', '||', '!==', '===', '!=', '==', 'in'),
      left: tie('expression'),
      right: tie('expression'),
    }),
    fc.record({
      kind: fc.constant('unary' as const),
      operator: fc.constantFrom('!', 'void', 'typeof'),
      operand: tie('expression'),
    }),
    fc.record({
      kind: fc.constant('function' as const),
      name: fc.constantFrom('@object', '@array', '@string', 'Array.isArray', 'Object.keys'),
      args: fc.array(tie('expression'), { minLength: 1, maxLength: 1 }),
    }),
  ),
}))
const scalars = ['', 'text', '7', 0, 7, -1.5, true, false, null]

it('no text, number, boolean or null passes a filter that asks for a container', () => {
  let found = 0
  fc.assert(
    fc.property(expression, fc.constantFrom(...scalars), (test, value) => {
      if (!asksForContainer(test)) return
      found++
      const passes = compileExpression(test)
      const around = {
        property: 'a',
        parent: { a: value },
        grandparent: {},
        parentProperty: 'b',
        root: { a: { a: 1 } },
      }
      expect(passes({ ...around, value, path: () => '$', deref: (each) => each })).toBeFalsy()
    }),
    { numRuns: 10_000 * effort },
  )
  expect(found).toBeGreaterThan(100)
})
