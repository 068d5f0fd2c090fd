/** Pairs of schemas by chance, and values that tell them apart. */
export type Schema = Readonly<Record<string, unknown>>
export type Draw = (count: number) => number

export interface Drawn {
  readonly use: 'request' | 'response'
  readonly base: Schema
  readonly head: Schema
  /** 3.1 by default. */
  readonly version?: string
  /** What references lead to, of both or of each. */
  readonly components?: readonly [
    base: Readonly<Record<string, Schema>>,
    head: Readonly<Record<string, Schema>>,
  ]
}

const types = ['string', 'integer', 'number', 'boolean', 'null']
const leaves: readonly Schema[] = [
  ...types.map((type) => ({ type })),
  ...['a', 'b', 1, null].map((constant) => ({ const: constant })),
  { enum: ['a', 'c'] },
  { enum: ['b', null] },
  { enum: ['a', 1] },
  { type: 'string', const: 'a' },
  { type: ['string', 'boolean'] },
  { type: ['integer', 'null'] },
  { type: 'object', required: ['k'], properties: { k: { const: 'x' } } },
  { type: 'object', required: ['k'], properties: { k: { const: 'y' } } },
  { type: 'object', required: ['p'] },
  { type: 'string', maxLength: 1 },
]
const names = ['p', 'q', 'k']
const scalars = ['a', 'b', 'c', 'dd', '', 0, 1, 2, 3, 1.5, -1, true, false, null]
const objects = names.flatMap((name) =>
  ['a', 1, null, true].map((value) => ({ [name]: value, ...(value === 1 && { q: 2 }) })),
)
const deep = [{ c: { p: 'a' } }, { c: { p: 1 } }, { c: {} }, { c: 1 }, { c: { c: { p: 1 } } }, { c: null }]
const lists = [[], ['a'], [1], [1, 1], ['a', 1, 2], [null], [{ p: 1 }]]
export const judged: readonly unknown[] = [
  ...scalars,
  {},
  ...objects,
  { k: 'x' },
  { k: 'y', p: 1 },
  { p: 1, q: 1, k: 1, z: 1 },
  { p: 'a', k: 'x', q: 'a' },
  { z: 1 },
  { z: 'a' },
  { pp: 1 },
  ...deep,
  ...lists,
]

