/** Small values that may tell two definitions apart, and the readings by which they do. */
import { compileSchema } from '../../src/engine/json-schema/compile.ts'
import type { Api, ApiPairCase } from './api-pairs.ts'
import { isSchema, type Schema } from './schema-pairs.ts'
import { opened, revived, withNull, withTypes } from './witnesses.ts'

/** A definition as one JSON Schema. */
interface Whole extends Schema {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const prefix = '#/components/schemas/'

function bundle({ root, schemas }: Api): Whole {
  return revived({ allOf: [root], components: { schemas } }, (each) =>
    typeof each.$ref === 'string' ? { ...each, $ref: `${prefix}${each.$ref}` } : each,
  ) as Whole
}

const asList = (value: unknown) =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).filter(isSchema)
const unique = (values: readonly unknown[]) => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

/** A schema, and the definition that it is in. */
type Placed = readonly [schema: Schema, whole: Whole]

/** The ways to choose among alternatives, each with all the parts that describe a value then. */
function listWays([schema, whole]: Placed, depth = 4): readonly (readonly Schema[])[] {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  if (depth === 0) return [[own]]
  const target = typeof $ref === 'string' ? whole.components.schemas[$ref.slice(prefix.length)] : undefined
  const joined = [...(target ? [target] : []), ...asList(allOf)].map((each) =>
    listWays([each, whole], depth - 1),
  )
  const chosen = [anyOf, oneOf].flatMap((list) =>
    asList(list).length > 0 ? [asList(list).flatMap((each) => listWays([each, whole], depth - 1))] : [],
  )
  return [...joined, ...chosen].reduce<readonly (readonly Schema[])[]>(
    (ways, more) => ways.flatMap((way) => more.map((parts) => [...way, ...parts])).slice(0, 12),
    [[own]],
  )
}

const texts: Readonly<Record<string, unknown>> = {
  date: '2024-02-29',
  'date-time': '2024-02-29T00:00:00Z',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  email: 'a@b.example',
}
const scalars: Readonly<Record<string, readonly unknown[]>> = {
  string: ['ab', 'a', '', 'x', ...Object.values(texts)],
  integer: [1, 3, 2 ** 40],
  number: [1.5, 1, 2 ** 40],
  boolean: [true],
  null: [null],
}

/** What the parts of one way take: the first is most likely valid. */
function listScalars(parts: readonly Schema[]): readonly unknown[] {
  const listed = parts.flatMap(({ const: constant, enum: values }) => [
    ...(constant === undefined ? [] : [constant]),
    ...(Array.isArray(values) ? values : []),
  ])
  const types = parts.flatMap(({ type }) => [type ?? []].flat().map(String))
  return [
    ...listed,
    ...parts.flatMap(({ format }) => texts[String(format)] ?? []),
    ...(types.length > 0 ? types : Object.keys(scalars)).flatMap((type) => scalars[type] ?? []),
    ...(parts.some(({ nullable }) => nullable === true) ? [null] : []),
  ]
}

const namesOf = (parts: readonly Schema[]) => [
  ...new Set(parts.flatMap(({ properties }) => Object.keys(Object(properties)))),
]
/** Of a property, or of the items of a list: more where it is not within another one. */
const mostValues = (depth: number) => (depth > 1 ? 30 : 14)

/** What the values are made of that are wanted. */
interface Wanted {
  /** Of discriminators. */
  readonly tags: readonly string[]
  readonly known: Map<string, readonly unknown[]>
}

/** Values of schemas of both versions. */
function listValues(given: readonly Placed[], wanted: Wanted, depth: number): readonly unknown[] {
  const key = `${depth} ${given.map(([schema, { id }]) => `${id} ${JSON.stringify(schema)}`).join()}`
  const found = wanted.known.get(key) ?? makeValues(given, wanted, depth)
  wanted.known.set(key, found)
  return found
}

