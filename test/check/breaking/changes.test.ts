import { describe, expect, it } from 'vitest'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { changeRules } from '../../../src/check/breaking/rules/index.ts'
import { renderDiffMarkdown } from '../../../src/reporters/changelog.ts'
import { readYaml, today } from './changes-between.ts'

const api = (operation: string, components = '', version = '3.1.0') =>
  `openapi: ${version}\ninfo: {title: T, version: 1.0.0}\npaths: {/a: {post: ${operation}}}\n${components === '' ? '' : `components: {schemas: ${components}}\n`}`
const parameter = (text: string) => api(`{parameters: [${text}], responses: {}}`)
const query = (schema: string) => parameter(`{name: q, in: query, schema: ${schema}}`)
const body = (schema: string) =>
  api(`{requestBody: {content: {application/json: {schema: ${schema}}}}, responses: {}}`)
const answer = (text: string) => api(`{responses: {${text}}}`)
const pet = (schema: string) =>
  api(
    "{requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}",
    `{Pet: ${schema}}`,
  )

const secured = (schemes: string) =>
  `openapi: 3.1.0\npaths: {}\ncomponents: {securitySchemes: {${schemes}}}\n`
const served = (listed: string, value: string) =>
  `openapi: 3.1.0\nservers: [{url: 'https://{r}.a', variables: {r: {default: ${value}, enum: ${listed}}}}]\npaths: {}\n`

const told = (before: string, after: string) => {
  const { breaking, changes } = compareApis(readYaml(before), readYaml(after), { today, listsAll: true })
  return [
    ...breaking.map(({ rule, message }) => `${rule}: ${message}`),
    ...changes.map(({ kind, message }) => `${kind}: ${message}`),
  ]
}

