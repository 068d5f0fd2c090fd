import { posix } from 'node:path'
import fc from 'fast-check'

/** Files of a definition by name; `openapi.json` is the definition itself. */
export type SplitFiles = Readonly<Record<string, unknown>>

const others = ['common.json', 'parts/common.json', 'parts/deep/more.json'] as const
const names = ['User', 'Item', 'error body'] as const

/** A reference as it is written in `holder`. */
type Ref = (holder: string) => string

const pointerOf = (...keys: readonly string[]) =>
  `#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

function refTo(file: string, pointer: string): Ref {
  return (holder) => (file === holder ? pointer : posix.relative(posix.dirname(holder), file) + pointer)
}

type Make = (holder: string) => unknown

const anyFile = fc.constantFrom(...others)
const anyName = fc.constantFrom(...names)
const schemaRef: fc.Arbitrary<Ref> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(anyFile, anyName).map(([file, name]) => refTo(file, pointerOf('schemas', name))),
  },
  anyName.map((name) => refTo('openapi.json', pointerOf('components', 'schemas', name))),
  fc
    .tuple(anyFile, anyName)
    .map(([file, name]) => refTo(file, pointerOf('schemas', name, 'properties', 'inner'))),
  fc.constant(refTo('single.json', '')),
  fc.constant(refTo('single.json', '#/properties/list/items')),
)

/**
 * Definitions in five files, with references of every kind between them: cycles, equal names, chains, into the middle of
 * other parts, and, some of them, with `siblings`.
 */
export function splitDefinitions(siblings: object = {}): fc.Arbitrary<SplitFiles> {
  const reference = (ref: fc.Arbitrary<Ref>): fc.Arbitrary<Make> =>
    fc.tuple(ref, fc.constantFrom({}, {}, {}, siblings)).map(([to, beside]) => (holder) => ({
      $ref: to(holder),
      ...beside,
    }))

  const plain: fc.Arbitrary<Make> = fc
    .constantFrom(
      { type: 'string' },
      { type: 'integer', format: 'int32' },
      { type: 'object', example: 1 },
      {},
    )
    .map((schema) => () => ({ ...schema }))

  const { schema } = fc.letrec<{ schema: Make }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      plain,
      reference(schemaRef),
      fc.record({ inner: tie('schema'), other: tie('schema') }).map((made) => (holder: string) => ({
        type: 'object',
        properties: { inner: made.inner(holder), other: made.other(holder) },
      })),
      tie('schema').map((items) => (holder: string) => ({ type: 'array', items: items(holder) })),
      fc
        .array(tie('schema'), { minLength: 1, maxLength: 2 })
        .map((all) => (holder: string) => ({ allOf: all.map((make) => make(holder)) })),
    ),
  }))

  /** One that has an `inner` of its own, for references into its middle. */
  const entity: fc.Arbitrary<Make> = schema.map((other) => (holder) => ({
    type: 'object',
    properties: { inner: { type: 'string', maxLength: 3 }, other: other(holder) },
  }))

  const map = <Key extends string>(keys: readonly Key[], make: fc.Arbitrary<Make>): fc.Arbitrary<Make> =>
    fc
      .tuple(...keys.map(() => make))
      .map((made) => (holder) => Object.fromEntries(keys.map((key, at) => [key, made[at]?.(holder)])))

  const parameter: fc.Arbitrary<Make> = fc.oneof(
    schema.map((make) => (holder: string) => ({ name: 'q', in: 'query', schema: make(holder) })),
    reference(anyFile.map((file) => refTo(file, '#/parameters/limit'))),
  )
  const ownParameter: fc.Arbitrary<Make> = schema.map((make) => (holder) => ({
    name: 'limit',
    in: 'query',
    schema: make(holder),
  }))
  const response: fc.Arbitrary<Make> = fc.oneof(
    reference(anyFile.map((file) => refTo(file, '#/responses/ok'))),
    schema.map((make) => (holder: string) => ({
      description: 'ok',
      content: { 'application/json': { schema: make(holder) } },
    })),
  )
  const ownResponse: fc.Arbitrary<Make> = schema.map((make) => (holder) => ({
    description: 'ok',
    content: { 'application/json': { schema: make(holder) } },
  }))
  const ownItem: fc.Arbitrary<Make> = fc.record({ parameter, response }).map((made) => (holder) => ({
    get: { parameters: [made.parameter(holder)], responses: { 200: made.response(holder) } },
  }))
  const item: fc.Arbitrary<Make> = fc.oneof(
    ownItem,
    anyFile.map((file) => (holder: string) => ({ $ref: refTo(file, '#/item')(holder) })),
  )

  const part: fc.Arbitrary<Make> = fc
    .record({ schemas: map(names, entity), limit: ownParameter, ok: ownResponse, item: ownItem })
    .map((made) => (holder) => ({
      schemas: made.schemas(holder),
      parameters: { limit: made.limit(holder) },
      responses: { ok: made.ok(holder) },
      item: made.item(holder),
    }))

  return fc
    .record({
      version: fc.constantFrom('3.0.3', '3.1.0'),
      one: item,
      two: item,
      schemas: map(names, fc.oneof(entity, reference(schemaRef))),
      parts: fc.tuple(part, part, part),
      single: schema,
    })
    .map(({ version, one, two, schemas, parts, single }) => ({
      'openapi.json': {
        openapi: version,
        info: { title: 'Orders', version: '1.0.0' },
        paths: { '/one': one('openapi.json'), '/two/{id}': two('openapi.json') },
        components: { schemas: schemas('openapi.json') },
      },
      'single.json': {
        type: 'object',
        properties: { list: { type: 'array', items: single('single.json') } },
      },
      ...Object.fromEntries(others.map((file, at) => [file, parts[at]?.(file)])),
    }))
}