export function drawFrom(seed: number): Draw {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

function one<T>(draw: Draw, from: readonly T[]): T {
  return from[draw(from.length)] as T
}

function choice(draw: Draw, depth = 2): Schema {
  if (depth === 0 || draw(3) === 0) return one(draw, leaves)
  const members = Array.from({ length: 2 + draw(2) }, () => choice(draw, depth - 1))
  return { [one(draw, ['oneOf', 'anyOf'])]: members }
}

/** The same with some of the choices within choices put together, or with another keyword. */
function flattened(draw: Draw, schema: Schema): Schema {
  const keyword = ['oneOf', 'anyOf'].find((key) => key in schema)
  if (keyword === undefined) return schema
  const members = (schema[keyword] as readonly Schema[]).flatMap((member) => {
    const inner = flattened(draw, member)
    return draw(4) > 0 ? ((inner.oneOf ?? inner.anyOf ?? [inner]) as readonly Schema[]) : [inner]
  })
  return { [draw(6) > 0 ? keyword : one(draw, ['oneOf', 'anyOf'])]: members }
}

/** The same with fewer alternatives, or one that is another, or one of them alone. */
function reduced(draw: Draw, schema: Schema): Schema {
  const keyword = ['oneOf', 'anyOf'].find((key) => key in schema)
  if (keyword === undefined) return one(draw, leaves)
  const members = [...(schema[keyword] as readonly Schema[])]
  const at = draw(members.length)
  if (draw(4) === 0) return members[at] as Schema
  members.splice(at, 1, ...(draw(2) ? [reduced(draw, members[at] as Schema)] : []))
  return { [keyword]: members }
}

const keywords: Readonly<Record<string, (draw: Draw, depth: number) => Schema>> = {
  type: (draw) => ({ type: draw(2) ? one(draw, types) : [...new Set([one(draw, types), one(draw, types)])] }),
  enum: (draw) => ({ enum: [...new Set(Array.from({ length: 1 + draw(3) }, () => one(draw, scalars)))] }),
  const: (draw) => ({ const: one(draw, scalars) }),
  minimum: (draw) => ({ [one(draw, ['minimum', 'exclusiveMinimum'])]: draw(3) - 1 }),
  maximum: (draw) => ({ [one(draw, ['maximum', 'exclusiveMaximum'])]: draw(4) - 1 }),
  multipleOf: (draw) => ({ multipleOf: one(draw, [0.5, 1, 2]) }),
  length: (draw) => ({ [one(draw, ['minLength', 'maxLength'])]: draw(3) }),
  pattern: (draw) => ({ pattern: one(draw, ['^a', 'b', '^.*$']) }),
  object: (draw, depth) => ({
    type: 'object',
    ...(depth > 0 && {
      properties: Object.fromEntries(names.map((name) => [name, plain(draw, depth - 1)])),
    }),
    ...(draw(2) && { required: [one(draw, names)] }),
    ...(depth > 0 && draw(2) && { additionalProperties: one(draw, [false, true, { type: 'integer' }]) }),
  }),
  list: (draw, depth) => ({
    type: 'array',
    items: plain(draw, Math.max(0, depth - 1)),
    [one(draw, ['minItems', 'maxItems'])]: draw(3),
  }),
  allOf: (draw, depth) => ({ allOf: [plain(draw, Math.max(0, depth - 1)), plain(draw, 0)] }),
}

function plain(draw: Draw, depth = 2): Schema {
  const keys = Object.keys(keywords).filter((name) => depth > 0 || !/^(?:object|list|allOf)$/.test(name))
  const parts = Array.from({ length: 1 + draw(3) }, () => keywords[one(draw, keys)]?.(draw, depth))
  return Object.assign({}, ...parts)
}

/** The same without a keyword, with one more, or with one that is moved into an allOf. */
function edited(draw: Draw, schema: Schema): Schema {
  const [name = 'type'] = [
    one(
      draw,
      Object.keys(schema).filter((key) => !/^(?:type|properties|items|required|add.*)$/.test(key)),
    ),
  ]
  const { [name]: value, ...others } = schema
  if (draw(3) === 0)
    return { ...schema, ...keywords[one(draw, ['type', 'enum', 'const', 'minimum', 'length'])]?.(draw, 0) }
  return draw(2) && value !== undefined && name !== 'type' && name !== 'allOf'
    ? { ...others, allOf: [...[schema.allOf ?? []].flat(), { [name]: value }] }
    : { ...others, ...(name === 'type' && { type: value }) }
}

/** What objects say of what is in them. */
const shapes: Readonly<Record<string, (draw: Draw) => unknown>> = {
  properties: (draw) =>
    Object.fromEntries(names.filter(() => draw(2)).map((name) => [name, one(draw, members)])),
  required: (draw) => names.filter(() => draw(3) === 0),
  additionalProperties: (draw) => one(draw, [false, true, {}, { type: 'integer' }, { type: 'string' }]),
  patternProperties: (draw) => ({ [one(draw, ['^p', '.*', 'p$'])]: one(draw, members) }),
  propertyNames: (draw) => one(draw, [{ maxLength: 1 }, { enum: ['p', 'q'] }, { pattern: '^p' }]),
  minProperties: (draw) => draw(3),
  maxProperties: (draw) => 1 + draw(3),
  dependentRequired: (draw) => ({ [one(draw, names)]: [one(draw, names)] }),
  dependentSchemas: (draw) => ({ [one(draw, names)]: { required: [one(draw, names)] } }),
  unevaluatedProperties: (draw) => one(draw, [false, true, { type: 'integer' }]),
  not: (draw) => ({ required: [one(draw, names)] }),
  allOf: (draw) => [shape(draw, 2)],
}
const members: readonly Schema[] = [
  {},
  { type: 'string' },
  { type: 'integer' },
  { type: ['string', 'integer'] },
  { type: ['string', 'null'] },
  { const: 'x' },
  { enum: ['x', 'a'] },
  { type: 'number', maximum: 1 },
]

function shape(draw: Draw, most = 4): Schema {
  const keys = Object.keys(shapes).filter((key) => most > 2 || key !== 'allOf')
  const chosen = Array.from({ length: 1 + draw(most) }, () => one(draw, keys))
  return { type: 'object', ...Object.fromEntries(chosen.map((key) => [key, shapes[key]?.(draw)])) }
}

/** With one keyword less, or more, or another. */
function reshaped(draw: Draw, schema: Schema): Schema {
  const own = Object.keys(schema).filter((key) => key !== 'type')
  const key = draw(2) ? one(draw, own) : one(draw, Object.keys(shapes))
  const { [key]: value, ...others } = schema
  if (value !== undefined && draw(3) === 0) return others
  if (value !== undefined && key !== 'allOf' && draw(4) === 0)
    return { ...others, allOf: [...[schema.allOf ?? []].flat(), { [key]: value }] }
  return { ...schema, [key]: shapes[key]?.(draw) }
}

/** Lists by position, and what they contain. */
const listings: Readonly<Record<string, (draw: Draw) => unknown>> = {
  prefixItems: (draw) => Array.from({ length: 1 + draw(2) }, () => one(draw, members)),
  items: (draw) => one(draw, [false, true, ...members]),
  contains: (draw) => one(draw, members),
  minContains: (draw) => draw(3),
  maxContains: (draw) => 1 + draw(2),
  uniqueItems: (draw) => draw(2) === 1,
  minItems: (draw) => draw(3),
  maxItems: (draw) => draw(4),
  unevaluatedItems: (draw) => one(draw, [false, true, { type: 'integer' }]),
}

function listing(draw: Draw): Schema {
  const chosen = Array.from({ length: 1 + draw(3) }, () => one(draw, Object.keys(listings)))
  return readable({ type: 'array', ...Object.fromEntries(chosen.map((key) => [key, listings[key]?.(draw)])) })
}

/** Ajv takes `contains` for less beside `prefixItems` and `unevaluatedItems`. */
function readable({ contains, ...others }: Schema): Schema {
  const isMisread = 'prefixItems' in others || 'unevaluatedItems' in others
  return contains === undefined || isMisread ? others : { ...others, contains }
}

function relisted(draw: Draw, schema: Schema): Schema {
  const own = Object.keys(schema).filter((key) => key !== 'type')
  const key = draw(2) ? one(draw, own) : one(draw, Object.keys(listings))
  const { [key]: value, ...others } = schema
  return readable(value !== undefined && draw(3) === 0 ? others : { ...schema, [key]: listings[key]?.(draw) })
}

/** Without the types beside properties and items, or with no types at all. */
function untyped(draw: Draw, schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { type, ...others } = value as Schema
    const isOf = 'properties' in others || 'items' in others || 'required' in others
    return isOf && draw(2) && (type === 'object' || type === 'array') ? others : value
  }) as Schema
}

