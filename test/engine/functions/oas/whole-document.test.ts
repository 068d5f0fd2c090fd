import { describe, expect, it } from 'vitest'
import { runFunction } from '../run-function.ts'

const root = {
  swagger: '2.0',
  paths: {
    '/a/{id}': {
      get: {
        operationId: 'a',
        responses: { 404: {} },
        parameters: [{ name: 'a', in: 'body' }, { in: 'body' }],
      },
      put: { operationId: 'a', responses: { 200: {} }, consumes: ['a/b'], parameters: [{ in: 'formData' }] },
    },
  },
  definitions: { S: {} },
}

/** Rulesets that dashboards export give these functions the whole document. */
describe('functions that are given the whole document', () => {
  it.each<[string, ...(readonly string[])]>([
    ['oasOpIdUnique', 'paths|/a/{id}|put|operationId'],
    ['oasPathParam', 'paths|/a/{id}|get', 'paths|/a/{id}|put'],
    ['oasOpParams', 'paths|/a/{id}|get|parameters|1'],
    ['oasOpSuccessResponse', 'paths|/a/{id}|get|responses'],
    ['oasOpFormDataConsumeCheck', 'paths|/a/{id}|put'],
    ['oasUnusedComponent', 'definitions|S'],
  ])('%s looks at its parts', (name, ...places) => {
    const results = runFunction(name, root, undefined, { root, path: [] })
    expect(results.map(({ path }) => path?.join('|'))).toEqual(places)
  })

  it('oasUnusedComponent looks at the components of version 3', () => {
    const version3 = { openapi: '3.0.3', components: { schemas: { S: {} } } }
    const results = runFunction('oasUnusedComponent', version3, undefined, { root: version3, path: [] })
    expect(results.map(({ path }) => path?.join('|'))).toEqual(['components|schemas|S'])
  })

  it.each(['oasOpIdUnique', 'oasPathParam', 'oasOpParams', 'oasOpSuccessResponse', 'oasUnusedComponent'])(
    '%s finds nothing in an empty one',
    (name) => {
      const empty = {}
      expect(runFunction(name, empty, undefined, { root: empty, path: [] })).toEqual([])
    },
  )
})