it.each<[before: string, after: string, forward: string[], back: string[]]>([
  [
    parameter('{name: p, in: query, schema: {}}'),
    parameter('{name: p, in: query, style: form, explode: false, schema: {}}'),
    ['breaking-parameter-style-changed: Query parameter `p` was sent as form, explode and is now form'],
    ['breaking-parameter-style-changed: Query parameter `p` was sent as form and is now form, explode'],
  ],
  [query('{const: a}'), query('{oneOf: [{enum: [a]}]}'), [], []],
  [
    query('{type: string, enum: [a, b]}'),
    query('{oneOf: [{type: string, const: b}, {type: string, const: a, title: A}]}'),
    [],
    [],
  ],
  [
    query('{oneOf: [{const: a}, {const: b}]}'),
    query('{anyOf: [{enum: [a, b, c]}]}'),
    ['added: the query parameter `q`: the value `c` was added'],
    ['breaking-request-enum-narrowed: Value can no longer be `"c"`, in the query parameter `q` of `POST /a`'],
  ],
  [
    query('{}'),
    query('{const: a}'),
    [
      'breaking-request-null-refused: Value can no longer be null, in the query parameter `q` of `POST /a`',
      'breaking-request-const-changed: Value now has to be `"a"`, in the query parameter `q` of `POST /a`',
    ],
    ['removed: the query parameter `q`: any value is valid now, not only those listed'],
  ],
  [query('{type: string}'), query('{allOf: [{type: string}]}'), [], []],
  [
    api('{responses: {}}'),
    api('{responses: {}}').replace('/a:', '/b: {get: {responses: {}}}, /a:'),
    ['added: the operation was added'],
    ['breaking-path-removed: Path `/b` was removed'],
  ],
  [
    api('{responses: {}}'),
    api('{responses: {}}').replace('post:', 'get: {responses: {}}, post:'),
    ['added: the operation was added'],
    ['breaking-operation-removed: `GET /a` was removed'],
  ],
  [
    api('{responses: {}}'),
    api('{operationId: x, tags: [t], responses: {}}'),
    ['changed: the operationId was none and is now `x`', 'changed: the tags were none and are now `t`'],
    ['changed: the operationId was `x` and is now none', 'changed: the tags were `t` and are now none'],
  ],
  [
    api('{responses: {}}'),
    api('{deprecated: true, responses: {}}'),
    ['changed: the operation is now deprecated'],
    ['changed: the operation is no longer deprecated'],
  ],
  [
    api('{responses: {}}'),
    api('{security: [{key: []}], responses: {}}'),
    ['breaking-security-added: Requests now need credentials: key'],
    ['changed: the credentials were key and are now none'],
  ],
  [
    parameter('{name: p, in: query, schema: {}}'),
    parameter('{name: p, in: query, required: true, schema: {}}'),
    ['breaking-parameter-became-required: Query parameter `p` is now required'],
    ['changed: the query parameter `p` is no longer required'],
  ],
  [
    api('{responses: {}}'),
    parameter('{name: p, in: query, schema: {}}'),
    ['added: the optional query parameter `p` was added'],
    ['breaking-parameter-removed: Query parameter `p` was removed'],
  ],
  [
    api('{responses: {}}'),
    parameter('{name: p, in: header, required: true, schema: {}}'),
    ['breaking-parameter-added: Header parameter `p` is new and required'],
    ['breaking-parameter-removed: Header parameter `p` was removed'],
  ],
  [
    query('{enum: [a]}'),
    query('{enum: [a, b]}'),
    ['added: the query parameter `q`: the value `b` was added'],
    ['breaking-request-enum-narrowed: Value can no longer be `"b"`, in the query parameter `q` of `POST /a`'],
  ],
  [
    query('{enum: [a]}'),
    query('{enum: [b, c]}'),
    ['breaking-request-enum-narrowed: Value can no longer be `"a"`, in the query parameter `q` of `POST /a`'],
    [
      'breaking-request-enum-narrowed: Value can no longer be `"b"`, `"c"`, in the query parameter `q` of `POST /a`',
    ],
  ],
  [
    query('{type: integer}'),
    query('{type: integer, maximum: 5, default: 1}'),
    [
      'breaking-parameter-default-changed: Default of the query parameter `q` was none and is now 1',
      'breaking-request-limit-added: Value now has maximum 5, in the query parameter `q` of `POST /a`',
    ],
    [
      'breaking-parameter-default-changed: Default of the query parameter `q` was 1 and is now none',
      'removed: the query parameter `q`: the maximum 5 was removed',
    ],
  ],
  [
    query('{type: integer}'),
    query('{type: [integer, "null"]}'),
    ['changed: the query parameter `q`: the type was integer and is now integer or null'],
    ['breaking-request-null-refused: Value can no longer be null, in the query parameter `q` of `POST /a`'],
  ],
  [
    query('{maximum: 9007199254740992}'),
    query('{maximum: 9007199254740993}'),
    ['changed: the query parameter `q`: the maximum was 9007199254740992 and is now 9007199254740993'],
    [
      'breaking-request-limit-tightened: Value had maximum 9007199254740993 and now has 9007199254740992, in the query parameter `q` of `POST /a`',
    ],
  ],
  [
    body('{properties: {a: {}}}'),
    body('{properties: {a: {}, b: {type: string}}}'),
    ['added: the property `b` of the request body was added'],
    [
      'breaking-request-property-removed: Value no longer has the property `b`, in the request body of `POST /a`',
    ],
  ],
  [
    api('{responses: {}}'),
    body('{}'),
    ['added: the request body was added'],
    ['breaking-request-body-removed: Request body was removed'],
  ],
  [
    answer("'200': {description: d}"),
    answer("'200': {description: d}, '404': {description: d}"),
    ['added: the response 404 was added'],
    ['removed: the response 404 was removed'],
  ],
  [
    answer("'200': {description: d, content: {application/json: {}}}"),
    answer("'200': {description: d, content: {application/json: {}, text/csv: {}}}"),
    ['added: the response 200 is now also in `text/csv`'],
    ['breaking-response-media-type-removed: Response 200 is no longer in `text/csv`'],
  ],
  [
    answer("'200': {description: d}"),
    answer("'200': {description: d, headers: {X-A: {schema: {}}}}"),
    ['added: the header `X-A` of the response 200 was added'],
    ['breaking-response-optional-header-removed: Header `x-a` of the response 200 was removed'],
  ],
  [
    pet('{properties: {a: {type: string}}}'),
    pet('{properties: {a: {type: integer}}}'),
    [
      'breaking-request-type-changed: Property `a` was a string and is now an integer, in the request body of `POST /a`',
      'breaking-response-type-changed: Property `a` was a string and is now an integer, in the response 200 of `POST /a`',
    ],
    [
      'breaking-request-type-changed: Property `a` was an integer and is now a string, in the request body of `POST /a`',
      'breaking-response-type-changed: Property `a` was an integer and is now a string, in the response 200 of `POST /a`',
    ],
  ],
  [
    pet('{properties: {a: {properties: {b: {}}}}}'),
    pet('{properties: {a: {properties: {b: {}, c: {}}, required: [b]}}}'),
    [
      'breaking-request-property-became-required: Property `a` now requires the property `b`, in the request body of `POST /a`',
      'added: the property `a.c` was added',
    ],
    [
      'breaking-request-property-removed: Property `a` no longer has the property `c`, in the request body of `POST /a`',
      'breaking-response-optional-property-removed: Property `a` no longer has the property `c`, in the response 200 of `POST /a`',
      'breaking-response-property-became-optional: Property `a` may now lack the property `b`, in the response 200 of `POST /a`',
    ],
  ],
  [
    pet('{oneOf: [{type: string}]}'),
    pet('{oneOf: [{type: string}, {type: integer}]}'),
    [
      'breaking-response-type-changed: `Pet` was a string and is now a string or integer, in the response 200 of `POST /a`',
    ],
    [
      'breaking-request-type-changed: `Pet` was a string or integer and is now a string, in the request body of `POST /a`',
    ],
  ],
  [
    pet('{items: {type: string}}'),
    pet('{items: {type: string, format: date}}'),
    [
      'breaking-request-type-changed: Each item of `Pet` was a string and is now a string (date), in the request body of `POST /a`',
    ],
    [
      'breaking-response-type-changed: Each item of `Pet` was a string (date) and is now a string, in the response 200 of `POST /a`',
    ],
  ],
  [
    pet('{}'),
    pet('{additionalProperties: false}'),
    [
      'breaking-request-additional-properties-refused: `Pet` may no longer have other properties, in the request body of `POST /a`',
    ],
    ['changed: other properties are valid now'],
  ],
  [
    pet('{description: x}'),
    pet('{description: y}'),
    ['changed: description changed'],
    ['changed: description changed'],
  ],
  [
    "swagger: '2.0'\npaths: {/a: {post: {parameters: [{name: b, in: body, schema: {type: object}}], responses: {}}}}\n",
    "swagger: '2.0'\npaths: {/a: {post: {parameters: [{name: b, in: body, schema: {type: object, properties: {p: {}}}}], responses: {}}}}\n",
    ['added: the property `p` of the request body was added'],
    [
      'breaking-request-property-removed: Value no longer has the property `p`, in the request body of `POST /a`',
    ],
  ],
  [
    answer(
      "'200': {description: d, content: {application/json: {schema: {enum: [a], x-extensible-enum: true}}}}",
    ),
    answer("'200': {description: d, content: {application/json: {schema: {enum: [a, b]}}}}"),
    ['added: the response 200: the value `b` was added'],
    ['removed: the response 200: the value `b` was removed'],
  ],
  [
    answer("'200': {description: d}"),
    answer("'204': {description: d}"),
    [
      'breaking-response-status-removed: Response 200 was removed, and 204 was added',
      'added: the response 204 was added',
    ],
    [
      'breaking-response-status-removed: Response 204 was removed, and 200 was added',
      'added: the response 200 was added',
    ],
  ],
  [
    answer("'200': {description: d}"),
    answer("'200': {description: d, links: {next: {operationId: x}}}"),
    ['added: the link `next` of the response 200 was added'],
    ['breaking-response-link-changed: Link `next` of the response 200 was removed'],
  ],
  [
    pet('{not: {required: [b]}}'),
    pet('{}'),
    [
      'breaking-response-constraint-changed: `Pet` is no longer restricted by not, in the response 200 of `POST /a`',
    ],
    [
      'breaking-request-constraint-changed: `Pet` is now also restricted by not, in the request body of `POST /a`',
    ],
  ],
  [
    body('{not: {required: [b]}}'),
    body('{}'),
    ['removed: the request body: `not` was removed'],
    [
      'breaking-request-constraint-changed: Value is now also restricted by not, in the request body of `POST /a`',
    ],
  ],
  [
    body('{patternProperties: {^x: {maxLength: 3}}}'),
    body('{patternProperties: {^x: {maxLength: 5}}}'),
    ['changed: the request body: `^x` of patternProperties: the maxLength was 3 and is now 5'],
    [
      'breaking-request-limit-tightened: Value had maxLength 5 and now has 3, in the request body of `POST /a`',
    ],
  ],
  [
    body('{oneOf: [{type: object}]}'),
    body('{oneOf: [{type: object}], discriminator: {propertyName: k}}'),
    [
      'breaking-request-discriminator-changed: Value had the discriminator none and now has k, in the request body of `POST /a`',
    ],
    ['removed: the request body: `discriminator` was removed'],
  ],
  [
    body('{contains: {type: string}}'),
    body('{contains: {type: string}, minContains: 0}'),
    ['added: the request body: the minContains 0 was added'],
    [
      'breaking-request-limit-tightened: Value had minContains 0 and now has 1, in the request body of `POST /a`',
    ],
  ],
  [
    secured('o: {type: oauth2, flows: {implicit: {authorizationUrl: https://x, scopes: {r: r}}}}'),
    secured(
      'o: {type: oauth2, flows: {implicit: {authorizationUrl: https://x, scopes: {r: r, w: w}}, clientCredentials: {tokenUrl: https://y, scopes: {}}}}',
    ),
    [
      'added: security scheme `o`: the scope `w` of oauth2 implicit was added',
      'added: security scheme `o`: oauth2 clientCredentials at https://y was added',
    ],
    [
      'removed: security scheme `o`: the scope `w` of oauth2 implicit was removed',
      'removed: security scheme `o`: oauth2 clientCredentials at https://y was removed',
    ],
  ],
  [
    secured('k: {type: apiKey, in: header, name: X}'),
    secured('k: {type: apiKey, in: query, name: X}'),
    [
      'added: security scheme `k`: apiKey X in query was added',
      'removed: security scheme `k`: apiKey x in header was removed',
    ],
    [
      'added: security scheme `k`: apiKey x in header was added',
      'removed: security scheme `k`: apiKey X in query was removed',
    ],
  ],
  [
    secured('k: {type: http, scheme: basic}'),
    secured('l: {type: http, scheme: basic}'),
    ['added: the security scheme `l` was added', 'removed: the security scheme `k` was removed'],
    ['added: the security scheme `k` was added', 'removed: the security scheme `l` was removed'],
  ],
  [
    served('[eu]', 'eu'),
    served('[eu, us]', 'us'),
    [
      'added: variable `r` of the server `https://{r}.a` may also be `us`',
      'changed: the default of variable `r` of the server `https://{r}.a` was `eu` and is now `us`',
    ],
    [
      'breaking-server-removed: Server `us.a` was removed',
      'changed: the default of variable `r` of the server `https://{r}.a` was `us` and is now `eu`',
    ],
  ],
  [
    'openapi: 3.1.0\ninfo: {license: {name: MIT}}\npaths: {}\n',
    'openapi: 3.1.0\njsonSchemaDialect: https://example.com/dialect\ninfo: {license: {name: ISC}}\npaths: {}\n',
    [
      'changed: license changed',
      'changed: the dialect of schemas was that of OpenAPI and is now https://example.com/dialect',
    ],
    [
      'changed: license changed',
      'changed: the dialect of schemas was https://example.com/dialect and is now that of OpenAPI',
    ],
  ],
])('%s, then %s', (before, after, forward, back) => {
  expect(told(before, after)).toEqual(forward)
  expect(told(after, before)).toEqual(back)
  for (const same of [before, after]) expect(told(same, same)).toEqual([])
})

