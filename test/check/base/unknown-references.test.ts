import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareVersions } from '../../../src/check/base/compare-versions.ts'
import { createView, type DefinitionVersion } from '../../../src/check/base/definition-view.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import { today } from '../breaking/changes-between.ts'

type Files = Readonly<Record<string, string>>

async function open(text: string, files: Files): Promise<DefinitionVersion> {
  const document = parseDocument(text, 'yaml')
  const read = async (reference: string, from: string) => {
    const name = posix.join(posix.dirname(from), reference)
    const found = files[name]
    if (found === undefined) throw new Error(`${name} does not exist`)
    return { name, text: found }
  }
  const referenced = await readReferencedFiles(document, 'a.yaml', read)
  return { file: 'a.yaml', document, view: createView(document.value, referenced) }
}

async function compare(
  before: string,
  after: string,
  oldFiles: Files = {},
  newFiles = oldFiles,
  isAlone = false,
) {
  const versions = { oldVersion: await open(before, oldFiles), newVersion: await open(after, newFiles) }
  return compareVersions(versions, { today, listsAll: true, isAlone })
}

const head = 'openapi: 3.1.0\ninfo: {title: a, version: 1.0.0}\n'
const operation = (text: string, more = '') => `${head}paths: {/a: {post: {${text}}}}\n${more}`
const answers = "responses: {'200': {description: ok}}"
const body = (schema: string, more = '') =>
  operation(`requestBody: {content: {application/json: {schema: ${schema}}}}, ${answers}`, more)
const gone = '{$ref: ./gone.yaml}'

