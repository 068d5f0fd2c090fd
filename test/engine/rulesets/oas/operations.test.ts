import { describe, expect, it } from 'vitest'
import { inEveryVersion, placesOf, type Row, version2, version30, version31 } from './oas-places.ts'

const get = (text: string) => `paths: {/a: {get: {${text}}}}`
const at = 'paths|/a|get'
const form = 'parameters: [{in: formData, name: f}]'

const ofEvery = inEveryVersion([
  ['operation-description', get(''), at],
  ['operation-description', get("description: ''"), `${at}|description`],
  ['operation-description', 'paths: {/a: {trace: {}, foo: {}, x-get: {}}}', 'paths|/a|trace'],
  ['operation-description', get('description: d')],
  ['operation-operationId', get(''), at],
  ['operation-operationId', get('operationId: a')],
  [
    'operation-operationId-unique',
    'paths: {/a: {get: {operationId: a}, put: {operationId: b}}, /b: {get: {operationId: a}, x: {operationId: a}}}',
    'paths|/b|get|operationId',
  ],
  ['operation-operationId-unique', 'paths: {/a: {get: {}, put: {}}}'],
  ['operation-operationId-valid-in-url', get('operationId: a b'), `${at}|operationId`],
  ['operation-operationId-valid-in-url', get(`operationId: "a-b_c/d?e=[f]&g(h)~'"`)],
  [
    'operation-parameters',
    get('parameters: [{name: a, in: query}, {name: a, in: header}, {name: a, in: query}, null]'),
    `${at}|parameters|2`,
  ],
  [
    'operation-parameters',
    get("parameters: [{$ref: '#/a'}, {$ref: '#/b'}, {}, {in: query}, {$ref: '#/c', name: d, in: query}]"),
  ],
  ['operation-parameters', get('parameters: [{in: body}, {name: b, in: body}]'), `${at}|parameters|1`],
  ['operation-parameters', get('parameters: [{in: body}, {in: formData}]'), `${at}|parameters`],
  ['operation-parameters', 'paths: {/a: {parameters: [{name: a, in: query}, {name: a, in: query}]}}'],
  ['operation-singular-tag', get('tags: [a, b]'), `${at}|tags`],
  ['operation-singular-tag', get('tags: [a]')],
  ['operation-success-response', get("responses: {'404': {}, default: {}, x-200: {}}"), `${at}|responses`],
  ['operation-success-response', get("responses: {'404': {}, '302': {}}")],
  ['operation-success-response', get('')],
  ['operation-tag-defined', `tags: [{name: a}]\n${get('tags: [a, b]')}`, `${at}|tags|1`],
  ['operation-tag-defined', get('tags: [a]'), `${at}|tags|0`],
  ['operation-tag-defined', `tags: [{name: a}]\n${get('tags: [a]')}`],
  ['operation-tags', get(''), at],
  ['operation-tags', get('tags: []'), `${at}|tags`],
  ['operation-tags', get('tags: [a]')],
])

const sent = `paths: {/a: {post: {operationId: a, callbacks: {c: {'{$url}': {post: {operationId: a}}}, d: {$ref: '#/components/callbacks/D'}}}}}
webhooks: {w: {post: {operationId: b}}, v: {post: {operationId: a, callbacks: {d: {$ref: '#/components/callbacks/D'}}}}}
components: {callbacks: {D: {'{$url}': {post: {operationId: b}, put: {operationId: c, callbacks: {d: {$ref: '#/components/callbacks/D'}}}}}}}`

const ofSome: Row[] = [
  ['operation-operationId-unique', version30(sent)],
  [
    'operation-operationId-unique',
    version31(sent),
    'paths|/a|post|callbacks|c|{$url}|post|operationId',
    'webhooks|v|post|operationId',
    'components|callbacks|D|{$url}|post|operationId',
  ],
  [
    'operation-operationId-unique',
    version31('webhooks: {w: {post: {operationId: b}, put: {operationId: b}}}'),
    'webhooks|w|put|operationId',
  ],
  [
    'operation-operationId-unique',
    version31('webhooks: {w: {$ref: "#/paths/~1a"}}\npaths: {/a: {get: {operationId: a}}}'),
  ],
  ['operation-success-response', version2(get('responses: {2XX: {}}')), `${at}|responses`],
  ['operation-success-response', version30(get('responses: {2XX: {}}'))],
  ['operation-success-response', version30(get('responses: {2xx: {}}')), `${at}|responses`],
  ['oas2-operation-formData-consume-check', version2(get(`${form}, consumes: [application/json]`)), at],
  ['oas2-operation-formData-consume-check', version2(get(`${form}, consumes: [multipart/form-data]`))],
  ['oas2-operation-formData-consume-check', version2(get(form))],
  ['oas2-operation-formData-consume-check', version30(get(`${form}, consumes: [application/json]`))],
  [
    'oas2-operation-security-defined',
    version2(
      `securityDefinitions: {a: {scopes: {r: x}}}\nsecurity: [{b: []}]\n${get('security: [{a: [r, w]}]')}`,
    ),
    'security|0|b',
    `${at}|security|0|a|1`,
  ],
  ['oas2-operation-security-defined', version2('securityDefinitions: {a: {}}\nsecurity: [{a: []}, {}]')],
  ['oas3-operation-security-defined', version30(get('security: [{b: []}]')), `${at}|security|0|b`],
  [
    'oas3-operation-security-defined',
    version31(
      `components: {securitySchemes: {a: {flows: {implicit: {scopes: {r: x}}}}}}\n${get('security: [{a: [r, w]}]')}`,
    ),
    `${at}|security|0|a|1`,
  ],
  ['oas3-operation-security-defined', version30('security: [{a: r}]')],
  [
    'oas3-callbacks-in-callbacks',
    version30(get('callbacks: {c: {/x: {post: {callbacks: {}}}}}')),
    `${at}|callbacks|c|/x|post|callbacks`,
  ],
  ['oas3-callbacks-in-callbacks', version30(get('callbacks: {c: {/x: {post: {}}}}'))],
  [
    'oas3_1-servers-in-webhook',
    version31('webhooks: {servers: [], w: {post: {servers: []}}}'),
    'webhooks|servers',
    'webhooks|w|post|servers',
  ],
  ['oas3_1-servers-in-webhook', version30('webhooks: {servers: []}')],
  [
    'oas3_1-callbacks-in-webhook',
    version31('webhooks: {w: {post: {callbacks: {}}}}'),
    'webhooks|w|post|callbacks',
  ],
  ['oas3_1-callbacks-in-webhook', version31('webhooks: {w: {post: {}}}')],
]

describe('rules of operations', () => {
  it.each([...ofEvery, ...ofSome])('%s: %s', async (rule, text, ...places) => {
    expect(await placesOf(rule, text)).toEqual(places)
  })
})