/** The way of 3.0: one type, and null beside it. */
function nullable(draw: Draw, schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || key === 'properties')
      return value
    const { type, const: constant, ...others } = value as Schema
    const [first] = [type ?? []].flat().filter((each) => each !== 'null')
    const isNull = draw(3) === 0
    return {
      ...others,
      ...(constant !== undefined && { enum: [constant] }),
      ...(type !== undefined && { type: first ?? 'string' }),
      ...(isNull && { nullable: true }),
    }
  }) as Schema
}

/** With some schemas inside behind references, one of which leads to itself. */
function referring(draw: Draw) {
  const tree = (inner: Schema) => ({
    type: 'object',
    properties: { p: inner, c: { $ref: '#/components/schemas/Tree' } },
    ...(draw(3) === 0 && { required: [one(draw, ['p', 'c'])] }),
  })
  const leaf = draw(2) ? one(draw, members) : plain(draw, 1)
  const some = { Tree: tree({ $ref: '#/components/schemas/Leaf' }), Leaf: leaf, Part: shape(draw, 2) }
  const uses: readonly Schema[] = [
    { $ref: '#/components/schemas/Tree' },
    { allOf: [{ $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Part' }] },
    { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    { anyOf: [{ $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Leaf' }] },
    { $ref: '#/components/schemas/Leaf', ...keywords[one(draw, ['type', 'enum', 'length'])]?.(draw, 0) },
  ]
  const which = draw(uses.length)
  const changed = {
    Tree: draw(3) ? some.Tree : tree({ $ref: '#/components/schemas/Leaf' }),
    Leaf: draw(2) ? some.Leaf : edited(draw, { type: 'string', ...some.Leaf }),
    Part: draw(2) ? some.Part : reshaped(draw, some.Part),
  }
  const base = uses[which] as Schema
  return {
    base,
    head: draw(4) ? base : (uses[draw(uses.length)] as Schema),
    components: [some, changed] as const,
  }
}

const onlyAny = (schema: Schema) => JSON.parse(JSON.stringify(schema).replaceAll('oneOf', 'anyOf')) as Schema

type Pair = readonly [Schema, Schema]

const pairs: Readonly<Record<string, (draw: Draw) => Pair>> = {
  choices: (draw) => {
    const some = choice(draw)
    const pair = [some, draw(3) ? flattened(draw, some) : choice(draw)] as const
    return draw(2) ? pair : [pair[1], pair[0]]
  },
  'reduced choices': (draw) => {
    const some = choice(draw)
    return [some, reduced(draw, some)]
  },
  'open choices': (draw) => {
    const some = choice(draw)
    return [onlyAny(some), draw(3) ? flattened(draw, some) : choice(draw)]
  },
  keywords: (draw) => {
    const some = plain(draw)
    return [some, draw(4) ? edited(draw, some) : plain(draw)]
  },
  'keywords without types': (draw) => {
    const some = untyped(draw, plain(draw))
    return [some, draw(4) ? edited(draw, some) : untyped(draw, plain(draw))]
  },
  objects: (draw) => {
    const some = shape(draw)
    return [some, draw(4) ? reshaped(draw, some) : shape(draw)]
  },
  lists: (draw) => {
    const some = listing(draw)
    return [some, draw(4) ? relisted(draw, some) : listing(draw)]
  },
}

export const draws: Readonly<Record<string, (draw: Draw) => Drawn>> = Object.fromEntries(
  (['request', 'response'] as const).flatMap((use): [string, (draw: Draw) => Drawn][] => [
    ...Object.entries(pairs).map(([name, of]): [string, (draw: Draw) => Drawn] => [
      `${name} in a ${use}`,
      (draw) => {
        const [base, head] = of(draw)
        return { use, base, head }
      },
    ]),
    [
      `nullable in a ${use}`,
      (draw) => {
        const some = plain(draw)
        const other = draw(4) ? edited(draw, some) : plain(draw)
        return { use, base: nullable(draw, some), head: nullable(draw, other), version: '3.0.3' }
      },
    ],
    [`references in a ${use}`, (draw) => ({ use, ...referring(draw) })],
  ]),
)
