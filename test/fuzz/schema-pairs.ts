/** Pairs of schemas, the second of which is the first after a few small edits, each in a direction and a version. */
import fc from 'fast-check'

export type Schema = Readonly<Record<string, unknown>>
export type Use = 'request' | 'response'

export interface SchemaPairCase {
  readonly use: Use
  readonly base: Schema
  readonly head: Schema
  /** Of the base, and of the head. */
  readonly versions: readonly [string, string]
  /** Every schema of this count is a component, in the base and in the head; 0: none. */
  readonly referred: readonly [number, number]
  /** The edits that made one of the other. */
  readonly edits: readonly string[]
}

const name = fc.constantFrom('a', 'b')
const one = (keyword: string, of: fc.Arbitrary<unknown>) => of.map((each): Schema => ({ [keyword]: each }))
const scalar = fc.constantFrom('a', 'b', 'ab', 0, 1, 2, 1.5, true, null, { a: 1 }, ['a'])
const typeNames = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array'] as const

/** Schemas without schemas inside. */
export const leaf: fc.Arbitrary<Schema> = fc.oneof(
  one('type', fc.constantFrom(...typeNames)),
  one('type', fc.uniqueArray(fc.constantFrom(...typeNames), { minLength: 2, maxLength: 3 })),
  one('const', scalar),
  one('enum', fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 })),
  fc.record<Schema>({ type: fc.constantFrom('integer', 'number'), minimum: fc.nat(2) }),
  fc.record<Schema>({ type: fc.constantFrom('integer', 'number'), maximum: fc.nat(3) }),
  fc.record<Schema>({
    type: fc.constantFrom('integer', 'number'),
    multipleOf: fc.constantFrom(0.5, 1, 2, 3),
  }),
  one('exclusiveMinimum', fc.nat(2)),
  one('exclusiveMaximum', fc.nat(2)),
  fc.record<Schema>({ type: fc.constant('string'), pattern: fc.constantFrom('^a', 'b$', '^[ab]*$', '^.$') }),
  fc.record<Schema>({ type: fc.constant('string'), maxLength: fc.nat(2) }),
  fc.record<Schema>({ type: fc.constant('string'), minLength: fc.nat(2) }),
  fc.record<Schema>({ type: fc.constant('string'), enum: fc.subarray(['a', 'b', 'ab'], { minLength: 1 }) }),
)

const closing = fc.constantFrom<Schema>(
  {},
  {},
  {},
  { additionalProperties: false },
  { unevaluatedProperties: false },
  { additionalProperties: { type: 'integer' } },
)

const { schema } = fc.letrec<{ schema: Schema; object: Schema; list: Schema; choice: Schema }>((tie) => {
  const sub = tie('schema')
  const some = fc.array(sub, { minLength: 2, maxLength: 3 })
  const joined = (...parts: fc.Arbitrary<Schema>[]) =>
    fc.tuple(...parts).map((all): Schema => Object.assign({}, ...all))
  const typed = (type: string, ...parts: fc.Arbitrary<Schema>[]) => joined(fc.constant({ type }), ...parts)
  const maybe = (of: fc.Arbitrary<Schema>) => fc.oneof(fc.constant<Schema>({}), of)
  return {
    object: typed(
      'object',
      one('properties', fc.dictionary(name, sub, { minKeys: 1, maxKeys: 2, noNullPrototype: true })),
      maybe(one('required', fc.subarray(['a', 'b'], { minLength: 1 }))),
      closing,
      maybe(
        fc.oneof(
          one('not', fc.record({ required: fc.tuple(name) })),
          one('minProperties', fc.nat(2)),
          one('maxProperties', fc.nat(2)),
          one(
            'patternProperties',
            fc.tuple(fc.constantFrom('^a', 'z$', '.'), sub).map(([key, inner]) => ({ [key]: inner })),
          ),
          one('propertyNames', fc.constantFrom({ maxLength: 0 }, { enum: ['a'] }, { pattern: '^[ab]' })),
          one('dependentRequired', fc.constantFrom({ a: ['b'] }, { b: ['a'] })),
          one(
            'dependentSchemas',
            sub.map((inner) => ({ a: inner })),
          ),
          one('anyOf', fc.constant([{ required: ['a'] }, { required: ['b'] }])),
          joined(one('if', one('required', fc.tuple(name))), one('then', sub)),
          one('oneOf', some),
          one('anyOf', some),
          one('allOf', fc.array(sub, { minLength: 1, maxLength: 2 })),
        ),
      ),
    ),
    list: typed(
      'array',
      one('items', fc.oneof({ weight: 4, arbitrary: sub }, { weight: 1, arbitrary: fc.constant(false) })),
      maybe(one('minItems', fc.nat(2))),
      maybe(
        fc.oneof(
          one('maxItems', fc.nat(2)),
          one('prefixItems', fc.array(sub, { minLength: 1, maxLength: 2 })),
          joined(
            one('contains', leaf),
            maybe(one('minContains', fc.nat(2))),
            maybe(one('maxContains', fc.nat(1))),
          ),
          one('uniqueItems', fc.boolean()),
          one('unevaluatedItems', fc.oneof(fc.constant(false), leaf)),
        ),
      ),
    ),
    choice: fc.oneof(
      one('oneOf', some),
      one('anyOf', some),
      one('allOf', some),
      joined(one('oneOf', some), leaf),
      joined(leaf, one('not', sub)),
      joined(one('if', sub), one('then', sub), one('else', sub)),
      joined(one('if', sub), one('then', sub)),
    ),
    schema: fc.oneof(
      { maxDepth: 2 },
      { weight: 2, arbitrary: leaf },
      { weight: 3, arbitrary: tie('object') },
      { weight: 1, arbitrary: tie('list') },
      { weight: 4, arbitrary: tie('choice') },
    ),
  }
})