describe('a reference that does not resolve', () => {
  const rows: [name: string, lost: string, found: string][] = [
    ['a path item', `${head}paths: {/a: ${gone}}`, `${head}paths: {}`],
    ['paths', `${head}paths: ${gone}`, `${head}paths: {}`],
    ['a webhook', `${head}webhooks: {a: ${gone}}`, `${head}webhooks: {}`],
    ['webhooks', `${head}webhooks: ${gone}`, `${head}webhooks: {}`],
    ['an old webhook', `${head}x-webhooks: {a: ${gone}}`, `${head}x-webhooks: {}`],
    ['components', `${head}components: ${gone}`, head],
    ['a response', operation(`responses: {'200': ${gone}}`), operation(answers)],
    ['responses', operation(`responses: ${gone}`), operation(answers)],
    ['a parameter', operation(`parameters: [${gone}], ${answers}`), operation(answers)],
    ['parameters', operation(`parameters: ${gone}, ${answers}`), operation(answers)],
    ['a body', operation(`requestBody: ${gone}, ${answers}`), operation(answers)],
    ['a header', operation(`responses: {'200': {headers: {X: ${gone}}}}`), operation(answers)],
    ['a callback', operation(`callbacks: {c: ${gone}}, ${answers}`), operation(answers)],
    ['a media type', operation(`requestBody: {content: {a/b: ${gone}}}, ${answers}`), operation(answers)],
    ['a schema', body(gone), body('{type: string}')],
    ['properties', body(`{properties: ${gone}}`), body('{type: object}')],
    ['a component', operation(answers, `components: {responses: {R: ${gone}}}`), operation(answers)],
    [
      'a chain',
      operation(
        "responses: {'200': {$ref: '#/components/responses/R'}}",
        `components: {responses: {R: ${gone}}}`,
      ),
      operation(answers),
    ],
    ['a parameter of the definition', operation("parameters: [{$ref: '#/x'}]"), operation('parameters: []')],
    [
      'one more of a name that both lack',
      operation("parameters: [{$ref: '#/x'}, {$ref: '#/x'}]"),
      operation("parameters: [{name: a, in: query}, {$ref: '#/x'}]"),
    ],
  ]

  it.each(rows)('is unknown if it is new: %s', async (_, lost, found) => {
    const { breaking, fault } = await compare(found, lost)
    expect(fault).toMatch(/^the reference "[^"]*" does not resolve$/)
    expect(breaking.filter(({ message }) => message.includes('did not resolve'))).toEqual([])
  })

  it.each(rows)('is not compared if it is fixed or gone: %s', async (_, lost, found) => {
    for (const isAlone of [false, true]) {
      const { breaking, fault } = await compare(lost, found, {}, {}, isAlone)
      const isUnknown = isAlone && found.includes("'#/x'") && found.includes('gone.yaml')
      expect([fault === undefined, breaking.map(({ rule }) => rule)]).toEqual([
        !isUnknown,
        expect.arrayContaining(['breaking-not-compared']),
      ])
    }
  })

  const component = '{$ref: "#/components/schemas/G"}'
  const list = (schema: string) =>
    operation(`responses: {'200': {content: {a/b: {schema: {properties: {a: ${schema}, b: ${schema}}}}}}}`)
  const g = 'components: {schemas: {G: {type: string}}}'
  it.each<[name: string, before: string, after: string, places: string[], newFiles?: Files]>([
    [
      'by a component, at each use',
      list(component),
      `${list(component)}${g}`,
      [
        'post.responses.200.content.a/b.schema.properties.a',
        'post.responses.200.content.a/b.schema.properties.b',
      ],
    ],
    [
      'by what it should have named',
      body(component),
      body('{type: string}'),
      ['content.application/json.schema'],
    ],
    [
      'by a file',
      operation("responses: {'200': {$ref: ./gone.yaml}}"),
      operation("responses: {'200': {$ref: ./gone.yaml}}"),
      ['post.responses.200'],
      { 'gone.yaml': 'description: ok' },
    ],
    [
      'by a file that can be read',
      `${head}paths: {/a: {$ref: ./b.yaml}}`,
      `${head}paths: {/a: {$ref: ./b.yaml}}`,
      ['paths./a'],
      { 'b.yaml': 'get: {}' },
    ],
    ['by leaving it out', `${head}paths: {/a: ${gone}}`, `${head}paths: {}`, ['paths./a']],
    [
      'where nothing uses it',
      operation(answers, `components: {schemas: {A: ${component}}}`),
      operation(answers, `components: {schemas: {A: ${component}, G: {}}}`),
      ['components.schemas.A'],
    ],
    [
      'by a name in the place of another that is lost elsewhere, too',
      operation("parameters: [{$ref: '#/x'}, {$ref: '#/y'}]"),
      operation("parameters: [{$ref: '#/x'}, {name: a, in: query}]"),
      ['post.parameters.1'],
    ],
  ])('is fixed: %s', async (_, before, after, places, newFiles = {}) => {
    const { breaking, fault } = await compare(before, after, {}, newFiles)
    expect(fault).toBeUndefined()
    const uncompared = breaking.filter(({ rule }) => rule === 'breaking-not-compared')
    expect(uncompared.map(({ path }) => path.join('.'))).toEqual(
      places.map((place) => expect.stringContaining(place)),
    )
  })

  it('is not fixed where a new one is lost', async () => {
    const { fault } = await compare(body(component), body('{$ref: "#/components/schemas/H"}'))
    expect(fault).toBe('the reference "#/components/schemas/H" does not resolve')
  })

  const lost = '{$ref: "#/x"}'
  it.each([
    ['a path item', `${head}paths: {/a: ${lost}}`, `${head}paths: {/c: ${lost}}`],
    [
      'a parameter',
      operation(`parameters: [${lost}], ${answers}`),
      operation(answers, `webhooks: {w: {post: {parameters: [${lost}], ${answers}}}}`),
    ],
    ['a response', operation(`responses: {'404': ${lost}}`), operation(`responses: {'200': ${lost}}`)],
    ['a property', body(`{properties: {p: ${lost}}}`), body(`{properties: {q: ${lost}}}`)],
  ])('is unknown at another place: %s', async (_, before, after) => {
    for (const isAlone of [false, true])
      expect((await compare(before, after, {}, {}, isAlone)).fault).toBe(
        'the reference "#/x" does not resolve',
      )
  })

  it.each(rows)(
    'is the same in a definition that has not changed, unless it is compared alone: %s',
    async (_, lost) => {
      expect(await compare(lost, lost)).toMatchObject({ fault: undefined, breaking: [] })
      const alone = await compare(lost, lost, {}, {}, true)
      expect(alone.fault === undefined).toBe(!lost.includes('gone.yaml'))
    },
  )

  it('is not known where only another file changed', async () => {
    const text = `${head}paths: {/a: ${gone}, /b: {$ref: ./b.yaml}}`
    expect((await compare(text, text, { 'b.yaml': 'get: {}' })).fault).toBeUndefined()
    const changed = await compare(text, text, { 'b.yaml': 'get: {}' }, { 'b.yaml': 'get: {}\nput: {}' })
    expect(changed.fault).toContain('gone.yaml')
  })

  it.each([
    [
      'a name that both lack moves',
      operation("parameters: [{$ref: '#/x'}]"),
      operation("parameters: [{name: a, in: query}, {$ref: '#/x'}]"),
    ],
    [
      'an anchor',
      body("{$ref: '#n'}", 'components: {schemas: {N: {$anchor: n}}}'),
      body("{items: {$ref: '#n'}}", 'components: {schemas: {N: {$anchor: n}}}'),
    ],
    ['data', body(`{default: ${gone}}`), body('{}')],
    ['an extension', body(`{x-a: ${gone}}`), body('{}')],
  ])('says nothing: %s', async (_, before, after) => {
    expect((await compare(before, after)).fault).toBeUndefined()
  })
})

