import { expect, it } from 'vitest'
import { makeSchema, schemaNames } from '../../../../src/engine/functions/oas/make-schema.ts'
import { loadOfficialSchema } from '../../../../src/engine/functions/oas/official-schema.ts'
import { compileOwnSchema, compileSchema } from '../../../../src/engine/json-schema/compile.ts'

it.each(schemaNames)('%s compiles in all of its parts', (name) => {
  // Only in a schema of our own may a $dynamicRef have several targets: the one that it finds here is the one that is meant.
  const text = JSON.stringify(loadOfficialSchema(name)).replaceAll('"$dynamicRef"', '"$ref"')
  expect(() => compileSchema(JSON.parse(text), 'draft4')).not.toThrow()
})

/** Keywords only: a text under such a name in a list of properties would not be a schema. */
it.each(schemaNames)('%s keeps all that asks for something', (name) => {
  const prose = new Set(['description', 'title', '$comment'])
  const lines = (schema: object) => JSON.stringify(schema, undefined, 1).split('\n')
  const said = lines(makeSchema(name)).map((line) => line.replace(/,$/, ''))
  const kept = new Set(lines(loadOfficialSchema(name)).map((line) => line.replace(/,$/, '')))
  const left = said.filter((line) => !kept.has(line))
  for (const line of left) expect(prose).toContain(/^ *"([^"]+)": ".*"$/.exec(line)?.[1])
})

it.each([
  [{}, {}],
  [{ openapi: '3.0.0' }, { info: {}, paths: { '/a': { get: { responses: { 200: 1 } } } } }],
  [
    { openapi: '3.0.0', info: { title: 'A', version: '1' } },
    { paths: { a: { parameters: [{ in: 'path' }] } } },
  ],
])('finds the same as one that is compiled at once: %j %j', (some, more) => {
  const schema = loadOfficialSchema('oas3.0')
  const options = { allErrors: true, everyBranch: true }
  const document = { ...some, ...more }
  const errors = compileOwnSchema(schema)(document, options)
  expect(errors.length).toBeGreaterThan(0)
  expect(errors).toEqual(compileSchema({ ...schema }, 'draft4')(document, options))
})
