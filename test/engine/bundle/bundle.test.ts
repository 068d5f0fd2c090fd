import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { mappedFiles } from '../../../src/check/sources/local-files.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { exactJson } from '../../../src/core/text/json.ts'
import { bundle } from '../../../src/engine/bundle/bundle.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'

const head = 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\n'

async function bundleOf(root: string, files: Readonly<Record<string, string>>) {
  const document = parseDocument(head + root, 'yaml')
  const read = async (reference: string, from: string) => {
    const name = posix.join(posix.dirname(from), reference)
    const text = name === 'a.yaml' ? head + root : files[name]
    if (text === undefined) throw new Error('no such file')
    return { name, text }
  }
  return bundle({ document, files: await readReferencedFiles(document, 'a.yaml', read, mappedFiles) })
}

/** The bundle without its first two keys. */
async function shown(root: string, files: Readonly<Record<string, string>>): Promise<unknown> {
  const text = exactJson((await bundleOf(root, files)).value)
  const { openapi: _, info: __, ...rest } = JSON.parse(text)
  return rest
}

const schemas = (text: string) => `components: {schemas: ${text}}`

it.each<[string, string, Readonly<Record<string, string>>, string]>([
  [
    'a path item takes the place of its reference, the next one refers to it',
    'paths: {/a: {$ref: p.yaml#/x}, /b: {$ref: p.yaml#/x}}',
    { 'p.yaml': 'x: {get: {tags: [t]}}' },
    'paths: {/a: {get: {tags: [t]}}, /b: {$ref: "#/paths/~1a"}}',
  ],
  [
    'a component that is a reference is where others lead',
    `paths: {/a: {get: {x: {$ref: s.yaml}}}}\n${schemas('{S: {$ref: ./s.yaml}}')}`,
    { 's.yaml': 'type: string' },
    `paths: {/a: {get: {x: {$ref: "#/components/schemas/S"}}}}\n${schemas('{S: {type: string}}')}`,
  ],
  [
    'a reference into the middle leads into what is there',
    schemas('{S: {$ref: s.yaml}, T: {$ref: s.yaml#/properties/t}}'),
    { 's.yaml': 'properties: {t: {type: string}}' },
    schemas('{S: {properties: {t: {type: string}}}, T: {$ref: "#/components/schemas/S/properties/t"}}'),
  ],
  [
    'a text is written at each of its references, also from another file',
    'tags: [{description: {$ref: d/x.md}}, {description: {$ref: d/x.md}}]\npaths: {/a: {$ref: p/a.yaml}}',
    { 'd/x.md': '# X\n', 'p/a.yaml': 'get: {description: {$ref: ../d/x.md}}' },
    'tags: [{description: "# X\\n"}, {description: "# X\\n"}]\npaths: {/a: {get: {description: "# X\\n"}}}',
  ],
  [
    'a cycle stays one',
    schemas('{S: {$ref: s.yaml}}'),
    {
      's.yaml': 'properties: {child: {$ref: "#"}, other: {$ref: t/t.yaml}}',
      't/t.yaml': 'items: {$ref: ../s.yaml}',
    },
    schemas(
      '{S: {properties: {child: {$ref: "#/components/schemas/S"}, other: {items: {$ref: "#/components/schemas/S"}}}}}',
    ),
  ],
  [
    'a chain leads to its end, and back into the definition by name',
    schemas('{S: {$ref: s.yaml#/a}, T: {type: string}}'),
    { 's.yaml': 'a: {$ref: "#/b"}\nb: {items: {$ref: "a.yaml#/components/schemas/T"}}' },
    schemas('{S: {items: {$ref: "#/components/schemas/T"}}, T: {type: string}}'),
  ],
  [
    'what only references with siblings lead to becomes a component; equal names are told apart',
    `paths: {/a: {get: {parameters: [{schema: {$ref: x/S.yaml, title: one}}, {schema: {$ref: y/S.yaml, title: two}}]}}}\n${schemas('{S: {type: boolean}}')}`,
    { 'x/S.yaml': 'type: string', 'y/S.yaml': 'type: integer' },
    `paths: {/a: {get: {parameters: [{schema: {$ref: "#/components/schemas/S_2", title: one}}, {schema: {$ref: "#/components/schemas/S_3", title: two}}]}}}\n${schemas('{S: {type: boolean}, S_2: {type: string}, S_3: {type: integer}}')}`,
  ],
  [
    'alternatives of a discriminator keep their names, and its mapping leads to them',
    schemas(
      '{Pet: {discriminator: {propertyName: k, mapping: {d: p/Dog.yaml, c: "#/components/schemas/Cat", w: https://x/w}}, oneOf: [{$ref: p/Dog.yaml}]}, Cat: {}}',
    ),
    { 'p/Dog.yaml': 'type: object' },
    schemas(
      '{Pet: {discriminator: {propertyName: k, mapping: {d: "#/components/schemas/Dog", c: "#/components/schemas/Cat", w: https://x/w}}, oneOf: [{$ref: "#/components/schemas/Dog"}]}, Cat: {}, Dog: {type: object}}',
    ),
  ],
  [
    'an operationRef follows its operation',
    'paths: {/a: {$ref: p.yaml#/x}, /b: {get: {responses: {"200": {links: {l: {operationRef: p.yaml#/x/get}}}}}}}',
    { 'p.yaml': 'x: {get: {}}' },
    'paths: {/a: {get: {}}, /b: {get: {responses: {"200": {links: {l: {operationRef: "#/paths/~1a/get"}}}}}}}',
  ],
  [
    'whole maps are taken up',
    'paths: {$ref: paths/index.yaml}',
    { 'paths/index.yaml': '/a: {$ref: a.yaml}', 'paths/a.yaml': 'get: {x: {$ref: "index.yaml#/~1a"}}' },
    'paths: {/a: {get: {x: {$ref: "#/paths/~1a"}}}}',
  ],
  [
    'a pointer is a fragment of a URL',
    'paths: {"/a b/{é}": {$ref: p.yaml}, /c: {$ref: p.yaml}}',
    { 'p.yaml': 'get: {}' },
    'paths: {"/a b/{é}": {get: {}}, /c: {$ref: "#/paths/~1a%20b~1%7B%C3%A9%7D"}}',
  ],
])('%s', async (_name, root, files, expected) => {
  expect(await shown(root, files)).toEqual(parseDocument(expected, 'yaml').value)
})

