import { expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import type { EngineName } from '../../../../src/core/model/engine-name.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../../src/engine/load-ruleset.ts'
import { readReferencedFiles } from '../../../../src/engine/openapi/files.ts'

type Files = Readonly<Record<string, string>>

/** The issues about files other than the document, `FILE:LINE message`. */
async function check(text: string, parts: Files, rule = 'oas3-schema', engine: EngineName = 'spectral') {
  const document = parseDocument(text, 'yaml')
  const files = await readReferencedFiles(document, 'api.yaml', async (reference) => {
    const found = parts[reference]
    if (found === undefined) throw new Error('no such file')
    return { name: reference, text: found }
  })
  const source = {
    name: 'r.yaml',
    text: `extends: [[spectral:oas, off]]\nrules: {${rule}: error}\n`,
    format: 'yaml',
  } as const
  const ruleset = await loadRuleset(source, { engine, read: async () => ({ name: '', text: '' }) })
  return evaluate(document, ruleset, { files })
    .filter((issue) => issue.rule.id === rule)
    .map(({ file = 'api.yaml', location, message }) => `${file}:${location.start_line} ${message}`)
}

const schemas = (version: string, rows: string) => `${version}
info: {title: T, version: '1'}
paths: {}
components: {schemas: {${rows}}}
`
const v30 = (rows: string) => schemas('openapi: 3.0.3', rows)
const v31 = (rows: string) => schemas('openapi: 3.1.0', rows)
const misspelt = (at: string, types = ['array', 'boolean', 'integer', 'number', 'object', 'string']) =>
  `${at} \`type\` must be one of ${types.map((type) => `\`${type}\``).join(', ')}, but is \`strin\``

