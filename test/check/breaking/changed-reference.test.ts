import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareVersions } from '../../../src/check/base/compare-versions.ts'
import { createView } from '../../../src/check/base/definition-view.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import { changesBetween, today } from './changes-between.ts'

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

/** Components, none of which changes. */
const unchanged = `components:
  schemas:
    Loose: { type: object, properties: { k: { type: string } } }
    Strict: { type: object, properties: { k: { type: string } }, required: [k] }
    Known: { type: object, properties: { k: { type: string }, id: { type: string } }, required: [id] }
    Cat: { type: object, properties: { t: { type: string } }, required: [t] }
    Cat2: { type: object, properties: { t: { type: string }, k: { type: string } }, required: [t, k] }
    Text: { type: string }
  parameters:
    L: { name: q, in: query, schema: { type: string } }
    S: { name: q, in: query, required: true, schema: { type: string } }
  pathItems:
    I1: { get: { parameters: [{ $ref: '#/components/parameters/L' }], responses: { '200': { description: a }, '201': { description: b } } } }
    I2: { get: { parameters: [{ $ref: '#/components/parameters/S' }], responses: { '200': { description: a } } } }
`
const loose = ref('schemas', 'Loose')
const strict = ref('schemas', 'Strict')
const pet = (schema: string) =>
  body(
    json(
      `{ oneOf: [${ref('schemas', 'Cat')}, ${ref('schemas', 'Cat2')}], discriminator: { propertyName: t, mapping: { c: '${schema}' } } }`,
    ),
  )

describe('a change that a part meets which is as before stands at the reference to it', () => {
  it.each<[string, string, string]>([
    [
      'one more in an allOf',
      body(json(`{ allOf: [${loose}] }`)),
      body(json(`{ allOf: [${loose}, ${strict}] }`)),
    ],
    ['an allOf around it', body(json(loose)), body(json(`{ allOf: [${loose}, { required: [k] }] }`))],
    [
      'what another of an allOf requires',
      body(json(`{ allOf: [${loose}, { type: object }] }`)),
      body(json(`{ allOf: [${loose}, { type: object, required: [k] }] }`)),
    ],
    [
      'one less in an allOf of a response',
      answer(`{ description: a, ${json(`{ allOf: [${loose}, ${ref('schemas', 'Known')}] }`).slice(2)}`),
      answer(`{ description: a, ${json(`{ allOf: [${loose}] }`).slice(2)}`),
    ],
    ['what is beside a reference', body(json(loose)), body(json(loose.replace(' }', ', required: [k] }')))],
    [
      'a limit beside a reference',
      query(`{ name: q, in: query, schema: ${ref('schemas', 'Text')} }`),
      query(`{ name: q, in: query, schema: { $ref: '#/components/schemas/Text', minLength: 3 } }`),
    ],
    ['another schema for a value', pet('#/components/schemas/Cat'), pet('#/components/schemas/Cat2')],
  ])('%s', (_, oldPart, newPart) => {
    const places = (a: [string, string], b: [string, string]) =>
      changesBetween(api(...a, unchanged), api(...b, unchanged)).map(({ path }) => path[1])
    expect(new Set(places([oldPart, oldPart], [newPart, oldPart]))).toEqual(new Set(['/a']))
    expect(new Set(places([newPart, oldPart], [newPart, newPart]))).toEqual(new Set(['/b']))
    expect(new Set(places([oldPart, oldPart], [newPart, newPart]))).toEqual(new Set(['/a', '/b']))
  })

  it('and what changes in the part itself is another change', () => {
    const part = body(json(`{ allOf: [${loose}, ${strict}] }`))
    const both = api(part, body(json(loose)), unchanged.replace(/(Loose: .*) \}$/m, '$1, required: [k] }'))
    const found = changesBetween(api(body(json(`{ allOf: [${loose}] }`)), body(json(loose)), unchanged), both)
    expect(found.map(({ path }) => path.join('.'))).toEqual(['components.schemas.Loose.properties.k'])
  })

  it('in the part of the operation that met it', () => {
    const answered = answer(ref('responses', 'R'))
    const shared = (text: string) => `components:
  schemas:
    L: { type: object, properties: { k: { type: string } } }
    W: { allOf: [{ $ref: '#/components/schemas/L' }, { required: [k] }] }
  requestBodies:
    B0: ${json("{ $ref: '#/components/schemas/L' }")}
    B1: ${json("{ $ref: '#/components/schemas/W' }")}
  responses:
    R: { description: ${text}, content: { application/json: { schema: { $ref: '#/components/schemas/L' } } } }
`
    const part = (name: string) => `${answered}, ${body(ref('requestBodies', name))}`
    const places = (text: string) =>
      changesBetween(api(part('B0'), part('B0'), shared('a')), api(part('B1'), part('B0'), shared(text)))
    for (const text of ['a', 'b'])
      expect(places(text).map(({ path }) => path)).toEqual([['paths', '/a', 'post', 'requestBody']])
  })

  it('an operation of a path item, each by itself', () => {
    const optional = `{ parameters: [${ref('parameters', 'L')}] }`
    const needed = `{ parameters: [${ref('parameters', 'S')}] }`
    const text = (name: string) => `openapi: 3.1.0
info: { title: a, version: "1" }
paths: { /a: { $ref: '#/components/pathItems/J' }, /b: { $ref: '#/components/pathItems/${name}' } }
${unchanged}    J: { $ref: '#/components/pathItems/${name}' }
    M0: { get: ${optional}, put: ${optional} }
    M1: { get: ${needed}, put: ${needed} }
`
    expect(changesBetween(text('M0'), text('M1')).map(({ path }) => path.join(' '))).toEqual([
      'components pathItems J get',
      'components pathItems J put',
      'paths /b get',
      'paths /b put',
    ])
  })

  it.each(['paths', 'webhooks'])('a path item, in %s', (key) => {
    const item = (name: string) => `{ $ref: '#/components/pathItems/${name}' }`
    const items = (a: string, b: string) =>
      `openapi: 3.1.0\ninfo: { title: a, version: "1" }\n${key}: { /a: ${item(a)}, /b: ${item(b)} }\n${unchanged}`
    const places = (from: string, to: string) => changesBetween(from, to).map(({ path }) => path[1])
    expect(new Set(places(items('I1', 'I1'), items('I2', 'I1')))).toEqual(new Set(['/a']))
    expect(new Set(places(items('I2', 'I1'), items('I2', 'I2')))).toEqual(new Set(['/b']))
  })

  it('at a discriminator that maps nothing', () => {
    const cats = (mapping: string) =>
      body(
        json(
          `{ oneOf: [${ref('schemas', 'Cat')}, ${ref('schemas', 'Cat2')}], discriminator: { propertyName: t${mapping} } }`,
        ),
      )
    const mapped = ", mapping: { Cat: '#/components/schemas/Cat2', Cat2: '#/components/schemas/Cat' }"
    const found = changesBetween(api(cats(mapped), '', unchanged), api(cats(''), '', unchanged))
    expect(found.map(({ path }) => path.at(-1))).toContain('discriminator')
    expect(found.map(({ path }) => path[1])).not.toContain('schemas')
  })

  it('but not what a component has by an alias, too', () => {
    const text = (type: string) => `openapi: 3.1.0
info: { title: a, version: "1" }
components: { schemas: { L: &L { type: object, properties: { k: { type: ${type} } } } } }
paths:
  /a: { post: { requestBody: { content: { application/json: { schema: *L } } } } }
  /b: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/L' } } } } } }
  /c: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/L' } } } } } }
`
    const found = changesBetween(text('string'), text('integer'))
    expect(found.map(({ path }) => path.join('.'))).toEqual([
      'paths./a.post.requestBody.content.application/json.schema.properties.k',
      'components.schemas.L.properties.k',
    ])
  })

  it('also where YAML has one text for both', () => {
    const text = (a: string, b: string) => `openapi: 3.1.0
info: { title: a, version: "1" }
x-bodies:
  loose: &loose { content: { application/json: { schema: { type: object, properties: { k: { type: string } } } } } }
  strict: &strict { content: { application/json: { schema: { type: object, properties: { k: { type: string } }, required: [k] } } } }
paths:
  /a: { post: { requestBody: *${a} } }
  /b: { post: { requestBody: *${b} } }
`
    const found = changesBetween(text('loose', 'loose'), text('strict', 'strict'))
    expect(found.map(({ path, operations }) => [path[1], operations ?? []])).toEqual([
      ['/a', ['POST /a']],
      ['/b', ['POST /b']],
    ])
  })
})