function makeValues(given: readonly Placed[], wanted: Wanted, depth: number): readonly unknown[] {
  const ways = given.flatMap((placed) => listWays(placed).map((parts) => [parts, placed[1]] as const))
  const find = (keyword: string) =>
    ways.flatMap(([parts, whole]) =>
      parts.flatMap((part) => (isSchema(part[keyword]) ? [[part[keyword], whole] as const] : [])),
    )
  const every = find('properties')
  const named = (name: string, own: readonly Schema[], whole: Whole): readonly unknown[] => {
    const [mine, theirs] = [
      own.flatMap(({ properties }) => asList([Object(properties)[name]])),
      every.flatMap(([all, from]) => asList([all[name]]).map((each) => [each, from] as const)),
    ]
    const first = mine.map((each) => [each, whole] as const)
    const values = listValues([...first, ...theirs], wanted, depth - 1)
    return name === 'kind' ? [...values.slice(0, 1), ...wanted.tags, ...values] : values
  }
  const others = find('additionalProperties')
  const items = find('items')
  const elements =
    items.length > 0 && depth > 0 ? listValues(items, wanted, depth - 1).slice(0, mostValues(depth)) : []
  const lists = [[], ...elements.map((each) => [each])]
  const objects = ways.flatMap(([parts, whole]): readonly unknown[] => {
    if (depth === 0) return [{}]
    const names = [...new Set([...namesOf(parts), ...every.flatMap(([all]) => Object.keys(all))])]
    const candidates = names.map(
      (name) => [name, unique(named(name, parts, whole)).slice(0, mostValues(depth))] as const,
    )
    const needed = new Set(
      parts.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : [])),
    )
    const own = new Set(namesOf(parts))
    const firsts = (isIn: (name: string) => boolean) =>
      Object.fromEntries(candidates.filter(([name]) => isIn(name)).map(([name, [first]]) => [name, first]))
    const starts = [firsts((name) => needed.has(name)), firsts((name) => own.has(name))]
    return [
      {},
      ...starts,
      ...starts.flatMap((start) =>
        candidates.flatMap(([name, values]) => [
          without(start, name),
          ...values.flatMap((value) => [
            { ...start, [name]: value },
            ...(name === 'kind' ? tagged(start, value) : []),
          ]),
        ]),
      ),
    ]
  })
  const further = depth > 0 ? listValues(others, wanted, depth - 1).map((each) => ({ z: each })) : []
  return unique([...ways.flatMap(([parts]) => listScalars(parts)), ...objects, ...further, ...lists])
}

