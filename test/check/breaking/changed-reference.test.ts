import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const components = `components:
  schemas:
    Order: { type: object, properties: { id: { type: string } }, required: [id] }
    Order2: { type: object, properties: { id: { type: integer } }, required: [id] }
    Line: { type: object, properties: { order: { $ref: '#/components/schemas/Order' } } }
  parameters:
    Page: { name: page, in: query, schema: { type: string } }
    Page2: { name: page, in: query, schema: { type: integer } }
    Needed: { name: page, in: query, required: true, schema: { type: string } }
  requestBodies:
    Body: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
    Body2: { content: { application/json: { schema: { $ref: '#/components/schemas/Order2' } } } }
    Must: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
  responses:
    Found: { description: a, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
    Found2: { description: a, content: { application/json: { schema: { $ref: '#/components/schemas/Order2' } } } }
    Empty: { description: a }
    Headed: { description: a, headers: { X: { required: true, schema: { type: string } } } }
  headers:
    X: { required: true, schema: { type: string } }
    X2: { schema: { type: string } }
`

const ref = (kind: string, name: string) => `{ $ref: '#/components/${kind}/${name}' }`
const json = (schema: string) => `{ content: { application/json: { schema: ${schema} } } }`
const order = ref('schemas', 'Order')
const order2 = ref('schemas', 'Order2')
const inline = '{ type: object, properties: { id: { type: string } }, required: [id] }'

const body = (value: string) => `requestBody: ${value}`
const answer = (value: string) => `responses: { '200': ${value} }`
const query = (value: string) => `parameters: [${value}]`
const header = (value: string) => answer(`{ description: a, headers: { X: ${value} } }`)

function api(a: string, b = '', shared = components): string {
  return `openapi: 3.1.0
info: { title: a, version: "1" }
paths:
  /a: { post: { ${a} } }
  /b: { post: { ${b} } }
${shared}`
}

const at = (path: string) => ['paths', '/a', 'post', ...path.split('.')].map(String).join('.')

describe('a change that a reference brings stands at the reference, one for each operation', () => {
  it.each<[string, string, string, string]>([
    [
      'a schema of a request',
      body(json(order)),
      body(json(order2)),
      'requestBody.content.application/json.schema',
    ],
    [
      'a schema of a response',
      answer(json(order)),
      answer(json(order2)),
      'responses.200.content.application/json.schema',
    ],
    [
      'a schema that was written in the operation',
      body(json(inline)),
      body(json(order2)),
      'requestBody.content.application/json.schema',
    ],
    [
      'a schema in a list',
      body(json(`{ type: array, items: ${order} }`)),
      body(json(`{ type: array, items: ${order2} }`)),
      'requestBody.content.application/json.schema.items',
    ],
    [
      'a schema in a property',
      answer(json(`{ properties: { x: ${order} } }`)),
      answer(json(`{ properties: { x: ${order2} } }`)),
      'responses.200.content.application/json.schema.properties.x',
    ],
    ['a parameter', query(ref('parameters', 'Page')), query(ref('parameters', 'Page2')), 'parameters.0'],
    [
      'a parameter that is needed',
      query(ref('parameters', 'Page')),
      query(ref('parameters', 'Needed')),
      'parameters.0',
    ],
    ['a body', body(ref('requestBodies', 'Body')), body(ref('requestBodies', 'Body2')), 'requestBody'],
    [
      'a body that is needed',
      body(ref('requestBodies', 'Body')),
      body(ref('requestBodies', 'Must')),
      'requestBody',
    ],
    ['a response', answer(ref('responses', 'Found')), answer(ref('responses', 'Found2')), 'responses.200'],
    [
      'a response without a body',
      answer(ref('responses', 'Found')),
      answer(ref('responses', 'Empty')),
      'responses.200',
    ],
    ['a header', header(ref('headers', 'X')), header(ref('headers', 'X2')), 'responses.200.headers.X'],
  ])('%s', (_, oldPart, newPart, place) => {
    const paths = (change: readonly { readonly path: readonly unknown[] }[]) =>
      change.map(({ path }) => path.join('.'))
    const first = changesBetween(api(oldPart), api(newPart))
    expect(paths(first)[0]).toMatch(new RegExp(`^${at(place).replaceAll('.', '\\.')}(?:$|\\.)`))
    // The same of another operation, once that of the first is known.
    const second = changesBetween(api(newPart, oldPart), api(newPart, newPart))
    expect(paths(second)).toEqual(paths(first).map((path) => path.replace('/a', '/b')))
    const both = changesBetween(api(oldPart, oldPart), api(newPart, newPart))
    expect(paths(both).sort()).toEqual([...paths(first), ...paths(second)].sort())
  })
})