it('describes a component once, however many use it, and ends on one that refers to itself', () => {
  const loop = (type: string) =>
    pet(`{type: object, properties: {next: {$ref: '#/components/schemas/Pet'}, a: {title: ${type}}}}`)
  expect(told(loop('string'), loop('integer'))).toEqual(['changed: property `a`: title changed'])
})

it('ends on what joins several that refer to themselves', () => {
  const loop = (name: string) => `${name}: {properties: {next: {$ref: '#/components/schemas/${name}'}}}`
  const of = (first: string, second: string) =>
    api(
      `{requestBody: {content: {application/json: {schema: {allOf: [{$ref: '#/components/schemas/${first}'}, {$ref: '#/components/schemas/${second}'}]}}}}, responses: {}}`,
      `{${['A', 'B', 'C', 'D'].map(loop).join(', ')}}`,
    )
  expect(told(of('A', 'B'), of('C', 'D'))).toEqual([])
})

it.each<[before: string, after: string, changes: string[]]>([
  [
    "{$ref: '#/components/schemas/P'}",
    "{allOf: [{$ref: '#/components/schemas/P'}], deprecated: true}",
    ['changed: property `p` of the response 200: is now deprecated'],
  ],
  [
    "{$ref: '#/components/schemas/P'}",
    "{$ref: '#/components/schemas/P', deprecated: true, x-sunset: 2027-01-01}",
    ['changed: property `p` of the response 200: is now deprecated, with the x-sunset 2027-01-01'],
  ],
  [
    "{$ref: '#/components/schemas/P'}",
    "{oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]}",
    [
      'breaking-response-alternative-added: Property `p` may now be the alternative `Q`, in the response 200 of `POST /a`',
    ],
  ],
  [
    '{oneOf: [{title: A, type: object, required: [a]}, {type: string}]}',
    '{oneOf: [{title: A, type: object, required: [a]}, {type: string}, {title: B, type: array}, {title: C, type: number}, {type: boolean}]}',
    [
      'breaking-response-alternative-added: Property `p` may now be the alternatives `B`, `C`, or an alternative that is a boolean, in the response 200 of `POST /a`',
    ],
  ],
  [
    '{enum: [a, b]}',
    '{enum: [c, d]}',
    [
      'breaking-response-const-changed: Property `p` was `"a"`, `"b"` and may now be `"c"`, `"d"`, in the response 200 of `POST /a`',
    ],
  ],
  [
    "{$ref: '#/components/schemas/P'}",
    "{allOf: [{$ref: '#/components/schemas/P'}, {properties: {c: {}}}]}",
    ['added: the property `c` of property `p` of the response 200 was added'],
  ],
])('a property of a response that was %s and is %s', (before, after, changes) => {
  const of = (schema: string) =>
    api(
      `{responses: {'200': {content: {application/json: {schema: {properties: {p: ${schema}}}}}}}}`,
      '{P: {type: object, required: [a], properties: {a: {}, b: {}}}, Q: {type: object, required: [q], properties: {q: {}, b: {}}}}',
    )
  expect(told(of(before), of(after))).toEqual(changes)
})