describe('paths and webhooks behind a reference', () => {
  const item = (type: string) =>
    `{get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: ${type}}}}}}}}`
  it.each<[name: string, before: string, after: string, oldFile: string, newFile: string]>([
    [
      'a file',
      'paths: {$ref: ./t.yaml}',
      'paths: {$ref: ./t.yaml}',
      `/a: ${item('string')}`,
      `/a: ${item('integer')}`,
    ],
    [
      'beside',
      `paths: {$ref: ./t.yaml, /b: ${item('string')}}`,
      `paths: {$ref: ./t.yaml, /b: ${item('string')}}`,
      `/a: ${item('string')}`,
      `/a: ${item('integer')}`,
    ],
    [
      'another target',
      `paths: {$ref: '#/x-a'}\nx-a: {/a: ${item('string')}}`,
      `paths: {$ref: '#/x-b'}\nx-b: {/a: ${item('integer')}}`,
      '',
      '',
    ],
    [
      'webhooks',
      'webhooks: {$ref: ./t.yaml}',
      'webhooks: {$ref: ./t.yaml}',
      'a: {post: {}}',
      'b: {post: {}}',
    ],
  ])('are compared: %s', async (_, before, after, oldFile, newFile) => {
    const { breaking, fault } = await compare(
      head + before,
      head + after,
      { 't.yaml': oldFile },
      { 't.yaml': newFile },
    )
    expect([breaking.length, fault]).toEqual([1, undefined])
  })
})

