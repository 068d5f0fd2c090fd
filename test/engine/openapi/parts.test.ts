import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { noFiles } from '../../../src/engine/openapi/files.ts'
import { collectParts } from '../../../src/engine/openapi/parts.ts'

const text = `
openapi: 3.1.0
paths:
  x-note: {get: {parameters: [{schema: {title: no extension of paths}}]}}
  /a:
    parameters: [{schema: {title: of a path item}}]
    get:
      parameters: [{content: {text/plain: {schema: {title: of content}}}}, {$ref: '#/components/parameters/P'}]
      requestBody: {content: {a/b: {schema: {items: [{title: of a list}]}, encoding: {x: {headers: {H: {schema: {title: of encoding}}}}}}}}
      responses:
        x-note: {content: {a/b: {schema: {title: no extension of responses}}}}
        '200': {headers: {X-A: {schema: {title: of a header}}}, content: {a/b: {example: {schema: {title: no example}}}}}
      callbacks: {done: {'{$url}': {post: {requestBody: {content: {a/b: {schema: {title: of a callback}}}}}}}}
webhooks: {new: {post: {parameters: [{schema: {title: of a webhook}}]}}}
components:
  parameters: {P: {schema: {$ref: '#/x-schemas/Far'}}}
  schemas:
    Loop: {title: of a loop, properties: {next: {$ref: '#/components/schemas/Loop'}, properties: {title: of properties}}}
    Any: {anyOf: [{title: of anyOf}], additionalProperties: {title: of more}, enum: [{properties: {a: {title: no value}}}]}
    Gone: {$ref: '#/nowhere'}
    Flag: true
x-schemas: {Far: {title: of a reference}, Unused: {title: no extension}}
`

describe('the schemas of a document', () => {
  const { value } = parseDocument(text, 'yaml')
  const schemas = collectParts({ root: value, files: noFiles }, 'schema')

  it('are found where the specification has them, once each', () => {
    const titles = schemas.flatMap((schema) => schema.value.title ?? []).sort()
    expect(titles).toEqual([
      'of a callback',
      'of a header',
      'of a list',
      'of a loop',
      'of a path item',
      'of a reference',
      'of a webhook',
      'of anyOf',
      'of content',
      'of encoding',
      'of more',
      'of properties',
    ])
  })

  it('stand where they are written', () => {
    const far = schemas.find((schema) => schema.value.title === 'of a reference')
    expect(far?.path()).toEqual(['x-schemas', 'Far'])
  })

  it('stand at each place of an alias', () => {
    const aliased =
      'components: {schemas: {A: &a {type: string}, B: *a, C: {$ref: "#/components/schemas/A"}}}'
    const places = collectParts({ root: parseDocument(aliased, 'yaml').value, files: noFiles }, 'schema').map(
      (part) => part.path().at(-1),
    )
    expect(places.sort()).toEqual(['A', 'B'])
  })

  it.each<[string, readonly string[]]>([
    ['paths: {$ref: "#/x"}\nx: {/a: {parameters: [{schema: {title: a}}]}}', ['a']],
    ['webhooks: {$ref: "#/x"}\nx: {w: {parameters: [{schema: {title: a}}]}}', ['a']],
    ['components: {$ref: "#/x"}\nx: {schemas: {A: {title: a}}}', ['a']],
    ['components: {schemas: {$ref: "#/x"}}\nx: {$ref: "#/y"}\ny: {A: {title: a}, B: {title: b}}', ['a', 'b']],
    ['paths: {/a: {get: {responses: {$ref: "#/x"}}}}\nx: {"200": {schema: {title: a}}}', ['a']],
    ['paths: {/a: {parameters: {$ref: "#/x"}}}\nx: [{schema: {title: a}}]', ['a']],
    ['components: {schemas: {A: {properties: {$ref: "#/x"}}}}\nx: {B: {title: b}}', ['b']],
    ['components: {schemas: {A: {properties: {B: {$ref: "#/components/schemas"}}}}}', []],
    [
      'components: {schemas: {A: {properties: {$ref: "#/components/schemas/A/properties"}, title: a}}}',
      ['a'],
    ],
  ])('are found behind the reference of a map or list: %s', (text, titles) => {
    const parts = collectParts({ root: parseDocument(text, 'yaml').value, files: noFiles }, 'schema')
    expect(parts.flatMap(({ value }) => value.title ?? []).sort()).toEqual(titles)
  })

  it.each([[undefined], [null], ['text'], [[]]])('there are none in %j', (root) => {
    expect(collectParts({ root, files: noFiles }, 'schema')).toEqual([])
  })
})

describe('what is beside a reference that leads back to itself', () => {
  it.each([
    ['paths: {/a: {$ref: "#/paths/~1a", get: {}}}', 'operation', 1],
    ['paths: {/a: {$ref: "#/paths/~1b", get: {}}, /b: {$ref: "#/paths/~1a", put: {}}}', 'operation', 2],
    ['paths: {/a: {$ref: "#/paths", get: {}}}', 'operation', 1],
    ['paths: {/a: {$ref: "#/paths/~1b", get: {}}, /b: {put: {}}}', 'operation', 1],
    ['components: {schemas: {A: {$ref: "#/components/schemas/A", type: integer}}}', 'schema', 1],
    [
      'components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/A", title: a}}}}}',
      'schema',
      1,
    ],
  ] as const)('%s has parts of kind %s', (text, kind, count) => {
    const { value } = parseDocument(`openapi: 3.1.0\n${text}\n`, 'yaml')
    expect(collectParts({ root: value, files: noFiles }, kind)).toHaveLength(count)
  })
})
