import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casings, inCase } from '../../../../src/features/fix/fixes-of.ts'
import { runGov } from '../../../e2e/run-gov.ts'
import { tempTree } from '../../../temp-tree.ts'

it.each([
  ['list pets', ['list-pets', 'list_pets', 'listPets', 'ListPets', 'LIST_PETS', 'LIST-PETS', 'listpets']],
  ['getHTTPServer2ByID', ['get-http-server2-by-id', 'get_http_server2_by_id', 'getHttpServer2ById']],
  ['v2_Beta.x', ['v2-beta-x', 'v2_beta_x', 'v2BetaX']],
  ['A', ['a', 'a', 'a', 'A']],
  ...['', '_links', '$type', '1a', 'größe', 'a/b', 'a?b', 'x\ny'].map((text) => [text, [undefined]] as const),
] as const)('%j in the cases', (text, expected) => {
  expect(casings.map((casing) => inCase(text, casing)).slice(0, expected.length)).toEqual(expected)
})

const head = "openapi: 3.0.3\ninfo: {title: Shop, version: '1'}\n"
const ok = "responses: {'200': {description: ok}}"
const rule = (given: string, then: string) => `rules:\n  own:\n    given: ${given}\n    then: ${then}\n`
const casing = (type: string, field = '') =>
  `{${field && `field: '${field}', `}function: casing, functionOptions: {type: ${type}}}`
const ids = rule('$.paths[*][*]', casing('camel', 'operationId'))
const schemas = rule('$.components.schemas', casing('pascal', '@key'))
const props = rule('$..properties[*]~', casing('camel'))
const kebabPaths = rule(
  '$.paths[*]~',
  "{function: pattern, functionOptions: {match: '^(/[a-z0-9-]+|/{[a-zA-Z]+})+$'}}",
)
const params = rule('$.paths..parameters[*].name', casing('camel'))

type Row = readonly [what: string, ruleset: string, before: string, after: string | RegExp]

const rows: readonly Row[] = [
  [
    'an operationId, and the links that name it',
    ids,
    `paths: {/a: {get: {operationId: "list pets" , responses: {'200': {description: ok, links: {l: {operationId: 'list pets'}}}}}}}\n`,
    `paths: {/a: {get: {operationId: "listPets" , responses: {'200': {description: ok, links: {l: {operationId: 'listPets'}}}}}}}\n`,
  ],
  [
    'no operationId that another operation has',
    ids,
    `paths: {/a: {get: {operationId: list_pets, ${ok}}, put: {operationId: listPets, ${ok}}}}\n`,
    /there is an operation listPets already/,
  ],
  [
    'a schema, its references and mappings; other comments and quotes stay',
    schemas,
    `paths: {}
components:
  schemas:
    my_pet: &p  # ours
      type: object
      properties: {next: {$ref: "#/components/schemas/my_pet"}}
    Any:
      oneOf: [{$ref: '#/components/schemas/my_pet'}]
      discriminator: {propertyName: kind, mapping: {a: '#/components/schemas/my_pet', b: my_pet}}
    my_petty: {allOf: [{$ref: '#/components/schemas/my_pet/properties/next'}]}
`,
    `paths: {}
components:
  schemas:
    MyPet: &p  # ours
      type: object
      properties: {next: {$ref: "#/components/schemas/MyPet"}}
    Any:
      oneOf: [{$ref: '#/components/schemas/MyPet'}]
      discriminator: {propertyName: kind, mapping: {a: '#/components/schemas/MyPet', b: MyPet}}
    MyPetty: {allOf: [{$ref: '#/components/schemas/MyPet/properties/next'}]}
`,
  ],
  [
    'no schema whose name is sent: chosen by a discriminator',
    schemas,
    "paths: {}\ncomponents: {schemas: {my_pet: {type: object}, Any: {oneOf: [{$ref: '#/components/schemas/my_pet'}], discriminator: {propertyName: k}}}}\n",
    /a discriminator has its name as a value/,
  ],
  [
    'no schema whose name is sent: it extends one with a discriminator',
    schemas,
    "paths: {}\ncomponents: {schemas: {my_cat: {allOf: [{$ref: '#/components/schemas/Mid'}]}, Mid: {allOf: [{$ref: '#/components/schemas/Base'}]}, Base: {type: object, discriminator: {propertyName: k}}}}\n",
    /a discriminator has its name as a value/,
  ],
  [
    'no schema whose new name is taken',
    schemas,
    'paths: {}\ncomponents: {schemas: {my_pet: {type: object}, MyPet: {type: string}}}\n',
    /there is a MyPet already/,
  ],
  [
    'a security scheme, with all requirements',
    rule('$.components.securitySchemes', casing('camel', '@key')),
    `security: [{api_key: []}]
paths: {/a: {get: {security: [{other: [], api_key: []}], ${ok}}}}
components: {securitySchemes: {api_key: {type: http, scheme: basic}, other: {type: http, scheme: basic}}}
`,
    `security: [{apiKey: []}]
paths: {/a: {get: {security: [{other: [], apiKey: []}], ${ok}}}}
components: {securitySchemes: {apiKey: {type: http, scheme: basic}, other: {type: http, scheme: basic}}}
`,
  ],
  [
    'a property, with required and the example of its schema',
    props,
    'paths: {}\ncomponents: {schemas: {A: {type: object, required: [my_id, b], properties: {my_id: {type: string}, b: {}}, example: {my_id: x}}}}\n',
    'paths: {}\ncomponents: {schemas: {A: {type: object, required: [myId, b], properties: {myId: {type: string}, b: {}}, example: {myId: x}}}}\n',
  ],
  [
    'no property that a discriminator names',
    props,
    "paths: {}\ncomponents: {schemas: {A: {oneOf: [{$ref: '#/components/schemas/B'}], discriminator: {propertyName: my_id}}, B: {properties: {my_id: {}}}}}\n",
    /a discriminator names it/,
  ],
  [
    'no property that another schema requires',
    props,
    "paths: {}\ncomponents: {schemas: {A: {allOf: [{$ref: '#/components/schemas/B'}], required: [my_id]}, B: {properties: {my_id: {}}}}}\n",
    /a schema that does not define it requires it/,
  ],
  [
    'no keyword of a property that is called properties',
    rule('$..properties[*]~', casing('snake')),
    'paths: {}\ncomponents: {schemas: {A: {properties: {properties: {readOnly: true}}}}}\n',
    /it may be no property of a schema/,
  ],
  [
    'no data',
    props,
    'paths: {}\ncomponents: {schemas: {A: {example: {properties: {my_id: 1}}}}}\n',
    /it may be no property of a schema/,
  ],
  [
    'a path, by a pattern, and what refers through it',
    kebabPaths,
    `paths: {'/MyPets/{petId}': {get: {parameters: [{name: petId, in: path, required: true}], ${ok}}}, /b: {get: {responses: {'200': {$ref: '#/paths/~1MyPets~1{petId}/get/responses/200'}}}}}\n`,
    `paths: {'/my-pets/{petId}': {get: {parameters: [{name: petId, in: path, required: true}], ${ok}}}, /b: {get: {responses: {'200': {$ref: '#/paths/~1my-pets~1{petId}/get/responses/200'}}}}}\n`,
  ],
  [
    'no path that has more to it than its letters',
    kebabPaths,
    `paths: {/a?b=c: {get: {${ok}}}}\n`,
    /nothing to fix/,
  ],
  [
    'a parameter of a path, with its template and both definitions',
    params,
    `paths: {'/a/{pet_id}': {parameters: [{name: pet_id, in: path, required: true}], get: {parameters: [{name: pet_id, in: path, required: true}, {name: pet_id, in: query}], ${ok}}}}\n`,
    `paths: {'/a/{petId}': {parameters: [{name: petId, in: path, required: true}], get: {parameters: [{name: petId, in: path, required: true}, {name: petId, in: query}], ${ok}}}}\n`,
  ],
  [
    'no parameter that a link names',
    params,
    `paths: {/a: {get: {operationId: a, parameters: [{name: my_q, in: query}], responses: {'200': {description: ok, links: {l: {operationId: a, parameters: {query.my_q: 1}}}}}}}}\n`,
    /a link or a callback may name it/,
  ],
  [
    'a tag, wherever it is used',
    rule('$.tags[*]', casing('kebab', 'name')),
    `tags: [{name: My Pets, description: x}]\npaths: {/a: {get: {tags: [My Pets, b], ${ok}}}}\n`,
    `tags: [{name: my-pets, description: x}]\npaths: {/a: {get: {tags: [my-pets, b], ${ok}}}}\n`,
  ],
  [
    'what the ruleset declares instead',
    `${ids}    fix: {field: operationId, set: ours}\n`,
    `paths: {/a: {get: {operationId: list_pets, ${ok}}}}\n`,
    `paths: {/a: {get: {operationId: ours, ${ok}}}}\n`,
  ],
  [
    'no text of which it is not known what names it',
    rule('$.info', casing('kebab', 'title')),
    'paths: {}\n',
    /nothing to fix/,
  ],
]

