import { dump } from 'js-yaml'

export interface MadeDocument {
  readonly name: string
  readonly version: '2.0' | '3.0.3' | '3.1.0'
  readonly paths: number
  readonly seed: number
}

/** Small documents have each of their issues recorded, large ones only how many there are of each rule. */
export const madeDocuments: readonly MadeDocument[] = [
  { name: 'made-2.0.json', version: '2.0', paths: 30, seed: 2 },
  { name: 'made-3.0.yaml', version: '3.0.3', paths: 40, seed: 3 },
  { name: 'made-3.1.json', version: '3.1.0', paths: 40, seed: 4 },
  { name: 'large-3.0.yaml', version: '3.0.3', paths: 400, seed: 5 },
  { name: 'large-3.1.json', version: '3.1.0', paths: 400, seed: 6 },
]

/** A description of a shop that is not there, with mistakes now and then: the same for the same seed on every machine. */
export function textOf(made: MadeDocument): string {
  const value = documentOf(made)
  return made.name.endsWith('.json') ? `${JSON.stringify(value, null, 2)}\n` : dump(value, { noRefs: true })
}

type Fields = Readonly<Record<string, unknown>>

interface Making {
  readonly is2: boolean
  /** True once in so many times. */
  readonly oneIn: (times: number) => boolean
  readonly pick: (values: readonly string[]) => string
  readonly reference: (name: string) => Fields
}

const nouns = ['order', 'invoice', 'parcel', 'carrier', 'refund', 'customer', 'basket', 'price'] as const
const verbs = ['get', 'put', 'post', 'delete', 'patch'] as const

function documentOf({ version, paths, seed }: MadeDocument): Fields {
  const making = makingOf(version === '2.0', seed)
  const { is2, oneIn } = making
  const schemas = Object.fromEntries(nouns.map((noun) => [title(noun), schemaOf(noun, making)]))
  const unused = { Unused: { type: 'object' }, ...schemas }
  return {
    ...(is2 ? { swagger: version, host: 'shop.example.org', basePath: '/v1/' } : { openapi: version }),
    info: {
      title: 'Shop',
      version: '1.2.0',
      ...(oneIn(2) && { description: 'Orders, and what becomes of them.' }),
    },
    ...(is2
      ? { schemes: ['https'] }
      : { servers: [{ url: 'https://shop.example.org/v1/' }, { url: 'https://example.com' }] }),
    tags: [...nouns, 'order'].map((name, index) => ({
      name,
      ...(index % 3 !== 0 && { description: `All of ${name}.` }),
    })),
    paths: Object.fromEntries(Array.from({ length: paths }, (_, index) => pathOf(index, making))),
    ...(is2 ? { definitions: unused } : { components: { schemas: unused } }),
  }
}

function makingOf(is2: boolean, seed: number): Making {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const prefix = is2 ? '#/definitions' : '#/components/schemas'
  return {
    is2,
    oneIn: (times) => next(times) === 0,
    pick: (values) => values[next(values.length)] ?? '',
    reference: (name) => ({ $ref: `${prefix}/${title(name)}` }),
  }
}

function title(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

function schemaOf(noun: string, { oneIn, pick }: Making): Fields {
  const states = ['new', 'paid', 'sent', ...(oneIn(2) ? ['paid'] : [])]
  return {
    type: 'object',
    required: ['id'],
    description: `One ${noun}.`,
    properties: {
      id: { type: 'string', example: oneIn(3) ? 17 : 'a-17' },
      state: { type: 'string', enum: oneIn(4) ? [...states, 4] : states, default: pick(states) },
      count: { type: 'integer', minimum: 0, ...(oneIn(3) && { default: -1 }) },
      size: { type: oneIn(3) ? 'number' : 'integer', ...(oneIn(2) && { example: 'large' }) },
    },
    example: oneIn(2) ? { id: 'a-1', count: 2 } : { count: 'two' },
  }
}

function pathOf(index: number, making: Making): readonly [string, Fields] {
  const { oneIn, pick } = making
  const noun = pick(nouns)
  const path = `/${noun}s-${index}/{${noun}Id}${oneIn(12) ? '/' : ''}${oneIn(25) ? '?all=1' : ''}`
  const operations = verbs.filter(() => oneIn(2))
  return [path, Object.fromEntries(operations.map((verb) => [verb, operationOf(verb, noun, index, making)]))]
}

function operationOf(verb: string, noun: string, index: number, making: Making): Fields {
  const { oneIn, pick } = making
  const unsafe = `See <script>alert(1)</script> of ${noun}.`
  return {
    ...(!oneIn(8) && { operationId: oneIn(10) ? `${verb} ${noun}` : `${verb}-${noun}-${index}` }),
    ...(!oneIn(6) && { summary: `${title(verb)} the ${noun}` }),
    ...(!oneIn(6) && { description: oneIn(10) ? unsafe : `What becomes of the ${noun} is in its state.` }),
    ...(!oneIn(7) && { tags: oneIn(6) ? ['nowhere'] : [pick(nouns)] }),
    ...(oneIn(20) && { deprecated: true }),
    parameters: parametersOf(noun, making),
    responses: responsesOf(noun, making),
  }
}

function parametersOf(noun: string, { is2, oneIn }: Making): readonly Fields[] {
  const typed = (type: Fields): Fields => (is2 ? type : { schema: type })
  const own = { name: `${noun}Id`, in: 'path', required: true, ...typed({ type: 'string' }) }
  const limit = {
    name: 'limit',
    in: 'query',
    ...typed({ type: 'integer', maximum: 100, ...(oneIn(5) && { default: 500 }) }),
  }
  return [...(oneIn(9) ? [] : [own]), ...(oneIn(2) ? [limit] : []), ...(oneIn(30) ? [{ ...limit }] : [])]
}

function responsesOf(noun: string, { is2, oneIn, reference }: Making): Fields {
  const content = (schema: Fields, example: unknown): Fields =>
    is2
      ? { schema, examples: { 'application/json': example } }
      : { content: { 'application/json': { schema, example } } }
  const good = oneIn(5) ? { id: 3 } : { id: 'a-2', count: 1 }
  return {
    ...(!oneIn(9) && { 200: { description: `The ${noun}.`, ...content(reference(noun), good) } }),
    404: { description: `No such ${noun}.` },
    ...(oneIn(4) && {
      default: { description: 'Anything else.', ...content({ type: 'string' }, oneIn(3) ? 5 : 'no') },
    }),
  }
}
