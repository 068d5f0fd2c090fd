import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effort } from '../../effort.ts'
import { selectAll, walkAll } from '../find-matches.ts'

const key = fc.constantFrom('a', 'b', 'c', '0', '1')
const document = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, 0, 1, 'a', 'b', true),
    fc.dictionary(key, tie('node'), { maxKeys: 4 }),
    fc.array(tie('node'), { maxLength: 3 }),
  ),
})).node

const selector = fc.oneof(
  key.map((name) => `['${name}']`),
  fc.constantFrom(
    '[*]',
    '[0]',
    '[-1:]',
    '[0:2]',
    "['a','1']",
    '[?(@.a)]',
    "[?(@property == 'b')]",
    '[?(@ && @.b !== undefined)]',
    '[?(@.length > 1)]',
    "[?(@parentProperty == 'a')]",
    '[?(@ == 1 || @.c == 1)]',
  ),
)
const step = fc.tuple(fc.constantFrom('', '..'), selector).map((parts) => parts.join(''))
const query = fc
  .tuple(fc.array(step, { maxLength: 4 }), fc.constantFrom('', '', '', '^', '~', '^~'))
  .map(([steps, modifiers]) => `$${steps.join('')}${modifiers}`)

it('one walk for all queries finds what each finds by itself', () => {
  fc.assert(
    fc.property(document, fc.array(query, { minLength: 1, maxLength: 6 }), (root, queries) => {
      const together = walkAll(queries, root)
      for (const [index, text] of queries.entries()) {
        const alone = new Set(selectAll(text, root))
        expect([...new Set(together[index])].toSorted(), text).toEqual([...alone].toSorted())
      }
    }),
    { numRuns: 500 * effort },
  )
})

it('without references, a walk hands on each match of a query once', () => {
  fc.assert(
    fc.property(document, query, (root, text) => {
      fc.pre(!text.includes('^'))
      const [found = []] = walkAll([text], root)
      expect(new Set(found).size, text).toBe(found.length)
    }),
    { numRuns: 200 * effort },
  )
})