describe('a reference where OpenAPI has none', () => {
  const scheme = (flows: string) =>
    operation(
      `security: [{o: []}], ${answers}`,
      `components: {securitySchemes: {o: {type: oauth2, flows: ${flows}}}}`,
    )
  const t = '{$ref: ./t.yaml}'
  const list = ['[{type: string}, {type: object}]', '[{type: integer}, {type: object}]'] as const
  const rows: [name: string, text: string, before: string, after: string][] = [
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key): [string, string, string, string] => [
      key,
      body(`{${key}: ${t}}`),
      ...list,
    ]),
    ['dependentSchemas', body(`{dependentSchemas: ${t}}`), 'a: {type: object}', 'a: {required: [b]}'],
    [
      'an item that is a list',
      body(`{oneOf: [${t}, {type: object}]}`),
      '[{type: string}]',
      '[{type: integer}]',
    ],
    [
      'a list behind two',
      body('{oneOf: [{$ref: "#/x-a"}]}', `x-a: ${t}`),
      '[{type: string}]',
      '[{type: integer}]',
    ],
    ['items that are a list', body(`{items: ${t}}`), ...list],
    ['discriminator', body(`{discriminator: ${t}}`), 'propertyName: a', 'propertyName: b'],
    ['mapping', body(`{discriminator: {propertyName: a, mapping: ${t}}}`), 'a: X', 'a: Y'],
    ['enum', body(`{enum: ${t}}`), '[a]', '[b]'],
    ['required', body(`{required: ${t}}`), '[a]', '[b]'],
    ['required behind an extension', body('{$ref: "#/x-a"}', `x-a: {required: ${t}}`), '[a]', '[b]'],
    ['required beside a reference', body(`{$ref: '#/x-a', required: ${t}}`, 'x-a: {}'), '[a]', '[b]'],
    [
      'required in a component',
      operation(answers, `components: {schemas: {A: {required: ${t}}}}`),
      '[a]',
      '[b]',
    ],
    ['type', body(`{type: ${t}}`), '[string]', '[integer]'],
    ['dependentRequired', body(`{dependentRequired: ${t}}`), 'a: [b]', 'a: [c]'],
    ['pattern', body(`{pattern: {$ref: './t.yaml#/p'}}`), 'p: a', 'p: b'],
    ['maxLength', body(`{maxLength: {$ref: './t.yaml#/p'}}`), 'p: 2', 'p: 1'],
    ['a requirement', operation(`security: [${t}], ${answers}`), 'a: []', 'b: []'],
    [
      'a flow',
      scheme(`{implicit: ${t}}`),
      'authorizationUrl: https://a.example',
      'authorizationUrl: https://b.example',
    ],
    ['scopes', scheme(`{implicit: {scopes: ${t}}}`), 'a: b', 'c: d'],
    [
      'a list of parameters',
      operation(`parameters: [${t}], ${answers}`),
      '[{name: a, in: query}]',
      '[{name: b, in: query}]',
    ],
    [
      'the name of a parameter',
      operation(`parameters: [{name: {$ref: './t.yaml#/p'}, in: query}], ${answers}`),
      'p: a',
      'p: b',
    ],
    ['the base path', `swagger: '2.0'\nbasePath: {$ref: './t.yaml#/p'}\npaths: {}`, 'p: /a', 'p: /b'],
    [
      'items of 2.0',
      `swagger: '2.0'\npaths: {/a: {get: {parameters: [{name: a, in: query, type: array, items: {enum: ${t}}}]}}}`,
      '[a]',
      '[b]',
    ],
    [
      'a webhook',
      `${head}x-webhooks: {a: {post: {requestBody: {content: {a/b: {schema: {required: ${t}}}}}}}}`,
      '[a]',
      '[b]',
    ],
  ]

  it.each(rows)('is not compared if what it leads to changes, once: %s', async (_, text, before, after) => {
    const found = await compare(text, text, { 't.yaml': before }, { 't.yaml': after })
    expect(found.fault).toBeUndefined()
    expect(found.breaking.filter(({ rule }) => rule === 'breaking-not-compared')).toHaveLength(1)
  })

  it.each(rows)('says nothing if that is the same, in another file too: %s', async (_, text, before) => {
    const [files, more] = [{ 't.yaml': before }, 'x-more: 1\n']
    expect(await compare(text, `${text}\n${more}`, files)).toMatchObject({ fault: undefined, breaking: [] })
    const moved = text.replaceAll('./t.yaml', './u.yaml')
    expect((await compare(text, moved, files, { 'u.yaml': before })).breaking).toEqual([])
  })

  it.each([
    ['is new', body('{required: [a]}'), body('{required: {$ref: "#/x-a"}}', 'x-a: [a, b]')],
    ['is gone', body('{required: {$ref: "#/x-a"}}', 'x-a: [a, b]'), body('{required: [a]}')],
  ])('is not compared if it %s', async (_, before, after) => {
    expect((await compare(before, after)).breaking.map(({ rule }) => rule)).toContain('breaking-not-compared')
  })

  const open = (key: string) => body(`{type: object, ${key}: ${t}}`)
  it.each([
    ['properties', open('properties'), 'a: {type: string}', 'a: {type: integer}'],
    [
      'properties beside others',
      body(`{properties: {$ref: ./t.yaml, b: {}}}`),
      'a: {type: string}',
      'a: {type: integer}',
    ],
    ['patterns', open('patternProperties'), '^a: {type: string}', '^a: {type: integer}'],
    [
      'properties of a file',
      body(t),
      'properties: {$ref: "#/p"}\np: {a: {type: string}}',
      'properties: {$ref: "#/p"}\np: {a: {type: integer}}',
    ],
  ])('is followed where people write it: %s', async (_, text, before, after) => {
    const { breaking, fault } = await compare(text, text, { 't.yaml': before }, { 't.yaml': after })
    expect([breaking.map(({ rule }) => rule), fault]).toEqual([['breaking-request-type-changed'], undefined])
    expect((await compare(text, `${text}\nx-more: 1`, { 't.yaml': before })).breaking).toEqual([])
  })

  it.each([
    ['info and tags', `openapi: 3.1.0\ninfo: ${t}\ntags: [${t}]\npaths: {}`],
    ['a text', body('{description: {$ref: "./t.yaml#/version"}}')],
    ['an example', body(`{example: ${t}, default: ${t}, examples: [${t}]}`)],
    ['an extension', body(`{x-a: {required: ${t}}}`)],
    ['what nobody knows', `${head}paths: {}\nmodels: {A: {required: ${t}}}`],
    [
      'a property of that name',
      body('{properties: {required: {type: object, properties: {enum: {$ref: "./t.yaml#/s"}}}}}'),
    ],
  ])('says nothing where nothing breaks: %s', async (_, text) => {
    const [before, after] = [
      'version: 1.0.0\ns: {type: string}',
      'version: 2.0.0\ns: {type: string, title: b}',
    ]
    expect(await compare(text, text, { 't.yaml': before }, { 't.yaml': after })).toMatchObject({
      fault: undefined,
      breaking: [],
    })
  })
})

it('a parameter whose reference did not resolve is not at its neighbor', async () => {
  const list = (items: string) => operation(`parameters: [${items}], ${answers}`)
  const [lost, other] = [
    "{$ref: '#/components/parameters/P'}",
    '{name: q, in: query, schema: {type: string}}',
  ]
  const before = list(`${lost}, ${other}`)
  const found = 'components: {parameters: {P: {name: p, in: query, schema: {type: string}}}}\n'
  const paths = async (after: string) =>
    (await compare(before, after)).breaking.map(({ path }) => path.at(-1))
  expect(await paths(list(other))).toEqual(['#/components/parameters/P'])
  expect(await paths(list(`${lost}, ${other}`) + found)).toEqual([0])
})