const lists = ['allOf', 'anyOf', 'oneOf'] as const
export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schemas inside of one, itself included, each with how the whole is made again with another in its place. */
export function listPlaces(root: Schema): readonly (readonly [Schema, (other: Schema) => Schema])[] {
  const inside = (key: string, value: unknown, put: (changed: unknown) => Schema) =>
    isSchema(value) && !['const', 'enum', 'dependentRequired', 'discriminator', 'default'].includes(key)
      ? listPlaces(value).map(([at, set]) => [at, (other: Schema) => put(set(other))] as const)
      : []
  return [
    [root, (other) => other],
    ...Object.entries(root).flatMap(([key, value]) => {
      const put = (changed: unknown) => ({ ...root, [key]: changed })
      if (['properties', 'patternProperties', 'dependentSchemas'].includes(key))
        return Object.entries(Object(value)).flatMap(([each, inner]) =>
          inside(each, inner, (changed) => put({ ...Object(value), [each]: changed })),
        )
      if (Array.isArray(value) && ['prefixItems', ...lists].includes(key))
        return (value as readonly unknown[]).flatMap((inner, index) =>
          inside(key, inner, (changed) => put((value as readonly unknown[]).with(index, changed))),
        )
      return inside(key, value, put)
    }),
  ]
}

interface Edit {
  readonly kind: string
  readonly at: number
  readonly pick: number
  readonly other: Schema
}

const asList = (value: unknown) => (Array.isArray(value) ? (value as readonly Schema[]) : [])
const choiceIn = (schema: Schema) => lists.find((key) => asList(schema[key]).length > 0)

/** What an edit makes of the schema at its place. */
export const edits: Readonly<Record<string, (schema: Schema, other: Schema, pick: number) => Schema>> = {
  remove: (given, _, pick) => {
    const key = Object.keys(given)[pick % Math.max(1, Object.keys(given).length)]
    return Object.fromEntries(Object.entries(given).filter(([each]) => each !== key))
  },
  add: (given, other) => ({ ...other, ...given }),
  change: (given, other) => ({ ...given, ...other }),
  replace: (_, other) => other,
  'wrap alone': (given, _, pick) => ({ [lists[pick % 3] ?? 'allOf']: [given] }),
  'wrap beside': (given, other, pick) => ({
    [lists[pick % 3] ?? 'anyOf']: pick % 2 ? [given, other] : [other, given],
  }),
  'wrap with null': (given, _, pick) => ({ [pick % 2 ? 'anyOf' : 'oneOf']: [given, { type: 'null' }] }),
  'not not': (given) => ({ not: { not: given } }),
  'add not': (given, other) => ({ ...given, not: other }),
  'add if': (given, other, pick) => ({
    ...given,
    if: other,
    [pick % 2 ? 'then' : 'else']: pick % 3 ? { required: ['a'] } : { properties: { b: { type: 'string' } } },
  }),
  unwrap: (given, _, pick) => {
    const key = choiceIn(given)
    const members = asList(given[key ?? ''])
    if (key === undefined) return given
    const { [key]: __, ...rest } = given
    return { ...rest, ...members[pick % members.length] }
  },
  reverse: (given) => {
    const key = choiceIn(given)
    return key ? { ...given, [key]: asList(given[key]).toReversed() } : given
  },
  'add member': (given, other, pick) => {
    const key = choiceIn(given)
    return key ? { ...given, [key]: asList(given[key]).toSpliced(pick % 3, 0, other) } : given
  },
  'drop member': (given, _, pick) => {
    const key = choiceIn(given)
    const members = key ? asList(given[key]) : []
    return key && members.length > 1
      ? { ...given, [key]: members.toSpliced(pick % members.length, 1) }
      : given
  },
  rename: (given, _, pick) => {
    const key = choiceIn(given)
    if (key === undefined) return given
    const { [key]: members, ...rest } = given
    return { ...rest, [lists[pick % 3] ?? 'anyOf']: members }
  },
  'move inside': (given, _, pick) => {
    const keys = Object.keys(given)
    const key = keys[pick % Math.max(1, keys.length)]
    if (key === undefined || key === 'allOf' || key === 'then' || key === 'else') return given
    const { [key]: value, ...rest } = given
    return { ...rest, allOf: [...asList(given.allOf), { [key]: value }] }
  },
  'move into members': (given) => {
    const key = (['oneOf', 'anyOf'] as const).find((each) => asList(given[each]).length > 0)
    if (key === undefined) return given
    const { [key]: members, ...rest } = given
    return { [key]: asList(members).map((member) => ({ allOf: [rest, member] })) }
  },
  'from then': (given) => (isSchema(given.then) ? { ...given, ...given.then } : given),
  close: (given, _, pick) => ({
    ...given,
    [pick % 2 ? 'additionalProperties' : 'unevaluatedProperties']: false,
  }),
  open: ({ additionalProperties: _, unevaluatedProperties: __, ...given }) => given,
  'toggle null': (given) => {
    const types = [given.type ?? []].flat()
    if (types.length === 0) return given
    const left = types.filter((type) => type !== 'null')
    return { ...given, type: left.length < types.length && left.length > 0 ? left : [...types, 'null'] }
  },
  'toggle value': (given, _, pick) => {
    if (!Array.isArray(given.enum)) return given
    const [value] = [['a', 1, null, 'b'][pick % 4]]
    const left = given.enum.filter((each) => each !== value)
    return { ...given, enum: left.length < given.enum.length && left.length > 0 ? left : [...left, value] }
  },
}

