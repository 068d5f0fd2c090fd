/** The `unevaluated` keywords against the plainest reading of draft 2020-12: ajv gives up parts of what branches saw. */
import fc from 'fast-check'
import { compileSchema } from '../../src/engine/json-schema/compile.ts'
import { oracle } from './oracle.ts'
import { value } from './values.ts'

type Schema = boolean | { readonly [keyword: string]: unknown }

/** The keys and indexes that were evaluated; undefined where the value is not valid. */
type Evaluated = readonly string[] | undefined

const isSchema = (given: unknown): given is Schema => ['boolean', 'object'].includes(typeof given)
const listOf = (given: unknown) => Object.values(Object(given)).filter(isSchema)
const pairsOf = (given: unknown) =>
  Object.entries(Object(given)).flatMap(([key, sub]) => (isSchema(sub) ? [[key, sub] as const] : []))

interface Instance {
  readonly given: unknown
  readonly type: string
  readonly children: ReadonlyMap<string, unknown>
}

function instanceOf(given: unknown): Instance {
  const type = given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given
  const children = new Map(type === 'array' || type === 'object' ? Object.entries(Object(given)) : [])
  return { given, type, children }
}

/** What each keyword makes of a value. */
const keywords: Readonly<
  Record<string, (value: unknown, instance: Instance, schema: Exclude<Schema, boolean>) => Evaluated>
> = {
  type: (value, { type }) => (value === type ? [] : undefined),
  required: (value, { type, children }) =>
    type !== 'object' || [value].flat().every((key) => children.has(String(key))) ? [] : undefined,
  properties: (value, instance) =>
    instance.type === 'object' ? all(pairsOf(value).map((pair) => child(instance, ...pair))) : [],
  prefixItems: (value, instance) =>
    instance.type === 'array' ? all(pairsOf(value).map((pair) => child(instance, ...pair))) : [],
  items: (value, instance, { prefixItems }) => {
    const rest = [...instance.children.keys()].slice(listOf(prefixItems).length)
    return instance.type === 'array' && isSchema(value)
      ? all(rest.map((key) => child(instance, key, value)))
      : []
  },
  contains: (value, { type, children }, { minContains = 1, maxContains = Infinity }) => {
    const found = [...children].filter(([, each]) => isSchema(value) && evaluate(value, each))
    const isMet = found.length >= Number(minContains) && found.length <= Number(maxContains)
    return type !== 'array' ? [] : isMet ? found.map(([key]) => key) : undefined
  },
  allOf: (value, { given }) => all(listOf(value).map((sub) => evaluate(sub, given))),
  anyOf: (value, { given }) => {
    const found = matches(value, given)
    return found.length > 0 ? found.flat() : undefined
  },
  oneOf: (value, { given }) => {
    const found = matches(value, given)
    return found.length === 1 ? found[0] : undefined
  },
  not: (value, { given }) => (matches([value], given).length === 0 ? [] : undefined),
  if: (value, { given }, { then: yes = true, else: no = true }) => {
    const [condition] = matches([value], given)
    return all([condition ?? [], ...listOf([condition ? yes : no]).map((sub) => evaluate(sub, given))])
  },
  dependentSchemas: (value, { type, children, given }) =>
    type === 'object'
      ? all(pairsOf(value).map(([key, sub]) => (children.has(key) ? evaluate(sub, given) : [])))
      : [],
}

function all(found: readonly Evaluated[]): Evaluated {
  return found.every((evaluated) => evaluated !== undefined) ? found.flat() : undefined
}

function child({ children }: Instance, key: string, schema: Schema): Evaluated {
  if (!children.has(key)) return []
  return evaluate(schema, children.get(key)) && [key]
}

function matches(schemas: unknown, given: unknown): (readonly string[])[] {
  return listOf(schemas).flatMap((sub) => {
    const found = evaluate(sub, given)
    return found ? [found] : []
  })
}

function evaluate(schema: Schema, given: unknown): Evaluated {
  if (typeof schema === 'boolean') return schema ? [] : undefined
  const instance = instanceOf(given)
  const evaluated = all(
    Object.entries(keywords).map(([name, check]) =>
      Object.hasOwn(schema, name) ? check(schema[name], instance, schema) : [],
    ),
  )
  const name = { array: 'unevaluatedItems', object: 'unevaluatedProperties' }[instance.type]
  const rest = name === undefined ? undefined : schema[name]
  if (!isSchema(rest)) return evaluated
  const keys = [...instance.children.keys()].filter((key) => !evaluated?.includes(key))
  return all([evaluated, ...keys.map((key) => child(instance, key, rest))])
}

const name = fc.constantFrom('a', 'b', 'c')
const { schema } = fc.letrec<{ schema: Schema; object: Schema; keyword: object }>((tie) => {
  const sub = tie('schema')
  const some = fc.array(sub, { minLength: 1, maxLength: 2 })
  const byName = fc.dictionary(name, sub, { minKeys: 1, maxKeys: 2, noNullPrototype: true })
  const one = (keyword: string, of: fc.Arbitrary<unknown>) => of.map((each): object => ({ [keyword]: each }))
  const count = fc.nat(2)
  return {
    keyword: fc.oneof(
      { maxDepth: 4 },
      one('type', fc.constantFrom('object', 'array', 'string', 'number')),
      one('required', fc.array(name, { minLength: 1, maxLength: 2 })),
      one('properties', byName),
      one('prefixItems', some),
      one('items', sub),
      one('contains', sub),
      fc.record<object>({ contains: sub, minContains: count, maxContains: count }),
      one('allOf', some),
      one('anyOf', some),
      one('oneOf', some),
      one('not', sub),
      one('if', sub),
      fc
        .tuple(sub, sub, sub)
        .map((parts) => Object.fromEntries(['if', 'then', 'else'].map((key, at) => [key, parts[at]]))),
      one('dependentSchemas', byName),
      one('unevaluatedItems', sub),
      one('unevaluatedProperties', sub),
    ),
    object: fc
      .array(tie('keyword'), { minLength: 1, maxLength: 3 })
      .map((parts): Schema => Object.assign({}, ...parts)),
    schema: fc.oneof({ weight: 1, arbitrary: fc.boolean() }, { weight: 4, arbitrary: tie('object') }),
  }
})
const rest = fc.record({
  unevaluatedItems: fc.constantFrom<Schema>(false, { type: 'string' }),
  unevaluatedProperties: fc.constantFrom<Schema>(false, { type: 'string' }),
})
const cases = fc.record({
  rest,
  inner: schema,
  values: fc.array(value, { minLength: 8, maxLength: 24 }),
})

export const run = oracle(cases, ({ rest: ends, inner, values }) => {
  const given = { ...ends, allOf: [inner] }
  const validate = compileSchema(given)
  return values.map((each) => {
    const isValid = evaluate(given, each) !== undefined
    if ((validate(each).length === 0) !== isValid)
      throw new Error(`${JSON.stringify(each)} is ${isValid ? '' : 'not '}valid by ${JSON.stringify(given)}`)
    return isValid ? 'valid' : 'invalid'
  })
})