describe('security schemes', () => {
  const flow = (tokenUrl: string, more = '') =>
    `{authorizationCode: {authorizationUrl: 'https://a/o', tokenUrl: '${tokenUrl}'${more}, scopes: {r: r, w: w}}}`
  const using = (flows: string, needed: string, operations = ['/a', '/b']) =>
    `openapi: 3.1.0\npaths: {${operations.map((path) => `${path}: {get: {security: [${needed}], responses: {}}}`).join(', ')}}\ncomponents: {securitySchemes: {o: {type: oauth2, flows: ${flows}}, k: {type: http, scheme: basic}}}`
  const both = (o: string, p: string) =>
    using(o, '{o: [r]}, {p: [r]}', ['/a']).replace('k: {type', `p: {type: oauth2, flows: ${p}}, k: {type`)
  const moved = 'Security scheme `o`: oauth2 authorizationCode was at https://a/t and is now at https://b/t'

  it.each<[before: string, after: string, expected: string[]]>([
    [
      using(flow('https://a/t'), '{o: [r]}'),
      using(flow('https://b/t'), '{o: [r]}'),
      [`breaking-security-changed: ${moved}, in \`GET /a\` and \`GET /b\``],
    ],
    [
      using(flow('https://a/t'), '{o: [r]}, {k: []}'),
      using(flow('http://a/t'), '{o: [r]}, {k: []}'),
      [
        'breaking-security-changed: Security scheme `o`: oauth2 authorizationCode was at https://a/t and is now at http://a/t, in `GET /a` and `GET /b`',
      ],
    ],
    [
      using(flow('https://a/t'), '{o: [r]}', ['/a']),
      using(flow('https://b/t'), '{o: [r, w]}', ['/a']),
      [
        `breaking-security-changed: ${moved}, in \`GET /a\``,
        'breaking-security-changed: Credentials that were enough no longer are: oauth2 authorizationCode at https://a/o and https://b/t (r); now needed: oauth2 authorizationCode at https://a/o and https://b/t (r, w)',
      ],
    ],
    [
      using(flow('https://a/t'), '{o: [r]}', ['/a']),
      using(flow('https://b/t').replace('r: r, ', ''), '{o: [r]}', ['/a']),
      [
        `breaking-security-changed: ${moved}, in \`GET /a\``,
        'breaking-security-changed: Scope `r`, which is needed, can no longer be had from oauth2 authorizationCode at https://a/o and https://b/t',
        'removed: security scheme `o`: the scope `r` of oauth2 authorizationCode was removed',
      ],
    ],
    [
      using(flow('https://a/t').replace('r: r, ', ''), '{o: [r]}', ['/a']),
      using(flow('https://b/t').replace('r: r, ', ''), '{o: [r]}', ['/a']),
      [`breaking-security-changed: ${moved}, in \`GET /a\``],
    ],
    [
      both(flow('https://a/t'), flow('https://p/t')),
      both(flow('https://b/t'), flow('https://p/t').replace('r: r, ', '')),
      [
        `breaking-security-changed: ${moved}, in \`GET /a\``,
        'breaking-security-changed: Scope `r`, which is needed, can no longer be had from oauth2 authorizationCode at https://a/o and https://p/t',
        'removed: security scheme `p`: the scope `r` of oauth2 authorizationCode was removed',
      ],
    ],
    [
      both(flow('https://a/t'), flow('https://p/t')),
      both(flow('https://b/t'), flow('https://p/t').replace('w: w', 'z: z')),
      [
        `breaking-security-changed: ${moved}, in \`GET /a\``,
        'removed: security scheme `p`: the scope `w` of oauth2 authorizationCode was removed',
        'added: security scheme `p`: the scope `z` of oauth2 authorizationCode was added',
      ],
    ],
    [
      using(flow('https://a/t'), '{o: [r]}', ['/a']),
      using(flow('https://a/o').replace("l: 'https://a/o'", "l: 'https://a/t'"), '{o: [r]}', ['/a']),
      [
        'breaking-security-changed: Security scheme `o`: oauth2 authorizationCode was at https://a/o and https://a/t and is now at https://a/t and https://a/o, in `GET /a`',
      ],
    ],
    [
      using(flow('https://a/t'), '{k: []}'),
      using(flow('https://b/t'), '{k: []}'),
      ['changed: security scheme `o`: oauth2 authorizationCode was at https://a/t and is now at https://b/t'],
    ],
    [
      using(flow('https://a/t', ", refreshUrl: 'https://a/r'"), '{k: []}'),
      using(flow('https://a/t'), '{k: []}'),
      [
        'changed: security scheme `o`: oauth2 authorizationCode had the refreshUrl https://a/r and now has none',
      ],
    ],
    [
      using(flow('https://a/t'), '{k: []}'),
      using(flow('https://a/t').replace('w: w', 'w: x'), '{k: []}'),
      ['changed: security scheme `o`: the text of `w` changed'],
    ],
  ])('%s and then %s', (before, after, expected) => {
    expect(told(before, after)).toEqual(expected)
  })
})

