import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileExpression } from '../../../src/engine/jsonpath/compile-expression.ts'
import { asksForContainer, listNeededMembers } from '../../../src/engine/jsonpath/expression-facts.ts'
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
const around = {
  property: 'a',
  parent: { a: 1 },
  grandparent: {},
  parentProperty: 'b',
  root: { a: { a: 1 } },
  path: () => '$',
  deref: (each: unknown) => each,
}
const scalars = ['', 'text', '7', 0, 7, -1.5, true, false, null]

it('no text, number, boolean or null passes a filter that asks for a container', () => {
  let found = 0
  fc.assert(
    fc.property(expression, fc.constantFrom(...scalars), (test, value) => {
      if (!asksForContainer(test)) return
      found++
      expect(compileExpression(test)({ ...around, parent: { a: value }, value })).toBeFalsy()
    }),
    { numRuns: 10_000 * effort },
  )
  expect(found).toBeGreaterThan(100)
})

const names = ['a', 'match', 'length', 'constructor', '0', 'name', '']
const members = fc.constantFrom(1, '', 'a', null, false, [], { a: 1 }, { length: 0 })
const containers = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), members, { noNullPrototype: true }),
  fc.array(members, { maxLength: 2 }),
)

it('no object or array passes a filter that needs members of which it has none', () => {
  let found = 0
  fc.assert(
    fc.property(expression, containers, (test, value) => {
      const needed = listNeededMembers(test)
      if (!needed || needed.some((name) => Object.hasOwn(value, name))) return
      found++
      expect(compileExpression(test)({ ...around, value })).toBeFalsy()
    }),
    { numRuns: 20_000 * effort },
  )
  expect(found).toBeGreaterThan(100)
})
