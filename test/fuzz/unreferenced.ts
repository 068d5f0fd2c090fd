/**
 * `unreferencedReusableObject` against its documentation: a definition is used if some `$ref` names it, from a place that
 * is not in the definition itself.
 */
import fc from 'fast-check'
import { runFunction } from '../engine/functions/run-function.ts'
import { oracle } from './oracle.ts'

const names = ['a', 'b', 'c/d', 'e~f', 'g h', 'é']
const name = fc.constantFrom(...names)
const places = ['definitions', 'components/schemas']
const escaped = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1')
const encoded = (text: string) => encodeURIComponent(escaped(text))

const ref = fc
  .record({
    place: fc.constantFrom(...places, 'elsewhere'),
    name,
    end: fc.constantFrom('', '', '/properties/x', '/'),
    write: fc.constantFrom(escaped, encoded),
  })
  .map(({ place, name: to, end, write }) => ({ $ref: `#/${place}/${write(to)}${end}` }))
const other = fc.constantFrom(
  { $ref: 'other.yaml#/definitions/a' },
  { $ref: '#' },
  { $ref: '#a' },
  { $ref: 1 },
)

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constant({ type: 'string' }),
    ref,
    other,
    fc.record({
      properties: fc.dictionary(fc.constantFrom('x', '$ref'), tie('schema'), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
    }),
    fc.record({ allOf: fc.array(tie('schema'), { maxLength: 2 }) }),
  ),
}))
const schemas = fc.dictionary(name, schema, { maxKeys: 4, noNullPrototype: true })

const cases = fc.record({
  place: fc.constantFrom(...places),
  root: fc.record({
    definitions: schemas,
    components: fc.record({ schemas }),
    paths: fc.array(schema, { maxLength: 3 }),
  }),
})

type Found = readonly [place: readonly string[], target: string]

/** Every text under `$ref`, as it is written, with the place of the object that has it. */
function refsIn(value: unknown, path: readonly string[] = []): Found[] {
  if (typeof value !== 'object' || value === null) return []
  const own: Found[] = '$ref' in value && typeof value.$ref === 'string' ? [[path, value.$ref]] : []
  return [...own, ...Object.entries(value).flatMap(([key, each]) => refsIn(each, [...path, key]))]
}

const keysOf = (pointer: string) =>
  decodeURIComponent(pointer.slice(1))
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

export const run = oracle(cases, ({ place, root }) => {
  const location = place.split('/')
  const target: object = place === 'definitions' ? root.definitions : root.components.schemas
  const isUsed = (key: string) =>
    refsIn(root).some(([from, to]) => {
      if (!to.startsWith('#/')) return false
      const own = [...location, key]
      const isInside = own.every((each, index) => from[index] === each)
      return !isInside && JSON.stringify(keysOf(to)) === JSON.stringify(own)
    })
  const expected = Object.keys(target).filter((key) => !isUsed(key))
  const found = runFunction(
    'unreferencedReusableObject',
    target,
    { reusableObjectsLocation: `#/${place}` },
    { root, path: location },
  )
  const unused = found.map(({ path }) => path?.at(-1))
  if (JSON.stringify(unused) !== JSON.stringify(expected))
    throw new Error(`nothing refers to ${JSON.stringify(expected)}, and ${JSON.stringify(unused)} were found`)
  return expected.length === 0
    ? 'all used'
    : expected.length === Object.keys(target).length
      ? 'none used'
      : 'some used'
})