/** What another alternative wants is not there. */
const tagged = (start: Schema, kind: unknown) => ['a', 'b'].map((name) => ({ ...without(start, name), kind }))
const without = (value: Schema, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

type Step = (whole: Whole, pair: ApiPairCase, which: 'base' | 'head') => Schema

const asCompared = (pair: ApiPairCase) => ({ ...pair, base: bundle(pair.base), head: bundle(pair.head) })

/** What does not go in the direction: not asked for, and passed over or refused where it is there. */
const hidden =
  (isRefused: boolean, isFar: boolean): Step =>
  (whole, { use }) => {
    const isHidden = (value: unknown, depth = 5): boolean => {
      if (!isSchema(value) || depth === 0) return false
      if (value[use === 'request' ? 'readOnly' : 'writeOnly'] === true) return true
      const target =
        typeof value.$ref === 'string' ? whole.components.schemas[value.$ref.slice(prefix.length)] : []
      const isHiddenInside = (each: unknown) => isHidden(each, depth - 1)
      const isOffered = [value.anyOf, value.oneOf].some((list) => {
        const members = asList(list).filter(({ type }) => type !== 'null')
        return members.length > 0 && members.every(isHiddenInside)
      })
      return isFar && (isOffered || [target, ...asList(value.allOf)].some(isHiddenInside))
    }
    const gone = new Set<string>()
    const listHidden = (each: Schema) =>
      Object.entries(Object(each.properties)).flatMap(([name, inner]) => (isHidden(inner) ? [name] : []))
    revived(whole, (each) => {
      for (const name of listHidden(each)) gone.add(name)
      return each
    })
    return revived(whole, (each) => {
      const own = isFar ? gone : new Set(listHidden(each))
      const needed = Array.isArray(each.required) ? each.required.map(String) : undefined
      const left = needed?.filter((name) => !own.has(name))
      const { required: _, ...others } = each
      const changed = { ...others, ...(left !== undefined && left.length > 0 && { required: left }) }
      if (!isSchema(each.properties) || own.size === 0) return changed
      const properties = Object.entries(each.properties).map(([name, inner]) => [
        name,
        own.has(name) ? !isRefused : inner,
      ])
      return { ...changed, properties: Object.fromEntries(properties) }
    })
  }

/** Only values all of whose properties are described: to describe one breaks nothing. */
const described: Step = (whole, { use }, which) => {
  if ((use === 'request') !== (which === 'base')) return whole
  const sealed = (each: unknown) => (isSchema(each) ? { allOf: [each], unevaluatedProperties: false } : each)
  const seal = (each: Schema): Schema => ({
    ...each,
    ...(isSchema(each.properties) && {
      properties: Object.fromEntries(
        Object.entries(each.properties).map(([name, inner]) => [name, sealed(inner)]),
      ),
    }),
    ...(each.items !== undefined && { items: sealed(each.items) }),
    ...(each.additionalProperties !== undefined && {
      additionalProperties: sealed(each.additionalProperties),
    }),
  })
  return { ...revived(whole, seal), unevaluatedProperties: false }
}

const shared =
  (reading: typeof withTypes): Step =>
  (whole, pair, which) =>
    reading(whole, asCompared(pair), which)

/** The components that have a component in their allOf, directly or not. */
function listHeirs(name: string, schemas: Api['schemas']): readonly string[] {
  const found = new Set([name])
  for (const each of found)
    for (const [heir, { allOf }] of Object.entries(schemas))
      if (asList(allOf).some(({ $ref }) => $ref === `${prefix}${each}`)) found.add(heir)
  return [...found].slice(1)
}

/** The components that the values of a discriminator name; undefined if that is not said. `own`: the component that it is. */
function readTags(
  schema: Schema,
  schemas: Api['schemas'],
  own?: string,
): ReadonlyMap<string, string> | undefined {
  const members = ['oneOf', 'anyOf'].flatMap((keyword) => asList(schema[keyword]))
  if (members.some(({ $ref }) => $ref === undefined)) return undefined
  const heirs = own === undefined ? [] : listHeirs(own, schemas)
  const implied = members.length > 0 ? members.map(({ $ref }) => String($ref).slice(prefix.length)) : heirs
  // What has a constant is also called by that.
  const hasConstant = (name: string) => /"kind":\{[^{}]*"(?:const|enum)"/.test(JSON.stringify(schemas[name]))
  if (implied.length === 0 || implied.some(hasConstant)) return undefined
  const mapped = Object.entries(Object(Object(schema.discriminator).mapping))
  return new Map([...implied.map((name) => [name, name]), ...mapped] as [string, string][])
}

function isUnclear({ allOf, components: { schemas } }: Whole): boolean {
  const isSaid = (each: Schema, own?: string) => !isSchema(each.discriminator) || readTags(each, schemas, own)
  let isFound = false
  const look = (each: Schema) => {
    isFound ||= !isSaid(each)
    return each
  }
  for (const { discriminator, ...others } of Object.values(schemas)) revived(others, look)
  revived({ allOf }, look)
  return isFound || Object.entries(schemas).some(([name, each]) => !isSaid(each, name))
}

/**
 * The property of a discriminator is there, and what it names describes the value. A component stands without its own
 * discriminator in an allOf: what is built on it is named there. Whether alternatives exclude each other is in doubt.
 */
const told: Step = (whole) => {
  const { schemas } = whole.components
  const tell = (schema: Schema, own?: string): Schema => {
    const tags = isSchema(schema.discriminator) ? readTags(schema, schemas, own) : undefined
    if (tags === undefined) return schema
    const conditions = [...tags].map(([value, name]) => ({
      if: { type: 'object', properties: { kind: { const: value } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      then: { $ref: `${prefix}${name}.plain` },
    }))
    return {
      allOf: [
        schema,
        ...conditions,
        { required: ['kind'], properties: { kind: { enum: [...tags.keys()] } } },
      ],
    }
  }
  const plain = (each: Schema): Schema =>
    each.allOf === undefined
      ? each
      : {
          ...each,
          allOf: asList(each.allOf).map((part) =>
            typeof part.$ref === 'string' ? { ...part, $ref: `${part.$ref}.plain` } : part,
          ),
        }
  const inner = (schema: Schema) => revived(schema, (each) => tell(plain(each)))
  const components = Object.entries(schemas).flatMap(([name, { discriminator, ...others }]) => {
    const bare = inner(others)
    return [
      [name, discriminator === undefined ? bare : tell({ ...bare, discriminator }, name)],
      [`${name}.plain`, bare],
    ]
  })
  const all = {
    ...whole,
    allOf: asList(whole.allOf).map(inner),
    components: { schemas: Object.fromEntries(components) },
  }
  return revived(all, ({ oneOf, ...others }) =>
    oneOf === undefined ? others : { ...others, allOf: [...asList(others.allOf), { anyOf: oneOf }] },
  )
}

const nulls = [withNull(false), withNull(true)].map(shared)
const marks = [hidden(false, false), hidden(false, true), hidden(true, true)]
const rest: readonly (readonly Step[])[] = [
  [],
  [described],
  [shared(withTypes)],
  [shared(opened(true)), shared(withTypes)],
  [shared(opened(false)), described],
]
const readings = nulls.flatMap((first) =>
  marks.flatMap((second) => rest.map((more) => [first, second, ...more])),
)

const bundleBoth = ({ base, head }: ApiPairCase) => ({ base: bundle(base), head: bundle(head) })

export function listApiValues(pair: ApiPairCase): readonly unknown[] {
  const wholes = bundleBoth(pair)
  const placed = Object.entries(wholes).map(
    ([id, whole]): Placed => [{ allOf: whole.allOf }, { ...whole, id }],
  )
  return listValues(placed, { tags: listTags(wholes), known: new Map() }, 2)
}

/** Values that show a break by all readings: in doubt, a value shows nothing. With discriminators, or as if they were not there. */
export function findApiBreaks(
  pair: ApiPairCase,
  isTold: boolean,
  all: readonly unknown[] = listApiValues(pair),
): readonly unknown[] {
  const wholes = bundleBoth(pair)
  // Of alternatives that a discriminator tells apart, it is in doubt whether they exclude each other.
  if (isTold && Object.values(wholes).some(isUnclear))
    return JSON.stringify(wholes).includes('oneOf') ? [] : findApiBreaks(pair, false, all)
  let values = all
  for (const steps of readings) {
    if (values.length === 0) break
    const read = (which: 'base' | 'head') =>
      compileSchema(
        [...(isTold ? [told] : []), ...steps].reduce<Schema>(
          (whole, step) => step(whole as Whole, pair, which),
          wholes[which],
        ),
      )
    const [base, head] = [read('base'), read('head')]
    const [within, allowed] = pair.use === 'request' ? [base, head] : [head, base]
    values = values.filter((value) => within(value).length === 0 && allowed(value).length > 0)
  }
  return pair.versions.includes('3.0.3')
    ? values.filter((value) => !JSON.stringify(value).includes('null'))
    : values
}

/** All that describes a value, as far as nothing is to be chosen. */
function listJoined(schema: unknown, whole: Whole): readonly Schema[] {
  if (!isSchema(schema)) return []
  const { $ref, allOf } = schema
  const target = typeof $ref === 'string' ? whole.components.schemas[$ref.slice(prefix.length)] : undefined
  return [schema, ...[target, ...asList(allOf)].flatMap((each) => listJoined(each, whole))]
}

/** A value with the defaults in the place of what is missing. */
function fill(value: unknown, schemas: readonly unknown[], whole: Whole, hidden: string): unknown {
  if (!isSchema(value)) return value
  const parts = schemas.flatMap((each) => listJoined(each, whole))
  const described = namesOf(parts).map((name) => {
    const inner = parts.flatMap(({ properties }) => Object(properties)[name] ?? [])
    const joined = inner.flatMap((each) => listJoined(each, whole))
    // In doubt, it is not sent.
    if (JSON.stringify(joined).includes(`"${hidden}":true`)) return [name, value[name]]
    const found = joined.find((each) => each.default !== undefined)?.default
    return [name, value[name] === undefined ? found : fill(value[name], inner, whole, hidden)] as const
  })
  return { ...value, ...Object.fromEntries(described.filter(([, each]) => each !== undefined)) }
}

const contains = (value: unknown, part: unknown): boolean =>
  isSchema(value) && isSchema(part)
    ? Object.keys(part).every((key) => contains(value[key], part[key]))
    : JSON.stringify(value) === JSON.stringify(part)

/** A value that is valid in both versions and means something else by their defaults: in responses, by those that there were. */
export function findOtherMeaning(pair: ApiPairCase, all: readonly unknown[]): unknown {
  const { base, head } = bundleBoth(pair)
  const [isOld, isNew] = [base, head].map((whole) => {
    const validate = compileSchema(shared(withNull(true))(whole, pair, 'base'))
    return (value: unknown) => validate(value).length === 0
  })
  const hidden = pair.use === 'request' ? 'readOnly' : 'writeOnly'
  return all.find((value) => {
    if (!isOld?.(value) || !isNew?.(value)) return false
    const [before, after] = [base, head].map((whole) => fill(value, asList(whole.allOf), whole, hidden))
    return !contains(after, before) || (pair.use === 'request' && !contains(before, after))
  })
}

function listTags(wholes: Readonly<Record<string, Whole>>): readonly string[] {
  const found = new Set<string>(['A', 'B', 'C'])
  for (const whole of Object.values(wholes))
    revived(whole, (each) => {
      if (isSchema(each.discriminator))
        for (const value of Object.keys(Object(each.discriminator.mapping))) found.add(value)
      return each
    })
  return [...found]
}
