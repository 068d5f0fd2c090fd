/**
 * Pairs of definitions whose schemas are components that refer to each other and to themselves, with discriminators, readOnly,
 * writeOnly, formats and defaults; the second is the first after a few small edits, and may be split over files in another way.
 */
import fc from 'fast-check'
import {
  bothVersions,
  isSchema,
  listPlaces,
  type Schema,
  edits as schemaEdits,
  toNewStyle,
  toOldStyle,
  type Use,
} from './schema-pairs.ts'

/** The schema of a body and the components; a reference is `{ $ref: 'A' }`, and so is what a mapping names. */
export interface Api {
  readonly root: Schema
  readonly schemas: Readonly<Record<string, Schema>>
}

/** One file, one with all components, or one for each. */
export type Layout = 'one' | 'two' | 'each'

export interface ApiPairCase {
  readonly use: Use
  readonly versions: readonly [string, string]
  readonly layouts: readonly [Layout, Layout]
  readonly base: Api
  readonly head: Api
  readonly edits: readonly string[]
}

const names = ['A', 'B', 'C'] as const
const properties = ['a', 'b', 'kind'] as const
const component = fc.constantFrom(...names)
const refTo = (to: string): Schema => ({ $ref: to })
const ref = component.map(refTo)
const refs = fc.uniqueArray(component, { minLength: 1, maxLength: 3 }).map((some) => some.map(refTo))
const formats = ['date', 'date-time', 'uuid', 'int32', 'int64', 'email'] as const
const tag = fc.constantFrom('A', 'B', 'C', 'x', 'y')

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(
    { type: 'string' },
    { type: 'integer' },
    { type: 'number' },
    { type: 'boolean' },
    { type: ['string', 'null'] },
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', minLength: 2 },
    { type: 'integer', maximum: 2 },
  ),
  fc.constantFrom('date', 'date-time', 'uuid', 'email').map((format) => ({ type: 'string', format })),
  fc.constantFrom('int32', 'int64').map((format) => ({ type: 'integer', format })),
)

const member: fc.Arbitrary<Schema> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: ref },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.oneof(ref, scalar).map((items) => ({ type: 'array', items })),
      ref.map((to) => ({ anyOf: [to, { type: 'null' }] })),
      refs.map((oneOf) => ({ oneOf })),
      ref.map((additionalProperties) => ({ type: 'object', additionalProperties })),
    ),
  },
)

const mark = fc.constantFrom<Schema>({}, {}, {}, { readOnly: true }, { writeOnly: true })
const property = fc.tuple(member, mark).map(([own, marks]): Schema => ({ ...own, ...marks }))
const kind = fc.oneof(
  fc.constant<Schema>({ type: 'string' }),
  fc.constant<Schema>({ type: 'string' }),
  tag.map((one): Schema => ({ type: 'string', enum: [one] })),
  tag.map((one): Schema => ({ const: one })),
)
const required = fc.subarray([...properties], { minLength: 0 })
const mapping = fc.dictionary(tag, component, { maxKeys: 3, noNullPrototype: true })
const discriminator = fc.oneof(fc.constant(undefined), mapping).map(
  (mapped): Schema => ({
    discriminator: { propertyName: 'kind', ...(mapped !== undefined && { mapping: mapped }) },
  }),
)
const none = fc.constant<Schema>({})

/** Of a component, which may say the same value is also one of these. */
const object = (...others: string[]): fc.Arbitrary<Schema> =>
  fc
    .tuple(
      fc.record({ a: property, b: property, kind }, { requiredKeys: ['a'], noNullPrototype: true }),
      required,
      fc.oneof(none, none, none, fc.constant<Schema>({ additionalProperties: false })),
      fc.oneof(
        none,
        ...(others.length > 0 ? [fc.constantFrom(...others).map((to) => ({ allOf: [refTo(to)] }))] : []),
        discriminator,
      ),
    )
    .map(([own, needed, closing, more]) => ({
      type: 'object',
      properties: own,
      ...(needed.length > 0 && { required: needed }),
      ...closing,
      ...more,
    }))

