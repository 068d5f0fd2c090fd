import type { Json, Map as JsonMap } from '../base/edits.ts'

/** A definition with something of everything, in which a change has one place. */
export const shop = `openapi: 3.0.3
info: {title: Shop, version: 1.0.0}
security: [{key: []}]
paths:
  /orders:
    parameters:
      - {name: X-Shop, in: header, schema: {type: string}}
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 100, default: 20}}
        - {name: state, in: query, schema: {type: string, enum: [open, sent]}}
        - {name: ids, in: query, schema: {type: array, items: {type: string}}}
      responses:
        '200':
          description: orders
          headers: {X-Total: {required: true, schema: {type: integer}}}
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Order'}}
            text/csv: {schema: {type: string}}
        '404': {description: none}
    post:
      requestBody:
        content:
          application/json: {schema: {$ref: '#/components/schemas/NewOrder'}}
          application/xml: {schema: {$ref: '#/components/schemas/NewOrder'}}
      responses:
        '201':
          description: made
          content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
  /orders/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
    get:
      security: [{}, {key: []}]
      responses:
        '200':
          description: one
          content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
    delete:
      responses: {'204': {description: gone}}
components:
  securitySchemes:
    key: {type: apiKey, name: X-Key, in: header}
    other: {type: http, scheme: bearer}
  schemas:
    Order:
      type: object
      required: [id, state]
      properties:
        id: {type: string, maxLength: 20}
        state: {type: string, enum: [open, sent]}
        note: {type: string}
        parent: {$ref: '#/components/schemas/Order'}
        payment: {oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/Bill'}]}
    Card: {type: object, required: [number], properties: {number: {type: string}}}
    Bill: {type: object, required: [address], properties: {address: {type: string}}}
    Cash: {type: object, required: [coins], properties: {coins: {type: integer}}}
    NewOrder:
      xml: {name: order}
      allOf:
        - $ref: '#/components/schemas/Draft'
        - {type: object, properties: {lines: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Line'}}}}
    Draft:
      type: object
      required: [shop]
      properties: {shop: {type: string, pattern: ^s}, note: {type: string, nullable: true}, made: {type: string, readOnly: true}}
    Line:
      type: object
      properties: {amount: {type: integer, minimum: 1}, kind: {type: string, enum: [a, b]}}
`

type Change = (at: (...keys: readonly (string | number)[]) => JsonMap) => void

const schemas = ['components', 'schemas'] as const
const listed = ['paths', '/orders', 'get'] as const
const made = ['paths', '/orders', 'post'] as const
const list = (map: JsonMap, key: string) => map[key] as Json[]
const drop = (map: JsonMap, key: string) => {
  delete map[key]
}