const edit = fc.record<Edit>({
  kind: fc.constantFrom(...Object.keys(edits)),
  at: fc.nat(7),
  pick: fc.nat(5),
  other: fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: schema }),
})

function applyEdit(root: Schema, { kind, at, pick, other }: Edit): Schema {
  const places = listPlaces(root)
  const [place, put] = places[at % places.length] ?? [root, (changed: Schema) => changed]
  return put(edits[kind]?.(place, other, pick) ?? place)
}

const newer =
  /^(?:exclusive|unevaluated|if$|then$|else$|prefixItems$|.*[cC]ontains$|dependent|patternProperties$|propertyNames$)/

/** The same as 3.0 writes it, where null is `nullable` beside a type or an allOf. */
export function toOldStyle(root: Schema, isChoice: boolean): Schema {
  return JSON.parse(JSON.stringify(root), (_, value: unknown) => {
    if (!isSchema(value)) return value
    const { type, const: constant, ...rest } = value
    const others = Object.fromEntries(Object.entries(rest).filter(([key]) => !newer.test(key)))
    const types = [type ?? []].flat()
    const [first = 'string'] = types.filter((each) => each !== 'null')
    const old = {
      ...others,
      ...(constant !== undefined && { enum: [constant] }),
      ...(type !== undefined && { type: first }),
    }
    if (!types.includes('null')) return old
    return isChoice ? { allOf: [old], nullable: true } : { ...old, nullable: true }
  }) as Schema
}

/** What 3.1 writes for `nullable`, in one of two ways. */
export function toNewStyle(root: Schema, isChoice: boolean): Schema {
  return JSON.parse(JSON.stringify(root), (_, value: unknown) => {
    if (!isSchema(value) || value.nullable !== true) return value
    const { nullable: __, ...others } = value
    if (typeof others.type === 'string' && !isChoice) return { ...others, type: [others.type, 'null'] }
    return { anyOf: [others, { type: 'null' }] }
  }) as Schema
}

export const bothVersions = fc.constantFrom<readonly [string, string]>(
  ['3.1.0', '3.1.0'],
  ['3.1.0', '3.1.0'],
  ['3.1.0', '3.1.0'],
  ['3.0.3', '3.0.3'],
  ['3.0.3', '3.1.0'],
  ['3.1.0', '3.0.3'],
)

export const schemaPairs: fc.Arbitrary<SchemaPairCase> = fc
  .record({
    use: fc.constantFrom<Use>('request', 'response'),
    versions: bothVersions,
    start: schema,
    steps: fc.array(edit, { minLength: 1, maxLength: 3 }),
    isChoice: fc.boolean(),
    isBack: fc.boolean(),
    referred: fc.tuple(fc.nat(3), fc.nat(3)),
  })
  .map(({ use, versions, start, steps, isChoice, isBack, referred }) => {
    const end = steps.reduce(applyEdit, start)
    const [first, last] = isBack ? [end, start] : [start, end]
    const write = (written: Schema, version: string) => {
      if (!versions.includes('3.0.3')) return written
      const old = toOldStyle(written, isChoice)
      return version === '3.0.3' ? old : toNewStyle(old, isChoice)
    }
    return {
      use,
      versions,
      referred,
      edits: steps.map(({ kind }) => kind),
      base: write(first, versions[0]),
      head: write(last, versions[1]),
    }
  })
