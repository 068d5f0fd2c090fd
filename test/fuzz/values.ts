import fc from 'fast-check'

/** Values of JSON with few names and few scalars, so that they often meet what is asked of them. */
const name = fc.constantFrom('a', 'b', 'c', 'ab')
const number = fc.oneof(
  fc.integer({ min: -3, max: 9 }),
  fc.constantFrom(0.25, 0.5, -1.5, 1e15, 2 ** 53, 1e300, -1e21),
)
const scalar = fc.oneof(fc.constantFrom<unknown>(null, true, false, '', 'a', 'ab', 'b1', '😀', '1'), number)
const { made } = fc.letrec<{ made: unknown }>((tie) => ({
  made: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('made'), { maxLength: 3 }),
    fc.dictionary(name, tie('made'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

export const value = made
export const plainValue = scalar