describe('the same holds for references into other files', () => {
  const parts = {
    'c.yaml': `L: { name: q, in: query, schema: { type: string } }
S: { name: q, in: query, required: true, schema: { type: string } }
i1: { get: { parameters: [{ $ref: '#/L' }], responses: {} } }
i2: { get: { parameters: [{ $ref: '#/S' }], responses: {} } }
`,
    'l.yaml': 'type: object\nproperties: { k: { type: string } }\n',
    's.yaml': 'type: object\nproperties: { k: { type: string } }\nrequired: [k]\n',
  }
  const open = async (file: string, text: string, files: Readonly<Record<string, string>> = parts) => {
    const document = parseDocument(text, 'yaml')
    const found = await readReferencedFiles(document, posix.normalize(file), async (name, from) => ({
      name: posix.join(posix.dirname(from), name),
      text: files[posix.basename(name)] ?? '',
    }))
    return { file, document, view: createView(document.value, found) }
  }
  const changes = async (
    from: string,
    to: string,
    [oldFile, newFile]: readonly [string, string],
    files = parts,
  ) =>
    compareVersions(
      { oldVersion: await open(oldFile, from), newVersion: await open(newFile, to, files) },
      { today },
    ).breaking

  it.each<[string, string, string]>([
    ['a parameter', query('{ $ref: "c.yaml#/L" }'), query('{ $ref: "c.yaml#/S" }')],
    ['a file that is a schema', body(json('{ $ref: l.yaml }')), body(json('{ $ref: s.yaml }'))],
    ['a file in another folder', body(json('{ $ref: ../../l.yaml }')), body(json('{ $ref: ../../s.yaml }'))],
  ])('%s', async (_, from, to) => {
    for (const names of [
      ['o.yaml', 'o.yaml'],
      ['v0/o.yaml', 'v1/o.yaml'],
      ['./v0/o.yaml', '/tmp/v1/o.yaml'],
    ] as const) {
      const first = await changes(api(from, from), api(to, from), names)
      expect(first.map(({ path }) => path[1])).toEqual(['/a'])
      expect(first[0]?.message).not.toContain('\0')
      const second = await changes(api(to, from), api(to, to), names)
      expect(second.map(({ path }) => path[1])).toEqual(['/b'])
    }
  })

  it('a part that changed is in its file', async () => {
    const part = query('{ $ref: "c.yaml#/L" }')
    const changed = { ...parts, 'c.yaml': parts['c.yaml'].replace('L: { ', 'L: { required: true, ') }
    const found = await changes(api(part, part), api(part, part), ['v0/o.yaml', 'v1/o.yaml'], changed)
    expect(found.map(({ path }) => path)).toEqual([['\0v1/c.yaml', 'L']])
  })
})