it.each<[string, string, Files, readonly string[]]>([
  ['a part', v30('A: {$ref: p}'), { p: 'title: A\ntype: strin' }, [misspelt('p:2')]],
  [
    'a part that is a number',
    v30('A: {$ref: "p#/A"}'),
    { p: 'A: 5' },
    ['p:1 `A` must be of type object, but is 5'],
  ],
  [
    'a part that is a list',
    v30('A: {$ref: "p#/A"}'),
    { p: 'A: []' },
    ['p:1 `A` must be of type object, but is an array'],
  ],
  ['a part that is valid', v30('A: {$ref: p}'), { p: 'type: string' }, []],
  [
    'a part of a part',
    v30('A: {$ref: p}'),
    { p: 'items: {$ref: q}\ntype: array', q: 'type: strin' },
    [misspelt('q:1')],
  ],
  [
    'a place in a file',
    v30('A: {$ref: "p#/x/A"}'),
    { p: 'x:\n  A: {type: strin}\n  B: {type: strin}' },
    [misspelt('p:2')],
  ],
  [
    'what a part takes from its own file',
    v30('A: {$ref: "p#/A"}'),
    { p: 'A: {items: {$ref: "#/B"}, type: array}\nB: {type: strin}' },
    [misspelt('p:2')],
  ],
  ...['[q]', '5', 'true', '{a: 1}', ''].map((ref): [string, string, Files, readonly string[]] => [
    `a reference that is no text: ${ref}`,
    v30('A: {$ref: p}'),
    { p: `properties:\n  a:\n    $ref: ${ref}` },
    [expect.stringMatching(/^p:3 `\$ref` must be of type string/)],
  ]),
  ...["properties: {b: {$ref: '#/components/schemas/P'}}", "oneOf: [{$ref: '#/components/schemas/P'}]"].map(
    (use): [string, string, Files, readonly string[]] => [
      `a component of 3.1 that is first used in another: ${use}`,
      v31(`A: {${use}}, P: {$ref: p}`),
      { p: 'discriminator: {propertyName: 5}\nexternalDocs: {}\nxml: no' },
      [
        'p:1 `propertyName` must be of type string, but is 5',
        'p:2 `externalDocs` must have the property `url`',
        'p:3 `xml` must be of type object, but is `no`',
      ],
    ],
  ),
  ['a part that is used twice', v30('A: {$ref: p}, B: {$ref: p}'), { p: 'type: strin' }, [misspelt('p:1')]],
  [
    'parts in a circle',
    v30('A: {$ref: p}'),
    { p: 'properties: {q: {$ref: q}}', q: 'properties: {p: {$ref: p}}\ntype: strin' },
    [misspelt('q:2')],
  ],
  ['a chain of references', v30('A: {$ref: p}'), { p: '$ref: q', q: 'type: strin' }, [misspelt('q:1')]],
  [
    'a reference back to the document',
    v30('A: {$ref: p}, B: {type: string}'),
    { p: 'items: {$ref: "api.yaml#/components/schemas/B"}\ntype: array', 'api.yaml': '' },
    [],
  ],
  [
    'a part that is no schema',
    v30('A: {$ref: p}'),
    { p: 'name: a\nin: query' },
    ['p:1 `name` must not be here', 'p:2 `in` must not be here'],
  ],
  [
    'a path item',
    "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: p}}",
    { p: 'get:\n  operationId: a' },
    ['p:1 `get` must have the property `responses`'],
  ],
  [
    'a reference in an odd place',
    v30('A: {$ref: p}, B: {$ref: q}'),
    { p: 'properties: {$ref: r}', q: 'properties: {$ref: r}', r: 'x: {type: string}' },
    [],
  ],
  ...['openapi: 3.0.3', 'openapi: 3.1.0'].flatMap((version): [string, string, Files, readonly string[]][] => {
    const document = `${version}
info: {title: T, version: '1'}
paths: {}
components: {requestBodies: {A: {$ref: p}}}
`
    const body = (encoding: string) =>
      `content:\n  multipart/mixed:\n    schema: {properties: {f: {type: string}}}\n    encoding:\n      ${encoding}`
    const headers = { q: 'X: {schema: {type: string}}', r: 'headers: {X: {schema: {type: string}}}' }
    const refused = ['p:5 `$ref` must not be here']
    return [
      [
        `a reference to a header of a part, ${version}`,
        document,
        { p: body('f: {headers: {X: {$ref: "q#/X"}}}'), ...headers },
        [],
      ],
      [
        `a reference to all headers of a part, ${version}`,
        document,
        { p: body('f: {headers: {$ref: q}}'), ...headers },
        refused,
      ],
      [`a reference to an encoding, ${version}`, document, { p: body('f: {$ref: r}'), ...headers }, refused],
    ]
  }),
  ['a reference in an example', v30('A: {$ref: p}'), { p: 'example: {$ref: q}', q: 'type: strin' }, []],
  [
    'what an example shows first',
    v30('A: {example: {$ref: p}, properties: {b: {$ref: p}}}'),
    { p: 'type: strin' },
    [misspelt('p:1')],
  ],
  [
    'a property called example',
    v30('A: {properties: {example: {$ref: p}}}'),
    { p: 'type: strin' },
    [misspelt('p:1')],
  ],
  [
    'a property called example of a part',
    v30('A: {$ref: "q#/A"}'),
    { q: 'A: {properties: {default: {$ref: p}}}', p: 'type: strin' },
    [misspelt('p:1')],
  ],
  [
    'a part of 3.1',
    v31('A: {$ref: p}'),
    { p: 'type: strin' },
    [misspelt('p:1', ['array', 'boolean', 'integer', '"null"', 'number', 'object', 'string'])],
  ],
  [
    'an expression of 3.1',
    v31('A: {$ref: p}'),
    { p: 'pattern: "("' },
    ['p:1 `pattern` must be in the format `regex`'],
  ],
  [
    'what stands in a part beside a reference of 3.1',
    v31('A: {$ref: p}'),
    {
      p: 'items: {$ref: q, minLength: x}\ncontains: {$ref: q, maxLength: x}\nnot: {$ref: "#/$defs/a", allOf: 5}\n$defs: {a: {}}',
      q: 'minimum: x',
    },
    [
      'p:1 `minLength` must be of type integer, but is `x`',
      'p:2 `maxLength` must be of type integer, but is `x`',
      'p:3 `allOf` must be of type array, but is 5',
      'q:1 `minimum` must be of type number, but is `x`',
    ],
  ],
  [
    'what stands there in 3.0',
    v30('A: {$ref: p}'),
    { p: 'items: {$ref: q, minLength: x}', q: 'title: Q' },
    [],
  ],
  [
    'a part that is a schema here and a response there',
    "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents: {schemas: {A: {$ref: p}}, responses: {B: {$ref: p}}}",
    { p: 'type: string' },
    ['p:1 `B` must have the property `description`', 'p:1 `type` must not be here'],
  ],
  [
    'a part that is used as a path item and as a body in several places',
    `openapi: 3.1.0
info: {title: T, version: '1'}
webhooks: {w: {$ref: "p#/item"}}
paths: {/a: {$ref: "p#/item"}, /b: {post: {requestBody: {$ref: "p#/body"}, callbacks: {c: {'{$url}': {$ref: "p#/item"}}}}}}
components: {pathItems: {i: {$ref: "p#/item"}}, requestBodies: {b: {$ref: "p#/body"}}}`,
    { p: 'item: {gett: {}}\nbody: {contents: {}, content: {}}' },
    [
      'p:1 `w` must not have: `gett` (did you mean `get`?)',
      'p:2 `requestBody` must not have: `contents` (did you mean `content`?)',
    ],
  ],
])('%s is held to the schema of its version', async (_name, text, parts, expected) => {
  expect(await check(text, parts)).toEqual(expected)
})

