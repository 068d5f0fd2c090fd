import fc from 'fast-check'
import { stringify } from 'yaml'

/** An OpenAPI document with faults of the rules that have fixes, as people write them: in YAML and in JSON, in many styles. */
export interface Planted {
  readonly name: 'openapi.yaml' | 'openapi.json'
  readonly text: string
}

type Members = Record<string, unknown>

const words = ['pets', 'orders', 'users', 'carts', 'v1.0', 'stock-items']

const schema: fc.Arbitrary<Members> = fc.oneof(
  fc.constantFrom<Members>(
    { type: 'string', enum: ['a', 'b', 'a', 'c', 'b'] },
    { type: 'integer', enum: ['1', 2, '3'] },
    { type: 'integer', minimum: 0, maximum: 10 },
    { type: 'integer' },
    { type: 'array' },
    { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: true },
    { $ref: '#/components/schemas/Thing', description: 'lost', nullable: true },
    { type: 'string', maxLength: 3, description: 'two\nlines: and "quotes" # no comment\n' },
  ),
)

const operation = fc.record(
  {
    summary: fc.constantFrom('Reads', 'Writes: all of it', "it's"),
    description: fc.constantFrom('', 'Says what it does.'),
    operationId: fc.constantFrom('one', 'two', 'get thing', 'ok-id'),
    tags: fc.constantFrom(['pets'], ['orders', 'unknown'], []),
    parameters: fc.constantFrom<unknown[]>(
      [],
      [{ name: 'id', in: 'path', schema: { type: 'string' } }],
      [
        { name: 'q', in: 'query', schema: { type: 'integer' } },
        { name: 'q', in: 'query', schema: { type: 'integer' } },
      ],
    ),
    responses: schema.map((members) => ({
      '200': { description: 'ok', content: { 'application/json': { schema: members } } },
    })),
  },
  { requiredKeys: ['responses'] },
)

const item = fc.record({ get: operation, post: operation }, { requiredKeys: ['get'] })
const route = fc
  .tuple(fc.constantFrom(...words), fc.constantFrom('', '/', '/{id}', '/{id}/'))
  .map(([word, end]) => `/${word}${end}`)

const document = fc.record(
  {
    openapi: fc.constant('3.0.3'),
    info: fc.record(
      {
        title: fc.constant('Planted'),
        version: fc.constant('1.0'),
        contact: fc.constant({ name: 'us' }),
        license: fc.constant({ name: 'MIT' }),
        description: fc.constant(''),
      },
      { requiredKeys: ['title', 'version'] },
    ),
    servers: fc.constantFrom<unknown[]>(
      [],
      [{ url: 'http://api.example.com/v1/' }],
      [{ url: 'https://x.org' }],
    ),
    tags: fc.constantFrom<unknown[]>(
      [],
      [{ name: 'pets' }, { name: 'orders', description: 'what\npeople buy' }],
      [{ name: 'b' }, { name: 'a' }, { name: 'b' }],
    ),
    paths: fc.dictionary(route, item, { minKeys: 1, maxKeys: 4 }),
    components: fc.constant({
      schemas: { Thing: { type: 'string' }, Unused: { type: 'object' }, Other: { type: 'string' } },
      responses: {
        Unauthorized: { description: 'no', content: { 'application/json': { schema: { type: 'string' } } } },
      },
    }),
  },
  { requiredKeys: ['openapi', 'info', 'paths', 'components'] },
)

interface Look {
  readonly kind: 'block' | 'flow' | 'json'
  readonly indent: number | string
  readonly indentSeq: boolean
  readonly singleQuote: boolean
  readonly newline: '\n' | '\r\n'
  readonly hasMark: boolean
  readonly hasComments: boolean
  readonly endsLine: boolean
}

const look: fc.Arbitrary<Look> = fc.record({
  kind: fc.constantFrom('block', 'block', 'flow', 'json'),
  indent: fc.constantFrom(2, 4, '\t', 0),
  indentSeq: fc.boolean(),
  singleQuote: fc.boolean(),
  newline: fc.constantFrom('\n', '\n', '\r\n'),
  hasMark: fc.boolean(),
  hasComments: fc.boolean(),
  endsLine: fc.boolean(),
})

export const planted: fc.Arbitrary<Planted> = fc.tuple(document, look).map(([value, own]) => {
  const text = own.kind === 'json' ? JSON.stringify(value, null, own.indent) : yamlOf(value, own)
  const ended = own.endsLine ? text : text.trimEnd()
  const mark = own.hasMark ? '\ufeff' : ''
  return {
    name: own.kind === 'json' ? 'openapi.json' : 'openapi.yaml',
    text: mark + ended.replaceAll('\n', own.newline),
  }
})

function yamlOf(value: object, { kind, indent, indentSeq, singleQuote, hasComments }: Look): string {
  const text = stringify(value, {
    indent: indent === 4 ? 4 : 2,
    indentSeq,
    singleQuote,
    lineWidth: 0,
    aliasDuplicateObjects: false,
    collectionStyle: kind === 'flow' ? 'flow' : 'any',
  })
  return hasComments && kind === 'block' ? commented(text) : text
}

/** Comments above some lines and behind others; none in a block scalar. */
function commented(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, index) => {
      if (!/^[ -]*[\w'/"{}.-]+:( [\w']+)?$/.test(line) || /[|>]-?$/.test(lines[index - 1] ?? '')) return line
      if (index % 5 === 0) return `${/^ */.exec(line)?.[0]}# above ${index}\n${line}`
      return index % 3 === 0 ? `${line} # behind ${index}` : line
    })
    .join('\n')
}
