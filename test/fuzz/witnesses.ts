/** Small values that may tell two schemas apart, and the readings by which they do. */
import { compileSchema } from '../../src/engine/json-schema/compile.ts'
import { isSchema, type Schema, type SchemaPairCase } from './schema-pairs.ts'

const scalars = [null, true, false, '', 'a', 'b', 'ab', 'c', 'abc', 0, 1, 2, 3, 1.5, 0.5, -1]
const fewScalars = [null, true, 'a', 'ab', '', 0, 1, 1.5]
const mostValues = 400

/** All schemas inside. */
function listInner(root: unknown): readonly Schema[] {
  if (Array.isArray(root)) return root.flatMap(listInner)
  if (!isSchema(root)) return []
  return [root, ...Object.values(root).flatMap(listInner)]
}

function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, Math.ceil(items.length / most))
  // Two steps that have nothing in common with the sizes of the lists that were combined.
  return items.filter((_, index) => index % step === 0 || index % 7 === 3).slice(0, most * 2)
}

const unique = (values: readonly unknown[]) => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

/** What is near the limits and constants of schemas, and of what is in them. */
export function listWitnesses(schemas: readonly Schema[], depth = 2): readonly unknown[] {
  const inner = schemas.flatMap(listInner)
  const numbers = inner.flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].flatMap((bound) =>
      typeof bound === 'number' ? [bound - 1, bound, bound + 1] : [],
    ),
  )
  const texts = inner.flatMap(({ minLength, maxLength }) =>
    [minLength, maxLength].flatMap((length) =>
      typeof length === 'number' ? ['a'.repeat(length), 'a'.repeat(length + 1)] : [],
    ),
  )
  const listed = inner.flatMap(({ const: constant, enum: values }) => [
    ...(constant === undefined ? [] : [constant]),
    ...(Array.isArray(values) ? values : []),
  ])
  const plain = unique([...(depth === 2 ? scalars : fewScalars), ...numbers, ...texts, ...listed])
  if (depth === 0) return [...plain, {}, [], { a: 1 }, ['a']]
  const named = (name: string) => inner.flatMap(({ properties }) => Object(properties)[name] ?? [])
  const candidates = (name: string) => {
    const own = named(name).filter(isSchema)
    return own.length > 0 ? listWitnesses(own, depth - 1) : fewScalars
  }
  const [forA, forB] = [candidates('a'), candidates('b')]
  const alone = [
    ...forA.map((value) => ({ a: value })),
    ...forB.map((value) => ({ b: value })),
    ...[1, 'a', null].map((value) => ({ z: value })),
  ]
  const pairs = spread(
    forA.flatMap((first) => forB.map((second) => ({ a: first, b: second }))),
    mostValues / 4,
  )
  const items = inner.flatMap(({ items: each }) => (isSchema(each) ? [each] : []))
  const elements = items.length > 0 ? listWitnesses(items, depth - 1) : fewScalars
  const arrays = [
    [],
    ...elements.map((value) => [value]),
    ...spread(
      elements.flatMap((first) => [1, 'a', null].map((second) => [first, second])),
      40,
    ),
  ]
  const extra = [
    { a: 1, z: 1 },
    { b: 'a', z: 1 },
    { a: 'a', b: 1, z: 'a' },
  ]
  return [...plain, {}, ...alone, ...pairs, ...extra, ...arrays]
}

export function revived(root: Schema, change: (each: Schema) => Schema): Schema {
  return JSON.parse(JSON.stringify(root), (_, value: unknown) =>
    isSchema(value) ? change(value) : value,
  ) as Schema
}

/** What a reading goes by. */
type Compared = Pick<SchemaPairCase, 'use' | 'versions' | 'base' | 'head'>

export type Reading = (schema: Schema, pair: Compared, which: 'base' | 'head') => Schema

/** Properties and items mean an object and a list. */
export const withTypes: Reading = (schema) =>
  revived(schema, (each) => {
    if (each.type !== undefined) return each
    if (isSchema(each.properties) && !isSchema(each.properties.properties)) return { ...each, type: 'object' }
    return each.items === undefined ? each : { ...each, type: 'array' }
  })