it('holds a schema of version 2 to what a definition is, where a response may also be a file', async () => {
  const text = `swagger: '2.0'
info: {title: T, version: '1'}
paths: {/a: {get: {responses: {'200': {description: ok, schema: {$ref: '#/definitions/A'}}}}}}
definitions: {A: {$ref: p}}
`
  expect(await check(text, { p: 'type: object\nrequired: []' }, 'oas2-schema')).toEqual([
    'p:2 `required` must have at least 1 item, but has 0',
  ])
})

const operation = (version: string, get: string, more = '') =>
  `openapi: ${version}
info: {title: T, version: '1'}
paths: {/a: {get: {${get}}}}
components:
  parameters: {Limit: {name: limit, in: query, schema: {type: string}}}
  responses: {Ok: {description: ok}}
  schemas: {Pet: {type: object}}
  headers: {H: {schema: {type: string}}}
  requestBodies: {B: {content: {}}}
${more}`

it.each<[string, string, Files, readonly string[]]>([
  [
    'a schema as a response',
    operation('3.0.3', "responses: {'200': {$ref: '#/components/schemas/Pet'}}"),
    {},
    ['api.yaml:3 `#/components/schemas/Pet` is a schema, and a response is expected here'],
  ],
  [
    'a response as a response',
    operation('3.0.3', "responses: {'200': {$ref: '#/components/responses/Ok'}}"),
    {},
    [],
  ],
  [
    'a parameter as a header, and an info as a parameter',
    operation(
      '3.1.0',
      `parameters: [{$ref: '#/info'}], responses: {'200': {description: d, headers: {x: {$ref: '#/components/parameters/Limit'}}}}`,
    ),
    {},
    [
      'api.yaml:3 `#/info` is not a valid parameter',
      'api.yaml:3 `#/components/parameters/Limit` is a parameter, and a header is expected here',
    ],
  ],
  [
    'a map of schemas as a schema, and a schema within one',
    operation(
      '3.0.3',
      "responses: {'200': {description: d, content: {a/b: {schema: {$ref: '#/components/schemas'}}, c/d: {schema: {$ref: '#/paths/~1a/get/responses/200/content/e~1f/schema/properties/p'}}, e/f: {schema: {properties: {p: {}}}}}}}",
    ),
    {},
    ['api.yaml:3 `#/components/schemas` is a map of schemas, and a schema is expected here'],
  ],
  [
    'a body as a path item by way of an extension, and an example',
    operation(
      '3.1.0',
      "responses: {'200': {description: d, content: {a/b: {examples: {x: {$ref: '#/components/schemas/Pet'}}}}}}",
      "webhooks: {w: {$ref: '#/x-b'}}\nx-b: {$ref: '#/components/requestBodies/B'}",
    ),
    {},
    [
      'api.yaml:3 `#/components/schemas/Pet` is a schema, and an example is expected here',
      'api.yaml:10 `#/x-b` is a request body, and a path item is expected here',
    ],
  ],
  [
    'a parameter of an extension that is none',
    operation(
      '3.0.3',
      "parameters: [{$ref: '#/x-p/a'}, {$ref: '#/x-p/b'}], responses: {'200': {$ref: '#/components/responses/Ok'}}",
      'x-p:\n  a: {name: a, in: query, schema: {type: string}}\n  b: {name: b, in: query, schema: {type: strin}}',
    ),
    {},
    [misspelt('api.yaml:12')],
  ],
  [
    'an info of another definition as a parameter, and its schema as a response',
    operation(
      '3.0.3',
      "parameters: [{$ref: 'o#/info'}], responses: {'200': {$ref: 'o#/components/schemas/S'}, '201': {$ref: 'o#/components/responses/R'}}",
    ),
    { o: operation('3.0.3', '').replace('Ok', 'R').replace('Pet', 'S') },
    [
      'api.yaml:3 `o#/info` is not a valid parameter',
      'api.yaml:3 `o#/components/schemas/S` is a schema, and a response is expected here',
    ],
  ],
  [
    'a schema that is the whole document, and data that only looks like a reference',
    operation(
      '3.1.0',
      "responses: {'200': {description: d, content: {a/b: {example: {$ref: '#/components/responses/Ok'}, schema: {$ref: '#', enum: [{$ref: '#/info'}]}}}}}",
    ),
    {},
    [],
  ],
])('%s', async (_name, text, parts, expected) => {
  expect((await check(text, parts)).sort()).toEqual([...expected].sort())
  expect(
    (await check(text, parts, 'oas3-schema', 'vacuum')).filter((line) => /expected here|valid/.test(line)),
  ).toEqual([])
})