/** Changes of the shop that break a client, and the rule that each breaks. */
export const planted: readonly (readonly [rule: string, change: Change])[] = [
  ['path-removed', (at) => drop(at('paths'), '/orders/{id}')],
  ['operation-removed', (at) => drop(at('paths', '/orders/{id}'), 'delete')],
  [
    'parameter-added',
    (at) => list(at(...listed), 'parameters').push({ name: 'q', in: 'query', required: true, schema: {} }),
  ],
  ['parameter-removed', (at) => list(at(...listed), 'parameters').pop()],
  [
    'parameter-became-required',
    (at) => Object.assign(at('paths', '/orders', 'parameters', 0), { required: true }),
  ],
  [
    'parameter-default-changed',
    (at) => Object.assign(at(...listed, 'parameters', 0, 'schema'), { default: 10 }),
  ],
  ['parameter-style-changed', (at) => Object.assign(at(...listed, 'parameters', 2), { explode: false })],
  [
    'request-limit-tightened',
    (at) => Object.assign(at(...listed, 'parameters', 0, 'schema'), { maximum: 50 }),
  ],
  ['request-enum-narrowed', (at) => list(at(...listed, 'parameters', 1, 'schema'), 'enum').pop()],
  [
    'request-type-changed',
    (at) => Object.assign(at(...listed, 'parameters', 2, 'schema', 'items'), { type: 'boolean' }),
  ],
  ['response-status-removed', (at) => drop(at(...listed, 'responses'), '200')],
  ['response-media-type-removed', (at) => drop(at(...listed, 'responses', '200', 'content'), 'text/csv')],
  [
    'response-header-became-optional',
    (at) => drop(at(...listed, 'responses', '200', 'headers', 'X-Total'), 'required'),
  ],
  ['response-header-removed', (at) => drop(at(...listed, 'responses', '200'), 'headers')],
  ['request-body-became-required', (at) => Object.assign(at(...made, 'requestBody'), { required: true })],
  ['request-body-removed', (at) => drop(at(...made), 'requestBody')],
  ['request-media-type-removed', (at) => drop(at(...made, 'requestBody', 'content'), 'application/xml')],
  ['security-added', (at) => Object.assign(at('paths', '/orders/{id}', 'get'), { security: [{ key: [] }] })],
  ['security-changed', (at) => Object.assign(at(), { security: [{ key: [], other: [] }] })],
  ['request-property-became-required', (at) => list(at(...schemas, 'Draft'), 'required').push('note')],
  [
    'request-property-added',
    (at) => {
      list(at(...schemas, 'Draft'), 'required').push('date')
      Object.assign(at(...schemas, 'Draft', 'properties'), { date: { type: 'string' } })
    },
  ],
  ['request-property-removed', (at) => drop(at(...schemas, 'Line', 'properties'), 'amount')],
  ['request-null-refused', (at) => drop(at(...schemas, 'Draft', 'properties', 'note'), 'nullable')],
  [
    'request-pattern-narrowed',
    (at) => Object.assign(at(...schemas, 'Draft', 'properties', 'shop'), { pattern: '^t' }),
  ],
  [
    'request-pattern-changed',
    (at) => Object.assign(at(...schemas, 'Draft', 'properties', 'shop'), { pattern: '^s(?:)' }),
  ],
  [
    'request-limit-added',
    (at) => Object.assign(at(...schemas, 'Line', 'properties', 'amount'), { maximum: 9 }),
  ],
  [
    'request-additional-properties-refused',
    (at) => Object.assign(at(...schemas, 'Line'), { additionalProperties: false }),
  ],
  [
    'response-type-changed',
    (at) => Object.assign(at(...schemas, 'Order', 'properties', 'note'), { type: 'integer' }),
  ],
  [
    'response-null-added',
    (at) => Object.assign(at(...schemas, 'Order', 'properties', 'note'), { nullable: true }),
  ],
  [
    'response-enum-widened',
    (at) => list(at(...schemas, 'Order', 'properties', 'state'), 'enum').push('lost'),
  ],
  [
    'response-limit-loosened',
    (at) => Object.assign(at(...schemas, 'Order', 'properties', 'id'), { maxLength: 40 }),
  ],
  ['response-property-became-optional', (at) => list(at(...schemas, 'Order'), 'required').pop()],
  ['response-property-removed', (at) => drop(at(...schemas, 'Card', 'properties'), 'number')],
  ['response-optional-property-removed', (at) => drop(at(...schemas, 'Order', 'properties'), 'note')],
  [
    'response-alternative-added',
    (at) =>
      list(at(...schemas, 'Order', 'properties', 'payment'), 'oneOf').push({
        $ref: '#/components/schemas/Cash',
      }),
  ],
]

/** Changes that no client notices. */
export const harmless: readonly (readonly [what: string, change: Change])[] = [
  ['a new path', (at) => Object.assign(at('paths'), { '/shops': { get: { responses: {} } } })],
  [
    'a new optional parameter',
    (at) => list(at(...listed), 'parameters').push({ name: 'q', in: 'query', schema: {} }),
  ],
  [
    'another name in a path',
    (at) => {
      const item = at('paths', '/orders/{id}')
      drop(at('paths'), '/orders/{id}')
      Object.assign(at('paths'), { '/orders/{number}': item })
      Object.assign(at('paths', '/orders/{number}', 'parameters', 0), { name: 'number' })
    },
  ],
  [
    'a parameter of the path for each operation',
    (at) => {
      for (const method of ['get', 'delete'])
        Object.assign(at('paths', '/orders/{id}', method), {
          parameters: structuredClone(at('paths', '/orders/{id}').parameters),
        })
      drop(at('paths', '/orders/{id}'), 'parameters')
    },
  ],
  [
    'a required property that only the server sets',
    (at) => list(at(...schemas, 'Draft'), 'required').push('made'),
  ],
  [
    'a new property of responses',
    (at) => Object.assign(at(...schemas, 'Order', 'properties'), { at: { type: 'string' } }),
  ],
  ['a value more in requests', (at) => list(at(...schemas, 'Line', 'properties', 'kind'), 'enum').push('c')],
  ['a value less in responses', (at) => list(at(...schemas, 'Order', 'properties', 'state'), 'enum').pop()],
  ['one more way to authenticate', (at) => Object.assign(at(), { security: [{ key: [] }, { other: [] }] })],
  [
    'another name for a security scheme',
    (at) => {
      Object.assign(at('components', 'securitySchemes'), {
        renamed: at('components', 'securitySchemes', 'key'),
      })
      Object.assign(at(), { security: [{ renamed: [] }] })
    },
  ],
  [
    'an allOf taken apart',
    (at) => {
      const draft = at(...schemas, 'Draft')
      const lines = at(...schemas, 'NewOrder', 'allOf', 1)
      Object.assign(at(...schemas), {
        NewOrder: {
          xml: { name: 'order' },
          ...draft,
          properties: { ...(draft.properties as JsonMap), ...(lines.properties as JsonMap) },
        },
      })
    },
  ],
  [
    'null as an alternative',
    (at) => {
      Object.assign(at(), { openapi: '3.1.0' })
      Object.assign(at(...schemas, 'Draft', 'properties'), {
        note: { oneOf: [{ type: 'null' }, { type: 'string' }] },
      })
    },
  ],
]
