import { expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const head = `openapi: 3.1.0
paths:
  /pets:
    post:
      parameters: []
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
components: { schemas: { Pet: { type: object, properties: { id: { type: string } } } } }
`
const base = head
  .replace(
    'parameters: []',
    'parameters: [{name: a, in: query}, {name: b, in: query}, {name: a, in: header}]\n      requestBody: {}',
  )
  .replace('    post:', '    get: { responses: {} }\n    post:')
  .replace("'200':", "'201': { description: made }\n        '2XX': { description: other }\n        '200':")
  .replace(
    'description: ok',
    'description: ok\n          headers: { X-Page: { schema: {} }, X-Rate: { schema: {} } }',
  )
  .replace('content: {', 'content: { text/csv: {}, text/html: {},')
  .replace('id: {', 'name: { type: string }, kind: { type: string }, id: {')
  .replace(
    'components:',
    '  /cats: { get: {} }\n  /dogs: { get: {}, put: {} }\nwebhooks: { born: { post: {} }, sold: { post: {} } }\ncomponents:',
  )

/** A waiver of one of them is not one of the others. */
it('what was removed has a path of its own', () => {
  const paths = changesBetween(base, head).map(({ rule, path }) => `${rule}: ${path.join(' ')}`)
  const response = 'paths /pets post responses 200'
  expect(paths.sort()).toEqual([
    'breaking-operation-removed: paths /pets get',
    'breaking-parameter-removed: paths /pets post parameters header a',
    'breaking-parameter-removed: paths /pets post parameters query a',
    'breaking-parameter-removed: paths /pets post parameters query b',
    'breaking-path-removed: paths /cats',
    'breaking-path-removed: paths /dogs',
    'breaking-request-body-removed: paths /pets post requestBody',
    `breaking-response-media-type-removed: ${response} content text/csv`,
    `breaking-response-media-type-removed: ${response} content text/html`,
    `breaking-response-optional-header-removed: ${response} headers X-Page`,
    `breaking-response-optional-header-removed: ${response} headers X-Rate`,
    'breaking-response-optional-property-removed: components schemas Pet properties kind',
    'breaking-response-optional-property-removed: components schemas Pet properties name',
    'breaking-response-status-removed: paths /pets post responses 201',
    'breaking-response-status-removed: paths /pets post responses 2XX',
    'breaking-webhook-removed: webhooks born',
    'breaking-webhook-removed: webhooks sold',
  ])
})