it('of 2.0, a response that is a parameter', async () => {
  const text = `swagger: '2.0'
info: {title: T, version: '1'}
paths: {/a: {get: {responses: {'200': {$ref: '#/parameters/P'}, '201': {$ref: '#/responses/R'}}}}}
parameters: {P: {name: p, in: query, type: string}}
responses: {R: {description: d}}
`
  expect(await check(text, {}, 'oas2-schema')).toEqual([
    'api.yaml:3 `#/parameters/P` is a parameter, and a response is expected here',
  ])
})

it.each<[string, Files, readonly string[]]>([
  [
    'the document',
    { p: 'properties:\n  x: {type: object, example: 1}\n  a: {$ref: "api.yaml#/components/schemas/A"}' },
    ['p:2'],
  ],
  [
    'the document by another one',
    {
      p: 'properties:\n  x: {type: object, example: 1}\n  q: {$ref: "q#/B"}',
      q: 'B:\n  properties:\n    x: {type: object, example: 1}\n    a: {$ref: "api.yaml#/components/schemas/A"}\n    p: {$ref: p}',
    },
    ['p:2', 'q:3'],
  ],
  [
    'the document, around a part that does not',
    {
      p: 'properties:\n  b: {$ref: "q#/B/properties/b"}\n  q: {$ref: "q#/B"}',
      q: 'B:\n  properties:\n    b: {type: string}\n    x: {type: object, example: 1}\n    a: {$ref: "api.yaml#/components/schemas/A"}',
    },
    ['q:4'],
  ],
  [
    'a part around itself',
    {
      p: 'properties:\n  x: {$ref: "q#/B/properties/b"}',
      q: 'B:\n  properties:\n    b: {properties: {x: {type: object, example: 1}, p: {$ref: p}, q: {$ref: "#/B"}}}',
    },
    ['q:3'],
  ],
])('a part that leads back to %s is looked at by the rules', async (_to, parts, places) => {
  const text = v30('A: {properties: {p: {$ref: p}}}, B: {$ref: "#/components/schemas/A"}')
  for (const engine of ['spectral', 'vacuum'] as const) {
    const issues = await check(text, { ...parts, 'api.yaml': '' }, 'oas3-valid-schema-example', engine)
    expect(issues.map((issue) => issue.split(' ')[0])).toEqual(places)
  }
})

it('a part of 2.0 is held to its schema, as the document is', async () => {
  const text = (schema: string) =>
    `swagger: '2.0'\ninfo: {title: T, version: '1'}\npaths: {}\ndefinitions: {A: ${schema}}\n`
  const inDocument = await check(text('{type: strin}'), {}, 'oas2-schema')
  const inPart = await check(text('{$ref: p}'), { p: 'type: strin' }, 'oas2-schema')
  expect(inDocument).not.toEqual([])
  expect(inPart).toEqual(inDocument.map((line) => line.replace(/^api.yaml:4/, 'p:1')))
})

it('a long chain of files is checked to its end', async () => {
  const parts = Array.from({ length: 2_000 }, (_, at) => [`p${at}`, `items: {$ref: p${at + 1}}\ntype: array`])
  const files = { ...Object.fromEntries(parts), p2000: 'type: strin' }
  expect(await check(v30('A: {$ref: p0}'), files)).toEqual([misspelt('p2000:1')])
  const beside = parts.map(([name, text]) => [name, String(text).replace('}', ', description: D}')])
  const found = await check(v31('A: {$ref: p0}'), { ...files, ...Object.fromEntries(beside) })
  expect(found.map((line) => line.split(' ')[0])).toEqual(['p2000:1'])
  const text = "swagger: '2.0'\ninfo: {title: T, version: '1'}\npaths: {}\ndefinitions: {A: {$ref: p0}}\n"
  expect(await check(text, files, 'oas2-schema')).not.toEqual([])
})