it.each([
  ['tags: [{name: a, kind: nav}]', 'tags: [{name: a, kind: badge}]', ['changed: kind changed']],
  [
    'paths: {/a: {summary: s, description: d}}',
    'paths: {/a: {summary: t, description: e}}',
    ['changed: summary changed', 'changed: description changed'],
  ],
  [
    "paths: {/a: {get: {operationId: x, responses: {'200': {links: {l: {operationId: x}}}}}}}",
    "paths: {/a: {get: {operationId: x, responses: {'200': {links: {l: {operationId: x, description: d}}}}}}}",
    ['changed: description changed'],
  ],
])('lists the texts of %s and %s', (before, after, expected) => {
  const of = (text: string) => `openapi: 3.2.0\n${text.includes('paths') ? '' : 'paths: {}\n'}${text}`
  expect(told(of(before), of(after))).toEqual(expected)
})

describe('callbacks of a webhook, which are not compared', () => {
  const call = "{post: {responses: {'200': {description: d}}}}"
  const of = (callback: string) =>
    `openapi: 3.1.0\npaths: {}\nwebhooks: {w: {post: {callbacks: ${callback}, responses: {}}}}\ncomponents: {callbacks: {C: {'{$url}': ${call}}}, pathItems: {I: ${call}}}`
  const inline = of(`{c: {'{$url}': ${call}}}`)

  it.each([
    [of("{c: {$ref: '#/components/callbacks/C'}}"), 0],
    [of("{c: {'{$url}': {$ref: '#/components/pathItems/I'}}}"), 0],
    [of("{c: {'{$url}': {$ref: '#/components/pathItems/I', summary: s}}}"), 1],
    [of("{d: {$ref: '#/components/callbacks/C'}}"), 1],
    [of(`{c: {'{$url}': ${call}}, d: {$ref: '#/components/callbacks/C'}}`), 1],
    [of(`{c: {'{$url}': ${call.replace('200', '201')}}}`), 1],
  ])('%s', (other, count) => {
    expect(told(inline, other).filter((each) => each.startsWith('breaking-not-compared'))).toHaveLength(count)
  })
})