describe('a rule of a team that asks for a case renames', () => {
  it.each(rows)('%s', async (_what, ruleset, before, after) => {
    const cwd = await tempTree({ 'rules.yaml': ruleset, 'api.yaml': head + before })
    const line = ['fix', 'api.yaml', '--ruleset-file', 'rules.yaml', '--rule', 'own']
    const safe = await runGov(line, { cwd })
    expect(safe.stderr).toMatch(/^nothing to fix;|refused, nothing else to fix;/m)
    const { stderr } = await runGov([...line, '--unsafe'], { cwd })
    const text = await readFile(join(cwd, 'api.yaml'), 'utf8')
    if (typeof after === 'string')
      expect([text, stderr]).toEqual([head + after, expect.stringContaining('no issue left')])
    else expect([text, stderr]).toEqual([head + before, expect.stringMatching(after)])
    expect((await runGov([...line, '--unsafe', '--diff'], { cwd })).stdout).toBe('')
  })

  it('in all files of the definition, or nothing', async () => {
    const files = {
      'rules.yaml': ids + schemas.replace('rules:\n  own:', '  two:'),
      'api.yaml': `${head}paths: {/a: {$ref: a.yaml}}\ncomponents: {schemas: {my_pet: {type: string}, my_cat: {type: string}}}\n`,
      'a.yaml': `get: {operationId: list_pets, responses: {'200': {description: ok, links: {l: {$ref: l.yaml}}, content: {application/json: {schema: {$ref: 'api.yaml#/components/schemas/my_cat'}}}}}}\n`,
      'l.yaml': 'operationId: list_pets\n',
    }
    const cwd = await tempTree(files)
    const { stderr } = await runGov(['fix', 'api.yaml', '--ruleset-file', 'rules.yaml', '--unsafe'], { cwd })
    expect(stderr).toContain('two: another file refers to it')
    const texts = await Promise.all(
      ['api.yaml', 'a.yaml', 'l.yaml'].map((file) => readFile(join(cwd, file), 'utf8')),
    )
    expect(texts).toEqual([
      files['api.yaml'].replace('my_pet', 'MyPet'),
      files['a.yaml'].replace('list_pets', 'listPets'),
      'operationId: listPets\n',
    ])
  })
})