it('large integers keep their digits', async () => {
  const { value } = await bundleOf(schemas('{S: {$ref: s.yaml}}'), {
    's.yaml': 'maximum: 9223372036854775807\nminimum: -9223372036854775808\nmultipleOf: 1e300',
  })
  expect(exactJson(value)).toContain(
    '{"maximum":9223372036854775807,"minimum":-9223372036854775808,"multipleOf":1e+300}',
  )
})

it('says where each part is written', async () => {
  const { writtenAt, files } = await bundleOf('paths: {/a: {$ref: p.yaml#/x}}', {
    'p.yaml': 'x: {get: {x: {$ref: q.yaml}}}',
    'q.yaml': 'a: {b: 1}',
  })
  expect(files).toEqual(['p.yaml', 'q.yaml'])
  expect(writtenAt(['info', 'title'])).toEqual({ name: undefined, path: ['info', 'title'] })
  expect(writtenAt(['paths', '/a', 'get'])).toEqual({ name: 'p.yaml', path: ['x', 'get'] })
  expect(writtenAt(['paths', '/a', 'get', 'x', 'a', 'b'])).toEqual({ name: 'q.yaml', path: ['a', 'b'] })
})

it.each<[string, string, Readonly<Record<string, string>>, string]>([
  ['a missing file', 'x: {$ref: s.yaml}', {}, '"s.yaml": no such file'],
  [
    'another scheme',
    'x: {$ref: "ftp://a.example/s.yaml"}',
    {},
    '"ftp://a.example/s.yaml": only files are followed: save it next to the document',
  ],
  ['a missing target', 'x: {$ref: s.yaml#/a}', { 's.yaml': 'b: 1' }, '"s.yaml#/a" does not resolve'],
  ['an anchor', 'x: {$ref: s.yaml#a}', { 's.yaml': '$anchor: a' }, '"s.yaml#a" does not resolve'],
  [
    'an anchor that comes along',
    'x: {$ref: s.yaml}',
    { 's.yaml': '$anchor: a' },
    '$anchor means something else in another file',
  ],
  [
    'a dynamic reference',
    'x: {$ref: s.yaml}',
    { 's.yaml': 'items: {$dynamicRef: "#a"}' },
    '$dynamicRef means something else in another file',
  ],
  [
    'a dynamic reference to a file',
    'x: {$ref: s.yaml}\ny: {$dynamicRef: s.yaml#a}',
    { 's.yaml': '{a: 1}' },
    'only $ref is followed into other files',
  ],
  [
    'references of a schema with an $id',
    schemas('{S: {$ref: s.yaml}}'),
    { 's.yaml': '$id: https://a.example/s\nitems: {$ref: "#/x"}\nx: {}' },
    'a schema with an $id has this reference',
  ],
  [
    'a reference to itself',
    'x: {$ref: s.yaml#/a}',
    { 's.yaml': 'a: {$ref: "#/a"}' },
    '"#/a" leads only to references',
  ],
  [
    'what has siblings everywhere and fits no component',
    'x: {$ref: s.yaml, y: 1}',
    { 's.yaml': 'a: 1' },
    'what this refers to has no place in one file: components cannot hold it',
  ],
  [
    'a relative externalValue',
    'x: {$ref: s/e.yaml}',
    { 's/e.yaml': 'externalValue: e.json' },
    'externalValue is relative to this file',
  ],
  [
    'an operationRef out of the bundle',
    'x: {$ref: s.yaml#/x}',
    { 's.yaml': 'x: {operationRef: "#/y"}\ny: {}' },
    'operationRef leads out of the bundle',
  ],
  [
    'a number that JSON has not',
    'x: {$ref: s.yaml}',
    { 's.yaml': 'a: .inf' },
    'JSON has no such number: Infinity',
  ],
])('refuses %s', async (_name, root, files, message) => {
  await expect(bundleOf(root, files)).rejects.toThrow(message)
})