it('names all values that a message only counts', () => {
  const of = (values: string) => readYaml(query(`{enum: [${values}]}`))
  const { breaking } = compareApis(of('a, b, c, d, e, f, g'), of('a'), { today })
  expect(breaking).toMatchObject([
    {
      message: expect.stringContaining('and 1 more'),
      values: ['b', 'c', 'd', 'e', 'f', 'g'].map((each) => `"${each}"`),
    },
  ])
  expect(compareApis(of('a, b'), of('a'), { today }).breaking[0]).not.toHaveProperty('values')
})

describe('the example of each rule of breaking changes', () => {
  const examples = changeRules.map(({ id, example }) => [id, example.before, example.after] as const)

  it.each(examples)('%s: something is told of it, in both directions', (_id, before, after) => {
    for (const [some, other] of [
      [before, after],
      [after, before],
    ] as const) {
      expect(told(some, other)).not.toEqual([])
    }
  })
})

it('a release note says the whole of a long message, and two statuses that took the place of one', () => {
  const scopes = Array.from({ length: 40 }, (_, index) => `orders:item-${index}`)
  const api = (scope: string, statuses: readonly number[]) => {
    const oauth2 = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a/t', scopes: {} } } }
    const responses = Object.fromEntries(statuses.map((status) => [status, { description: 'd' }]))
    const get = { security: [{ o: [scope] }], responses }
    const definition = {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1.0.0' },
      paths: { '/a': { get } },
      components: { securitySchemes: { o: oauth2 } },
    }
    return JSON.stringify(definition)
  }
  const [messages] = [
    compareApis(readYaml(api('read', [200])), readYaml(api(scopes.join(' '), [201, 202])), { today })
      .breaking,
  ]
  expect(messages.map(({ message }) => message)).toContain(
    'Response 200 was removed, and 201, 202 were added',
  )
  const changes = messages.map(({ message, rule }) => {
    return {
      kind: 'breaking',
      rule,
      severity: 'error',
      group: 'GET /a',
      message,
      file: 'a',
      line: 1,
      column: 1,
    } as const
  })
  const infoVersion = {
    from: '1.0.0',
    to: '1.0.0',
    bump: 'major',
    wanted: '2.0.0',
    is_enough: false,
  } as const
  const note = renderDiffMarkdown({ old: 'a', new: 'b', title: 'Shop', changes, infoVersion })
  expect(note).toContain('item\\-39')
})