/** A reading that lets in more does so in each alternative, which is no reason why several of them exclude each other. */
function letIn(schema: Schema, change: (each: Schema) => Schema): Schema {
  const changed = revived(schema, change)
  if (JSON.stringify(changed) === JSON.stringify(schema)) return schema
  return revived(changed, ({ oneOf, ...others }) => ({
    ...others,
    ...(oneOf !== undefined && { allOf: [...[others.allOf ?? []].flat(), { anyOf: oneOf }] }),
  }))
}

/** A client passes over properties that it does not know; in conditions, that is another question. */
export const opened =
  (areConditionsToo: boolean): Reading =>
  (schema, { use }, which) => {
    if (use === 'request' || which === 'head') return schema
    const open = (each: Schema): Schema =>
      Object.fromEntries(
        Object.entries(each).filter(([key, value]) => !(closing.has(key) && value === false)),
      )
    if (areConditionsToo) return letIn(schema, open)
    const kept = new Map<string, unknown>()
    const marked = revived(schema, (each) =>
      Object.fromEntries(
        Object.entries(each).map(([key, value]) => {
          if (key !== 'if' && key !== 'not') return [key, value]
          kept.set(String(kept.size), value)
          return [key, { kept: String(kept.size - 1) }]
        }),
      ),
    )
    const back = (each: Schema): Schema => (kept.get(String(each.kept)) as Schema | undefined) ?? each
    return revived(letIn(marked, open), back)
  }

const closing = new Set(['additionalProperties', 'unevaluatedProperties'])

/** A property that one version describes and the other does not breaks nothing where others were allowed. */
const described: Reading = (schema, { use, base, head }, which) => {
  const other = which === 'base' ? head : base
  const isWithin = (use === 'request') === (which === 'base')
  const objects = listInner(other).filter((each) => each.type === 'object' || isSchema(each.properties))
  const isNamed = (name: string) => objects.every(({ properties }) => Object.hasOwn(Object(properties), name))
  return (isWithin ? revived : letIn)(schema, (each) => {
    if (!isSchema(each.properties)) return each
    const properties = Object.entries(each.properties).map(([name, inner]) => [
      name,
      isNamed(name) ? inner : {},
    ])
    return { ...each, properties: Object.fromEntries(properties) }
  })
}

/** `nullable` as 3.0.3 says, beside a type alone, or as people mean it beside a choice. */
export const withNull =
  (isMeant: boolean): Reading =>
  (schema, { versions }, which) =>
    versions[which === 'base' ? 0 : 1] !== '3.0.3'
      ? schema
      : revived(schema, ({ nullable, ...others }) => {
          const isListed = Array.isArray(others.enum) && !others.enum.includes(null)
          const isChoice = ['allOf', 'anyOf', 'oneOf'].some((key) => key in others)
          if (nullable === true && !isListed && others.type !== undefined)
            return { ...others, type: [others.type, 'null'].flat() }
          if (isMeant && nullable === true && isChoice) return { anyOf: [others, { type: 'null' }] }
          return others
        })

const readings: readonly (readonly Reading[])[] = [
  [withNull(false)],
  [withNull(true)],
  [withNull(false), withTypes],
  [withNull(true), opened(true)],
  [withNull(true), opened(false)],
  [withNull(false), opened(true), withTypes],
  [withNull(false), opened(false), withTypes],
  [withNull(true), described],
  [withNull(false), described, withTypes],
]

/** Values that show a break by all readings: in doubt, a value shows nothing. */
export function findBreaks(pair: SchemaPairCase): readonly unknown[] {
  let values = listWitnesses([pair.base, pair.head])
  for (const steps of readings) {
    if (values.length === 0) break
    const read = (which: 'base' | 'head') =>
      compileSchema(steps.reduce((schema, step) => step(schema, pair, which), pair[which]))
    const [base, head] = [read('base'), read('head')]
    const [within, allowed] = pair.use === 'request' ? [base, head] : [head, base]
    values = values.filter((value) => within(value).length === 0 && allowed(value).length > 0)
  }
  // Until 3.0, it is not clear whether a schema without a type takes null.
  return pair.versions.includes('3.0.3')
    ? values.filter((value) => !JSON.stringify(value).includes('null'))
    : values
}