const choice = (...others: string[]): fc.Arbitrary<Schema> =>
  fc
    .tuple(
      fc.constantFrom('oneOf', 'anyOf'),
      fc.shuffledSubarray(others, { minLength: 1 }),
      fc.oneof(none, discriminator),
    )
    .map(([keyword, members, more]) => ({ [keyword]: members.map(refTo), ...more }))

const whole = (...others: string[]): fc.Arbitrary<Schema> =>
  fc.oneof(
    { weight: 5, arbitrary: object(...others) },
    { weight: 2, arbitrary: choice(...others) },
    { weight: 1, arbitrary: scalar },
    { weight: 1, arbitrary: ref.map((items) => ({ type: 'array', items })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...others), object())
        .map(([to, own]): Schema => ({ allOf: [refTo(to), own] })),
    },
  )

interface Edit {
  readonly kind: string
  readonly at: number
  readonly pick: number
  readonly other: Schema
  readonly to: string
}

const pickOf = <Item>(items: readonly Item[], pick: number) => items[pick % Math.max(1, items.length)]
const toggled = (schema: Schema, key: string, value: unknown): Schema => {
  const { [key]: had, ...rest } = schema
  return had === undefined ? { ...schema, [key]: value } : rest
}

/** What an edit makes of the schema at its place. */
const edits: Readonly<Record<string, (given: Schema, edit: Edit, schemas: Api['schemas']) => Schema>> = {
  ...Object.fromEntries(
    [
      'remove',
      'replace',
      'wrap alone',
      'wrap with null',
      'add member',
      'drop member',
      'rename',
      'toggle null',
    ].map((each) => [
      each,
      (given: Schema, { other, pick }: Edit) => schemaEdits[each]?.(given, other, pick) ?? given,
    ]),
  ),
  close: (given) => toggled(given, 'additionalProperties', false),
  mark: (given, { pick }) => toggled(given, pick % 2 ? 'readOnly' : 'writeOnly', true),
  require: (given, { pick }) => {
    const name = pickOf(properties, pick) ?? 'a'
    const had = Array.isArray(given.required) ? given.required.map(String) : []
    const left = had.filter((each) => each !== name)
    return { ...given, required: left.length < had.length ? left : [...had, name] }
  },
  property: (given, { pick, other }) => {
    if (!isSchema(given.properties)) return given
    return { ...given, properties: toggled(given.properties, pickOf(properties, pick) ?? 'a', other) }
  },
  format: (given, { pick }) => {
    const { format, ...rest } = given
    return pick === 0 || (format === undefined && given.type === undefined)
      ? rest
      : { ...given, format: pickOf(formats, pick) }
  },
  default: (given, { pick }) => {
    const { default: had, ...rest } = given
    const value = pickOf(['a', 'ab', 1, 2, true], pick)
    return typeof given.type !== 'string' || had === value ? rest : { ...given, default: value }
  },
  discriminate: (given) => toggled(given, 'discriminator', { propertyName: 'kind' }),
  map: (given, { pick, to }) => {
    if (!isSchema(given.discriminator)) return given
    const mapped = Object(given.discriminator.mapping) as Schema
    const name = pickOf(['x', 'y', 'A', 'B'], pick) ?? 'x'
    const changed =
      pick > 3 && mapped[name] !== undefined ? { ...mapped, [name]: to } : toggled(mapped, name, to)
    return { ...given, discriminator: { ...given.discriminator, mapping: changed } }
  },
  inline: (given, _, schemas) =>
    typeof given.$ref === 'string' ? { ...given, ...schemas[given.$ref], $ref: undefined } : given,
  refer: (given, { to }) => (given.$ref === undefined ? given : { ...given, $ref: to }),
  split: (given, { pick }) => {
    const { properties: own, required: needed, ...rest } = given
    if (!isSchema(own) || given.allOf !== undefined || given.additionalProperties === false) return given
    const part = { type: 'object', properties: own, ...(needed !== undefined && { required: needed }) }
    return pick % 2
      ? { ...rest, allOf: [part] }
      : { ...rest, properties: own, ...(needed !== undefined && { allOf: [{ required: needed }] }) }
  },
}