describe('a property beside alternatives', () => {
  const of = (own: string, b: string, c = '') =>
    api(
      "{requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Q'}}}}, responses: {}}",
      `{Q: {type: object, ${own}oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}, B: {required: [k], properties: {k: {const: b}${b}}}, C: {required: [k], properties: {k: {const: c}${c}}}}`,
    )
  const [a, own] = [', a: {type: string}', 'properties: {a: {type: string}}, ']
  const [added, gone] = ['added: the property `a` was added', 'removed: the property `a` was removed']
  const removed = (name: string) =>
    `breaking-request-property-removed: \`${name}\` no longer has the property \`a\`, in the request body of \`POST /a\``
  it.each<[what: string, before: string, after: string, changes: string[]]>([
    ['that one of them has, too', of('', a), of(own, a), [added]],
    ['that all of them have, too', of('', a, a), of(own, a, a), [added]],
    ['that none of them has', of('', ''), of(own, ''), [added]],
    ['that moved out of them', of('', a, a), of(own, ''), [gone, gone]],
    ['that no longer has it', of(own, a), of('', a), [removed('Q')]],
    ['that one of them no longer has', of(own, a), of(own, ''), [gone]],
    ['that moved into them', of(own, ''), of('', a, a), [added, added]],
  ])('%s', (_what, before, after, changes) => {
    expect(told(before, after)).toEqual(changes)
  })
})