describe('a change in a component stands there, once for all that use it', () => {
  const change = (from: string, to: string) => components.replace(from, to)
  it.each<[string, string, string, string]>([
    [
      'of a schema',
      body(json(order)),
      change(
        'Order: { type: object, properties: { id: { type: string',
        'Order: { type: object, properties: { id: { type: integer',
      ),
      'components.schemas.Order.properties.id',
    ],
    [
      'of a schema in a schema',
      body(json(ref('schemas', 'Line'))),
      change(
        'Order: { type: object, properties: { id: { type: string',
        'Order: { type: object, properties: { id: { type: integer',
      ),
      'components.schemas.Order.properties.id',
    ],
    [
      'of a reference in a schema',
      body(json(ref('schemas', 'Line'))),
      change("order: { $ref: '#/components/schemas/Order'", "order: { $ref: '#/components/schemas/Order2'"),
      'components.schemas.Line.properties.order',
    ],
    [
      'of a reference in a body',
      body(ref('requestBodies', 'Body')),
      change(
        "Body: { content: { application/json: { schema: { $ref: '#/components/schemas/Order'",
        "Body: { content: { application/json: { schema: { $ref: '#/components/schemas/Order2'",
      ),
      'components.requestBodies.Body.content.application/json.schema',
    ],
    [
      'of a parameter',
      query(ref('parameters', 'Page')),
      change(
        'Page: { name: page, in: query, schema: { type: string',
        'Page: { name: page, in: query, schema: { type: integer',
      ),
      'components.parameters.Page.schema',
    ],
    [
      'of a header',
      header(ref('headers', 'X')),
      change('\n    X: { required: true,', '\n    X: {'),
      'components.headers.X',
    ],
  ])('%s', (_, part, shared, place) => {
    const found = changesBetween(api(part, part), api(part, part, shared))
    expect(found.map(({ path }) => path.join('.'))).toEqual([place])
    expect(found[0]?.operations).toEqual(['POST /a', 'POST /b'])
  })

  it('also where it has another name', () => {
    const shared = components
      .replace(
        'Order: { type: object, properties: { id: { type: string',
        'Order: { type: object, properties: { id: { type: integer',
      )
      .replaceAll(/Order(?!2)/g, 'Renamed')
    const found = changesBetween(
      api(body(json(order)), body(json(order))),
      api(body(json(ref('schemas', 'Renamed'))), body(json(ref('schemas', 'Renamed'))), shared),
    )
    expect(found.map(({ path }) => path.join('.'))).toEqual(['components.schemas.Renamed.properties.id'])
  })

  it('also where parameters change their order', () => {
    const [page, other] = [ref('parameters', 'Page'), '{ name: x, in: query }']
    const shared = components.replace(
      'Page: { name: page, in: query, schema: { type: string',
      'Page: { name: page, in: query, schema: { type: integer',
    )
    const found = changesBetween(api(query(`${page}, ${other}`)), api(query(`${other}, ${page}`), '', shared))
    expect(found.map(({ path }) => path.join('.'))).toEqual(['components.parameters.Page.schema'])
  })

  it('and at both where an operation changes to a component that changed', () => {
    const shared = components.replace(
      'Order2: { type: object, properties: { id: { type: integer',
      'Order2: { type: object, properties: { id: { type: boolean',
    )
    const found = changesBetween(
      api(body(json(order)), body(json(order2))),
      api(body(json(order2)), body(json(order2)), shared),
    )
    expect(found.map(({ path, operations }) => [path.join('.'), operations]).sort()).toEqual([
      ['components.schemas.Order2.properties.id', ['POST /b']],
      ['paths./a.post.requestBody.content.application/json.schema', ['POST /a']],
    ])
  })
})
