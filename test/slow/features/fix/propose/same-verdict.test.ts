import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { toFix } from '../../../../../src/check/fixable/fix.ts'
import type { DeclaredFix } from '../../../../../src/core/model/fixes.ts'
import { isRecord, iterateValues } from '../../../../../src/core/model/record.ts'
import { compileSchema } from '../../../../../src/engine/json-schema/compile.ts'
import { SchemaCompileError } from '../../../../../src/engine/json-schema/schema-error.ts'
import { effort } from '../../../../effort.ts'
import { instancesFor } from '../../../../features/fix/propose/instances.ts'
import { judge } from '../../../../features/fix/propose/judge.ts'

type Schema = Record<string, unknown>

const value = fc.constantFrom<unknown>(1, 2, 'a', 'b', null, [1], { a: 1 })

type Member = readonly [keyword: string, value: unknown]

/** A few keywords, and of the schemas behind this one at most one: none is circular. */
function schema(below: readonly string[], depth: number): fc.Arbitrary<Schema> {
  const inner = depth === 0 ? fc.constant<Schema>({ type: 'array' }) : schema(below, depth - 1)
  const some = fc.array(inner, { minLength: 1, maxLength: 2 })
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.constantFrom('array', 'array', 'object', 'string'),
    enum: fc.array(value, { minLength: 2, maxLength: 4 }),
    items: fc.constantFrom({}, { type: 'string' }),
    prefixItems: some,
    contains: fc.constantFrom({ type: 'string' }, { const: 1 }),
    additionalItems: fc.constant(false),
    minItems: fc.constantFrom(0, 1),
    uniqueItems: fc.boolean(),
    unevaluatedItems: fc.constantFrom(false, { type: 'string' }),
    properties: fc.record({ a: inner, default: inner }, { requiredKeys: ['a'], noNullPrototype: true }),
    required: fc.constantFrom([], ['a']),
    minLength: fc.constantFrom(0, 2),
    allOf: some,
    anyOf: some,
    not: inner,
    if: inner,
    ...(below.length > 0 && {
      $ref: fc.constantFrom(...below.map((name) => `#/components/schemas/${name}`)),
    }),
  }
  const members = Object.entries(keywords).map(([keyword, each]) =>
    each.map((made): Member => [keyword, made]),
  )
  const chosen = fc.uniqueArray(fc.oneof(...members), {
    minLength: 1,
    maxLength: 4,
    selector: ([keyword]) => keyword,
  })
  return chosen.map((made) => ({ type: 'array', ...Object.fromEntries(made) }))
}

const bodies = fc.record(
  { A: schema(['B', 'C'], 1), B: schema(['C'], 1), C: schema([], 1) },
  { noNullPrototype: true },
)

const declared: readonly DeclaredFix[] = [
  ...Object.entries({
    items: {},
    uniqueItems: false,
    minItems: 0,
    minLength: 0,
    required: [],
    type: 'array',
  }),
  ...Object.entries({ description: 'a', minItems: 1, enum: [1], contains: {}, additionalProperties: true }),
].flatMap(([field, set]) => [
  { field, set, safe: true },
  { field, remove: true, safe: true },
])

const fixes = [
  'array-items',
  'duplicated-entry-in-enum',
  ...declared.map((declaredFix) => [toFix(declaredFix, () => undefined)]),
]

/** Which values each schema accepts, or that it is none. */
function verdictsOf(schemas: Schema, instances: readonly unknown[]): string {
  const verdicts = Object.keys(schemas).map((name) => {
    const validate = compileSchema({ $ref: `#/components/schemas/${name}`, components: { schemas } })
    return instances.map((instance) => validate(instance).length === 0)
  })
  return JSON.stringify(verdicts)
}

function tryVerdicts(text: string, instances: readonly unknown[]): string {
  try {
    return verdictsOf(parse(text).components.schemas, instances)
  } catch (error) {
    if (error instanceof SchemaCompileError) return error.message
    throw error
  }
}

it('a fix that counts as safe changes no verdict of any schema on any generated value', {
  timeout: 120_000,
}, () => {
  const counts = { safe: 0, unsafe: 0, different: 0 }
  fc.assert(
    fc.property(bodies, fc.nat(), (schemas, seed) => {
      const text = stringify(
        { openapi: '3.1.0', paths: {}, components: { schemas } },
        { aliasDuplicateObjects: false },
      )
      const places = [...iterateValues(schemas)].filter(
        ({ path, value: each }) => path.length > 0 && isRecord(each),
      )
      const instances = instancesFor(schemas)
      const before = verdictsOf(schemas, instances)
      for (const [index, { path }] of places.entries()) {
        const fix = fixes[(seed + index) % fixes.length] ?? ''
        const { kind, after } = judge(text, ['components', 'schemas', ...path], fix)
        if ((kind !== 'safe' && kind !== 'unsafe') || after === text) continue
        counts[kind]++
        const isSame = tryVerdicts(after, instances) === before
        if (kind === 'safe') expect(isSame, `${JSON.stringify(path)}\n${text}\n${after}`).toBe(true)
        else if (!isSame) counts.different++
      }
    }),
    { numRuns: 120 * effort, seed: 9, endOnFailure: true },
  )
  expect(counts.safe).toBeGreaterThan(100)
  expect(counts.different).toBeGreaterThan(50)
})