describe('a property that is called as a list of schemas', () => {
  const of = (name: string, type: string) =>
    body(`{properties: {${name}: {type: array, items: {type: ${type}}}}}`)
  it.each([
    ['oneOf', 'Each item of the property `oneOf` was a string'],
    ['anyOf', 'Each item of the property `anyOf` was a string'],
    ['allOf', 'Each item of the property `allOf` was a string'],
    ['other', 'Each item of the property `other` was a string'],
  ])('%s', (name, message) => {
    expect(told(of(name, 'string'), of(name, 'boolean'))).toEqual([expect.stringContaining(message)])
  })

  it('is no alternative, and an alternative is no property', () => {
    const choice = (type: string) =>
      body(`{properties: {p: {oneOf: [{type: array, items: {type: ${type}}}, {type: string}]}}}`)
    expect(told(choice('string'), choice('boolean'))).toEqual([
      expect.stringContaining('Each item of the property `p` was a string'),
    ])
  })
})

describe('an alternative that is named by its reference', () => {
  const of = (keyword: string, refs: readonly string[]) =>
    `openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {${keyword}: [{type: string}${refs.map((ref) => `, {allOf: [{$ref: '${ref}'}]}`).join('')}]}}}}}}}}\ncomponents: {schemas: {P: {type: object}, 'a/b': {type: array}}}\n`
  it.each([
    ['#/components/schemas/P', '`P`'],
    ['#/components/schemas/a~1b', '`a/b`'],
    ['parts/schemas/pet.yaml#', '`pet`'],
    ['parts/schemas/pet.yaml#/components/schemas/Cat', '`Cat`'],
    ['pet.yaml', '`pet`'],
  ])('%s is %s', (ref, name) => {
    expect(told(of('anyOf', []), of('anyOf', [ref])).join('\n')).toContain(name)
  })
})
