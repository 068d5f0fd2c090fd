/** Pairs of parameters, the second of which are the first after a few small edits, and how they are sent. */
import fc from 'fast-check'
import { isSchema, type Schema } from './schema-pairs.ts'

export type Place = 'query' | 'cookie' | 'path' | 'header' | 'response header'

export interface Parameter {
  readonly name: string
  readonly required: boolean
  readonly style?: string | undefined
  readonly explode?: boolean | undefined
  readonly schema: Schema
}

export interface ParameterPairCase {
  readonly place: Place
  readonly base: readonly Parameter[]
  readonly head: readonly Parameter[]
}

const styles: Readonly<Record<Place, readonly string[]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  cookie: ['form'],
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
  'response header': ['simple'],
}

const scalar = fc.constantFrom<Schema>(
  { type: 'string' },
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: ['integer', 'string'] },
  { type: ['boolean', 'number'] },
  { type: 'string', enum: ['1', 'true'] },
  { type: 'string', enum: ['a', 'ab'] },
  { type: 'integer', enum: [1, 2] },
  { type: 'string', pattern: '^a' },
  { type: 'string', pattern: '^[0-9]+$' },
  { type: 'string', maxLength: 1 },
  { type: 'string', minLength: 2 },
  { type: 'integer', minimum: 2 },
  { type: 'number', maximum: 3 },
  { type: 'integer', format: 'int32' },
  { type: 'integer', format: 'int64' },
  { type: 'string', format: 'date' },
  { type: 'string', format: 'uuid' },
  { const: 1 },
  { const: '1' },
  { enum: [1, 'a', true] },
  { oneOf: [{ type: 'integer' }, { type: 'boolean' }] },
  { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'number' }] },
)
const none = fc.constant<Schema>({})
const list = fc
  .tuple(
    scalar,
    fc.oneof(none, none, fc.constantFrom<Schema>({ minItems: 2 }, { maxItems: 1 }, { uniqueItems: true })),
  )
  .map(([items, more]): Schema => ({ type: 'array', items, ...more }))
const object = fc
  .tuple(
    fc.record({ a: scalar, b: scalar }, { requiredKeys: ['a'], noNullPrototype: true }),
    fc.subarray(['a', 'b']),
    fc.oneof(
      none,
      none,
      fc.constantFrom<Schema>({ additionalProperties: false }, { additionalProperties: { type: 'integer' } }),
    ),
  )
  .map(
    ([properties, required, more]): Schema => ({
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...more,
    }),
  )
const schema = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 2, arbitrary: list },
  { weight: 2, arbitrary: object },
)

interface Edit {
  readonly kind: string
  readonly pick: number
  readonly other: Schema
  readonly scalar: Schema
  readonly style: string
}

const withSchema = (given: Parameter, changed: Schema) => [{ ...given, schema: changed }]

/** What an edit makes of a parameter. */
const edits: Readonly<Record<string, (given: Parameter, edit: Edit) => readonly Parameter[]>> = {
  replace: (given, { other }) => withSchema(given, other),
  scalar: (given, edit) => withSchema(given, isPlain(given.schema) ? edit.scalar : given.schema),
  inside: (given, edit) => {
    const { items, properties } = given.schema
    if (items !== undefined) return withSchema(given, { ...given.schema, items: edit.scalar })
    return isSchema(properties)
      ? withSchema(given, {
          ...given.schema,
          properties: { ...properties, [edit.pick % 2 ? 'a' : 'b']: edit.scalar },
        })
      : [given]
  },
  add: (given, edit) => withSchema(given, { ...edit.other, ...given.schema }),
  remove: (given, { pick }) => {
    const keys = Object.keys(given.schema).filter((key) => key !== 'type')
    const { [keys[pick % Math.max(1, keys.length)] ?? '']: _, ...rest } = given.schema
    return withSchema(given, rest)
  },
  list: (given) =>
    withSchema(
      given,
      isPlain(given.schema)
        ? { type: 'array', items: given.schema }
        : Object(given.schema.items ?? given.schema),
    ),
  join: (given) => withSchema(given, { allOf: [given.schema] }),
  choice: (given, edit) =>
    withSchema(given, { [edit.pick % 2 ? 'oneOf' : 'anyOf']: [given.schema, edit.other] }),
  style: (given, { style }) => [{ ...given, style }],
  explode: (given) => [{ ...given, explode: given.explode === undefined ? false : !given.explode }],
  require: (given) => [{ ...given, required: !given.required }],
  apart: (given) => {
    const { properties, required } = given.schema
    if (!isSchema(properties)) return [given]
    return Object.entries(properties).map(([name, inner]) => ({
      name: given.style === 'deepObject' ? `${given.name}[${name}]` : name,
      required: given.required && Array.isArray(required) && required.includes(name),
      schema: Object(inner) as Schema,
    }))
  },
}

const isPlain = ({ items, properties }: Schema) => items === undefined && properties === undefined

export const parameterPairs: fc.Arbitrary<ParameterPairCase> = fc
  .constantFrom<Place>('query', 'query', 'query', 'cookie', 'path', 'header', 'response header')
  .chain((place) => {
    const style = fc.constantFrom(...styles[place])
    const edit = fc.record<Edit>({
      kind: fc.constantFrom(...Object.keys(edits)),
      pick: fc.nat(5),
      other: schema,
      scalar,
      style,
    })
    return fc
      .record({
        start: fc.record<Parameter>({
          name: fc.constant('q'),
          required: fc.boolean(),
          style: fc.option(style, { nil: undefined }),
          explode: fc.option(fc.boolean(), { nil: undefined }),
          schema,
        }),
        steps: fc.array(edit, { minLength: 1, maxLength: 2 }),
        isBack: fc.boolean(),
      })
      .map(({ start, steps, isBack }) => {
        const isSingle = place !== 'query' && place !== 'cookie'
        const change = (given: readonly Parameter[], step: Edit) => {
          const made = given.flatMap((each) => edits[step.kind]?.(each, step) ?? [each])
          return isSingle && made.length + given.length > 2 ? given : made
        }
        const finish = (given: readonly Parameter[]) =>
          JSON.parse(
            JSON.stringify(given.map((each) => (isSingle ? { ...each, name: 'q' } : each))),
          ) as readonly Parameter[]
        const [first, last] = [[start], steps.reduce(change, [start])].map((given) =>
          finish(given.map((each) => (place === 'path' ? { ...each, required: true } : each))),
        ) as [readonly Parameter[], readonly Parameter[]]
        return { place, base: isBack ? last : first, head: isBack ? first : last }
      })
  })