const edit = fc.record<Edit>({
  kind: fc.constantFrom(...Object.keys(edits)),
  at: fc.nat(30),
  pick: fc.nat(5),
  other: property,
  to: component,
})

const clean = (schema: Schema) => JSON.parse(JSON.stringify(schema)) as Schema

/** The components that a schema leads to. */
function listUsed({ root, schemas }: Api): ReadonlySet<string> {
  const read = (schema: unknown) => names.filter((name) => JSON.stringify(schema).includes(`"${name}"`))
  const found = new Set<string>(read(root))
  for (const name of found) for (const inner of read(schemas[name])) found.add(inner)
  return found
}

function applyEdit({ root, schemas }: Api, change: Edit): Api {
  const used = listUsed({ root, schemas })
  const places = [
    ...listPlaces(root).map(
      ([place, put]) => [place, (other: Schema) => ({ root: put(other), schemas })] as const,
    ),
    ...Object.entries(schemas).flatMap(([name, each]) =>
      (used.has(name) ? listPlaces(each) : []).map(
        ([place, put]) =>
          [place, (other: Schema) => ({ root, schemas: { ...schemas, [name]: put(other) } })] as const,
      ),
    ),
  ]
  const changed = places.flatMap(([place, put]) => {
    const made = clean(edits[change.kind]?.(place, change, schemas) ?? place)
    return JSON.stringify(made) === JSON.stringify(place) ? [] : [put(made)]
  })
  return pickOf(changed, change.at) ?? { root, schemas }
}

/** In 3.0, nothing counts beside a reference. */
function apart(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (!isSchema(value) || typeof value.$ref !== 'string' || Object.keys(value).length === 1) return value
    const { $ref, ...others } = value
    return { ...others, allOf: [{ $ref }, ...(Array.isArray(others.allOf) ? others.allOf : [])] }
  }) as Schema
}

export const apiPairs: fc.Arbitrary<ApiPairCase> = fc
  .record({
    use: fc.constantFrom<Use>('request', 'response'),
    versions: bothVersions,
    layouts: fc.tuple(
      fc.constantFrom<Layout>('one', 'two', 'each'),
      fc.constantFrom<Layout>('one', 'two', 'each'),
    ),
    start: fc.record<Api>({
      root: fc.oneof(
        { weight: 4, arbitrary: fc.constant<Schema>({ $ref: 'A' }) },
        { weight: 1, arbitrary: choice(...names) },
      ),
      schemas: fc.record({ A: whole('B', 'C'), B: whole('C'), C: object() }, { noNullPrototype: true }),
    }),
    steps: fc.array(edit, { minLength: 1, maxLength: 2 }),
    isChoice: fc.boolean(),
    isBack: fc.boolean(),
  })
  .map(({ use, versions, layouts, start, steps, isChoice, isBack }) => {
    const end = steps.reduce(applyEdit, start)
    const [first, last] = isBack ? [end, start] : [start, end]
    const writeSchema = (schema: Schema, version: string) => {
      if (!versions.includes('3.0.3')) return schema
      const old = toOldStyle(schema, isChoice)
      return version === '3.0.3' ? apart(old) : toNewStyle(old, isChoice)
    }
    const write = ({ root, schemas }: Api, version: string): Api => ({
      root: writeSchema(root, version),
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, each]) => [name, writeSchema(each, version)]),
      ),
    })
    return {
      use,
      versions,
      layouts,
      base: write(first, versions[0]),
      head: write(last, versions[1]),
      edits: steps.map((step) => step.kind),
    }
  })
