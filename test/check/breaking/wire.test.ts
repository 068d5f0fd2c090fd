import { expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const operation = (text: string) => `openapi: 3.2.0\npaths: {'/a/{id}': {post: ${text}}}`
const parameter = (text: string) => operation(`{parameters: [{name: q, ${text}}], responses: {}}`)
const id = (text: string) =>
  operation(`{parameters: [{name: id, in: path, required: true, ${text}}], responses: {}}`)
const list = 'schema: {type: array, items: {type: string}}'
const word = 'schema: {type: string}'
const record = 'schema: {type: object, properties: {a: {type: string}}}'
const body = (media: string, field: string, encoding: string) =>
  operation(
    `{requestBody: {content: {${media}: {schema: {properties: {f: ${field}}}, encoding: ${encoding}}}}, responses: {}}`,
  )
const form = (field: string, encoding: string) => body('application/x-www-form-urlencoded', field, encoding)
const parts = (field: string, encoding: string) => body('multipart/form-data', field, encoding)
const answer = (text: string) => operation(`{responses: {'200': ${text}}}`)
const pair = '{type: object, properties: {a: {type: string}, b: {type: string}}}'
const deep = '{f: {style: deepObject, explode: true}}'
const fields = (properties: string, encoding = '{}') =>
  `{schema: {type: object, properties: {${properties}}}, encoding: ${encoding}}`
const inForm = (media: string) =>
  operation(`{requestBody: {content: {application/x-www-form-urlencoded: ${media}}}, responses: {}}`)
const outForm = (media: string) => answer(`{content: {application/x-www-form-urlencoded: ${media}}}`)
const inParts = (media: string) =>
  operation(`{requestBody: {content: {multipart/mixed: ${media}}}, responses: {}}`)
const outParts = (media: string) => answer(`{content: {multipart/mixed: ${media}}}`)
const whole = (media: string) =>
  parameter(`in: querystring, content: {application/x-www-form-urlencoded: ${media}}`)
const encodedHeader = (media: string) => header(`content: {application/x-www-form-urlencoded: ${media}}`)
const described = fields(`f: ${pair}`)
const encodedBy = (encoding: string) => fields(`f: ${pair}`, `{f: {${encoding}}}`)
const file = (schema: string) =>
  `swagger: '2.0'\npaths: {/a: {get: {responses: {'200': {schema: ${schema}}}}}}`
const header = (text: string) => answer(`{headers: {X-A: {${text}}}}`)
const hook = (text: string) => `openapi: 3.1.0\nwebhooks: {sold: {post: ${text}}}`
const callback = (name: string, address: string, text: string) =>
  operation(`{callbacks: {${name}: {'${address}': {post: ${text}}}}, responses: {}}`)
const server = (url: string, variables: string) =>
  `openapi: 3.1.0\nservers: [{url: '${url}', variables: {r: ${variables}}}]\npaths: {}`
const host = 'https://{r}.example.com'
const swagger = (schemes: string) => `swagger: '2.0'\nschemes: [${schemes}]\nhost: example.com\npaths: {}`

const shared = '\ncomponents: {schemas: {C: {type: integer, default: 1}}}'
const ranged = (more: string) =>
  operation(
    `{requestBody: {content: {'*/*': {}, application/*: {schema: {type: object}}, ${more}}}, responses: {}}`,
  )

type Row = readonly [
  title: string,
  before: string,
  after: string,
  rules: readonly string[],
  back: readonly string[],
]

const both = (title: string, before: string, after: string, rule: string): Row => [
  title,
  before,
  after,
  [rule],
  [rule],
]
const once = (title: string, before: string, after: string, rule: string): Row => [
  title,
  before,
  after,
  [rule],
  [],
]
const never = (title: string, before: string, after: string): Row => [title, before, after, [], []]

const style = 'parameter-style-changed'
const encoded = 'request-encoding-changed'
const sent = 'response-encoding-changed'
const link = 'response-link-changed'
const answered = 'webhook-answer-changed'

it.each<Row>([
  both('matrix for one value', id(word), id(`${word}, style: matrix`), style),
  both('label for one value', id(word), id(`${word}, style: label`), style),
  both(
    'a list exploded',
    parameter(`in: query, ${list}`),
    parameter(`in: query, explode: false, ${list}`),
    style,
  ),
  never(
    'one value exploded',
    parameter(`in: query, ${word}`),
    parameter(`in: query, explode: false, ${word}`),
  ),
  both(
    'JSON in a parameter',
    parameter(`in: query, ${word}`),
    parameter(`in: query, content: {application/json: {${word}}}`),
    style,
  ),
  both(
    'a media type of a parameter',
    parameter(`in: query, content: {application/json: {${record}}}`),
    parameter(`in: query, content: {application/xml: {${record}}}`),
    style,
  ),
  both(
    'a default in allOf',
    parameter('in: query, schema: {allOf: [{type: integer, default: 1}]}'),
    parameter('in: query, schema: {allOf: [{type: integer, default: 2}]}'),
    'parameter-default-changed',
  ),
  both(
    'a default that is another text',
    parameter('in: query, schema: {default: 1}'),
    parameter('in: query, schema: {default: "01"}'),
    'parameter-default-changed',
  ),
  never(
    'a default that is the same text',
    parameter('in: query, schema: {type: string, default: 1}'),
    parameter('in: query, schema: {type: string, default: "1"}'),
  ),
  never(
    'a list of defaults that are the same texts',
    parameter('in: query, schema: {default: [1, true]}'),
    parameter('in: query, schema: {default: ["1", "true"]}'),
  ),
  both(
    'a default that is another value under content',
    parameter('in: query, content: {application/json: {schema: {default: 1}}}'),
    parameter('in: query, content: {application/json: {schema: {default: "1"}}}'),
    'parameter-default-changed',
  ),
  both(
    'a default under content',
    parameter('in: query, content: {application/json: {schema: {default: 1}}}'),
    parameter('in: query, content: {application/json: {schema: {default: 2}}}'),
    'parameter-default-changed',
  ),
  both(
    'a default beside a reference',
    parameter("in: query, schema: {$ref: '#/components/schemas/C', default: 5}") + shared,
    parameter("in: query, schema: {$ref: '#/components/schemas/C', default: 6}") + shared,
    'parameter-default-changed',
  ),
  never(
    'a default that moves behind a reference',
    parameter('in: query, schema: {type: integer, default: 1}'),
    parameter("in: query, schema: {allOf: [{$ref: '#/components/schemas/C'}]}") + shared,
  ),
  never(
    'one value exploded, by allOf',
    parameter(`in: query, schema: {allOf: [{type: string}]}`),
    parameter(`in: query, explode: false, schema: {allOf: [{type: string}]}`),
  ),
  both(
    'a list exploded, by allOf',
    parameter(`in: query, schema: {allOf: [{type: array}]}`),
    parameter(`in: query, explode: false, schema: {allOf: [{type: array}]}`),
    style,
  ),
  both(
    'one value to a list of others, by allOf',
    parameter('in: query, schema: {type: string}'),
    parameter('in: query, schema: {allOf: [{type: array, items: {type: integer}}]}'),
    'request-type-changed',
  ),
  [
    'one value to a list of at least one',
    parameter('in: query, schema: {type: integer}'),
    parameter('in: query, schema: {type: array, minItems: 1, items: {type: integer}}'),
    [],
    ['request-type-changed'],
  ],
  both(
    'one value to a list of at least two',
    parameter('in: query, schema: {type: integer}'),
    parameter('in: query, schema: {type: array, minItems: 2, items: {type: integer}}'),
    'request-type-changed',
  ),
  once(
    'a stricter media type within a range',
    ranged(''),
    ranged('application/json: {schema: {type: object, required: [a]}}'),
    'request-property-added',
  ),
  never(
    'the same in a media type within a range',
    ranged(''),
    ranged('application/json: {schema: {type: object}}'),
  ),
  once(
    'reserved characters',
    parameter(`in: query, allowReserved: true, ${word}`),
    parameter(`in: query, ${word}`),
    style,
  ),
  once(
    'no value',
    parameter(`in: query, allowEmptyValue: true, ${word}`),
    parameter(`in: query, ${word}`),
    style,
  ),
  once(
    'a media type of a part',
    parts('{type: string}', '{f: {contentType: "image/png, image/jpeg"}}'),
    parts('{type: string}', '{f: {contentType: image/png}}'),
    encoded,
  ),
  once(
    'a range of media types of a part',
    parts('{type: string}', '{f: {contentType: image/*}}'),
    parts('{type: string}', '{f: {contentType: image/png}}'),
    encoded,
  ),
  both(
    'what a part is by its schema',
    parts('{type: object}', '{}'),
    parts('{type: object}', '{f: {contentType: application/xml}}'),
    encoded,
  ),
  [
    'a file that becomes text',
    parts('{type: string, format: binary}', '{}'),
    parts('{type: string}', '{}'),
    [encoded],
    ['request-type-changed'],
  ],
  never(
    'a file as 3.1 writes it',
    parts('{type: string, format: binary}', '{}'),
    parts('{type: string, contentMediaType: application/octet-stream}', '{}'),
  ),
  never(
    'what it is anyway',
    parts('{type: object}', '{}'),
    parts('{type: object}', '{f: {contentType: application/json}}'),
  ),
  both(
    'a list in a form',
    form('{type: array}', '{}'),
    form('{type: array}', '{f: {explode: false}}'),
    encoded,
  ),
  never(
    'a text in a form that may be cleared',
    form('{type: string}', '{}'),
    form("{anyOf: [{type: string}, {enum: ['']}]}", '{f: {style: deepObject, explode: true}}'),
  ),
  both(
    'a media type in a form',
    form('{type: object}', '{f: {contentType: application/json}}'),
    form('{type: object}', '{f: {contentType: text/csv}}'),
    encoded,
  ),
  never('one value in a form', form('{type: string}', '{}'), form('{type: string}', '{f: {explode: false}}')),
  both(
    'a media type of a part in allOf',
    body(
      'multipart/form-data',
      '{}, g: {}}, allOf: [{properties: {f: {type: object}}}], x-a: {',
      '{f: {contentType: application/json}}',
    ),
    body(
      'multipart/form-data',
      '{}, g: {}}, allOf: [{properties: {f: {type: object}}}], x-a: {',
      '{f: {contentType: application/xml}}',
    ),
    encoded,
  ),
  both(
    'a media type of a part that nothing describes',
    operation(
      '{requestBody: {content: {multipart/form-data: {encoding: {f: {contentType: a/b}}}}}, responses: {}}',
    ),
    operation(
      '{requestBody: {content: {multipart/form-data: {encoding: {f: {contentType: a/c}}}}}, responses: {}}',
    ),
    encoded,
  ),
  never(
    'what a part that may be null is anyway',
    parts('{type: [object, "null"]}', '{}'),
    parts('{type: [object, "null"]}', '{f: {contentType: application/json}}'),
  ),
  once(
    'a header of a part',
    parts('{type: string}', '{}'),
    parts('{type: string}', '{f: {headers: {X-A: {required: true}}}}'),
    encoded,
  ),
  both('an object in a form by a style', inForm(described), inForm(encodedBy('style: deepObject')), encoded),
  both(
    'an object in a form of a response by a style',
    outForm(described),
    outForm(encodedBy('style: deepObject')),
    sent,
  ),
  never(
    'an object in a form by the style that is implied',
    inForm(described),
    inForm(encodedBy('style: form')),
  ),
  never(
    'an object in a form in the media type that is implied',
    inForm(described),
    inForm(encodedBy('contentType: application/json')),
  ),
  both(
    'an object in a form by a style, and in a media type',
    inForm(encodedBy('style: form')),
    inForm(encodedBy('contentType: application/json')),
    encoded,
  ),
  both(
    'an object in a form of a response by a style, and in a media type',
    outForm(encodedBy('explode: true')),
    outForm(encodedBy('contentType: application/json')),
    sent,
  ),
  both(
    'what may be an object in a form, and in a media type',
    inForm(fields('f: {type: [object, string]}', '{f: {style: form}}')),
    inForm(fields('f: {type: [object, string]}', '{f: {contentType: application/json}}')),
    encoded,
  ),
  never(
    'a text in a form by a style, and in the media type that is implied',
    inForm(fields('f: {type: string}', '{f: {style: form}}')),
    inForm(fields('f: {type: string}', '{f: {contentType: text/plain}}')),
  ),
  once(
    'reserved characters in an object of a form',
    inForm(encodedBy('style: form, allowReserved: true')),
    inForm(encodedBy('style: form')),
    encoded,
  ),
  never(
    'reserved characters that are said not to be allowed',
    inForm(fields('f: {type: string}')),
    inForm(fields('f: {type: string}', '{f: {allowReserved: false}}')),
  ),
  [
    'a field that comes with its encoding',
    inForm(fields('e: {type: string}')),
    inForm(fields(`e: {type: string}, f: ${pair}`, deep)),
    [],
    ['request-property-removed'],
  ],
  [
    'a part of a response that comes with its encoding',
    outParts(fields('e: {type: string}')),
    outParts(fields(`e: {type: string}, f: ${pair}`, '{f: {contentType: application/xml}}')),
    [],
    ['response-optional-property-removed'],
  ],
  [
    'a field that others described, with an encoding',
    inForm(`{schema: {type: object, additionalProperties: ${pair}}}`),
    inForm(
      `{schema: {type: object, additionalProperties: ${pair}, properties: {f: ${pair}}}, encoding: ${deep}}`,
    ),
    [encoded],
    [encoded, 'request-property-removed'],
  ],
  both(
    'a query string as a whole, by a style',
    whole(described),
    whole(encodedBy('style: deepObject')),
    encoded,
  ),
  never(
    'a query string as a whole, as implied',
    whole(described),
    whole(encodedBy('style: form, explode: true')),
  ),
  both(
    'a media type in a query string as a whole',
    whole(encodedBy('contentType: application/json')),
    whole(encodedBy('contentType: application/xml')),
    encoded,
  ),
  both(
    'a form in a query parameter',
    parameter(`in: query, content: {application/x-www-form-urlencoded: ${described}}`),
    parameter(`in: query, content: {application/x-www-form-urlencoded: ${encodedBy('style: deepObject')}}`),
    encoded,
  ),
  both('a form in a header', encodedHeader(described), encodedHeader(encodedBy('style: deepObject')), sent),
  both(
    'an encoding within one',
    inParts(encodedBy('contentType: multipart/mixed, encoding: {a: {contentType: a/b}}')),
    inParts(encodedBy('contentType: multipart/mixed, encoding: {a: {contentType: a/c}}')),
    'not-compared',
  ),
  both(
    'an encoding by position within one',
    outParts(encodedBy('contentType: multipart/mixed, prefixEncoding: [{contentType: a/b}]')),
    outParts(encodedBy('contentType: multipart/mixed')),
    'not-compared',
  ),
  both(
    'an encoding of items within one',
    inParts(encodedBy('contentType: multipart/mixed, itemEncoding: {contentType: a/b}')),
    inParts(encodedBy('contentType: multipart/mixed, itemEncoding: {contentType: a/c}')),
    'not-compared',
  ),
  never(
    'an encoding within one in another order',
    inParts(encodedBy('contentType: multipart/mixed, encoding: {a: {contentType: a/b}, b: {style: form}}')),
    inParts(encodedBy('contentType: multipart/mixed, encoding: {b: {style: form}, a: {contentType: a/b}}')),
  ),
  both(
    'an encoding of items behind a reference',
    inParts('{itemEncoding: {headers: {X: {$ref: "#/components/headers/H"}}}}') +
      '\ncomponents: {headers: {H: {schema: {type: string}}}}',
    inParts('{itemEncoding: {headers: {X: {$ref: "#/components/headers/H"}}}}') +
      '\ncomponents: {headers: {H: {schema: {type: integer}}}}',
    'not-compared',
  ),
  [
    'fields of a form that become an exploded object',
    inForm(fields('a: {type: string}')),
    inForm(fields('f: {type: object, properties: {a: {type: integer}}}', '{f: {style: form}}')),
    ['not-compared', 'request-property-removed'],
    ['not-compared', 'request-property-removed'],
  ],
  [
    'parts that become an exploded object',
    inForm(fields('a: {type: string}')).replace('application/x-www-form-urlencoded', 'multipart/form-data'),
    inForm(fields('f: {type: object, properties: {a: {type: integer}}}', '{f: {style: form}}')).replace(
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ),
    ['not-compared', 'request-property-removed'],
    ['not-compared', 'request-property-removed'],
  ],
  [
    'fields of a form that are named like a deep object',
    inForm(fields("'f[a]': {type: string}")),
    inForm(fields('f: {type: object, properties: {a: {type: integer}}}', deep)),
    ['not-compared', 'request-property-removed'],
    ['not-compared', 'request-property-removed'],
  ],
  [
    'an exploded object of a form that has another name',
    inForm(fields(`f: ${pair}`, '{f: {style: form}}')),
    inForm(fields(`g: ${pair}`, '{g: {style: form}}')),
    ['not-compared', 'not-compared', 'request-property-removed'],
    ['not-compared', 'not-compared', 'request-property-removed'],
  ],
  once(
    'a header of a part of a response',
    outParts(fields('f: {type: string}', '{f: {headers: {X: {required: true}}}}')),
    outParts(fields('f: {type: string}')),
    sent,
  ),
  both(
    'encodings by position',
    operation(
      '{requestBody: {content: {multipart/mixed: {prefixEncoding: [{contentType: a/b}]}}}, responses: {}}',
    ),
    operation(
      '{requestBody: {content: {multipart/mixed: {prefixEncoding: [{contentType: a/c}]}}}, responses: {}}',
    ),
    'not-compared',
  ),
  once(
    'items of a stream',
    operation(
      '{requestBody: {content: {application/jsonl: {itemSchema: {type: [string, integer]}}}}, responses: {}}',
    ),
    operation('{requestBody: {content: {application/jsonl: {itemSchema: {type: string}}}}, responses: {}}'),
    'request-type-changed',
  ),
  once('a link', answer('{links: {next: {operationId: a}}}'), answer('{}'), link),
  both(
    'where a link leads',
    answer('{links: {next: {operationId: a}}}'),
    answer('{links: {next: {operationId: b}}}'),
    link,
  ),
  both(
    'what a link gives',
    answer('{links: {next: {operationId: a, parameters: {id: $response.body#/a}}}}'),
    answer('{links: {next: {operationId: a, parameters: {id: $response.body#/b}}}}'),
    link,
  ),
  never(
    'an encoding beside JSON',
    body('application/json', '{type: string}', '{}'),
    body('application/json', '{type: string}', '{f: {contentType: text/csv}}'),
  ),
  both(
    'an encoding of any multipart',
    body("'multipart/*'", '{type: string}', '{}'),
    body("'multipart/*'", '{type: string}', '{f: {contentType: text/csv}}'),
    encoded,
  ),
  both('a header exploded', header(record), header(`explode: true, ${record}`), sent),
  both(
    'what is in a header',
    header('content: {application/json: {schema: {type: integer}}}'),
    header('content: {application/json: {schema: {type: string}}}'),
    'response-type-changed',
  ),
  once(
    'what a webhook always sends',
    hook('{parameters: [{name: sig, in: header, required: true}]}'),
    hook('{parameters: [{name: sig, in: header}]}'),
    'webhook-part-removed',
  ),
  once(
    'what a webhook may send',
    hook('{parameters: [{name: sig, in: header}]}'),
    hook('{}'),
    'webhook-optional-part-removed',
  ),
  once(
    'the body of a webhook',
    hook('{requestBody: {required: true, content: {application/json: {}}}}'),
    hook('{requestBody: {content: {application/json: {}}}}'),
    'webhook-part-removed',
  ),
  once(
    'a parameter of a callback',
    callback('made', '{$request.body#/url}', '{parameters: [{name: sig, in: header, required: true}]}'),
    callback('made', '{$request.body#/url}', '{}'),
    'webhook-part-removed',
  ),
  once(
    'a header that answers need',
    hook("{responses: {'200': {}}}"),
    hook("{responses: {'200': {headers: {X-A: {required: true}}}}}"),
    answered,
  ),
  both('an answer', hook("{responses: {'200': {}}}"), hook("{responses: {'204': {}}}"), answered),
  once(
    'one of the answers',
    hook("{responses: {'200': {}, '204': {}}}"),
    hook("{responses: {'200': {}}}"),
    answered,
  ),
  both(
    'how a webhook sends a list',
    hook(`{parameters: [{name: ids, in: query, ${list}}]}`),
    hook(`{parameters: [{name: ids, in: query, explode: false, ${list}}]}`),
    style,
  ),
  [
    'a media type that a webhook may send',
    hook('{requestBody: {content: {application/json: {}}}}'),
    hook('{requestBody: {content: {application/json: {}, application/xml: {}}}}'),
    ['response-alternative-added'],
    ['response-media-type-removed'],
  ],
  once(
    'the body of an answer',
    hook("{responses: {'200': {}}}"),
    hook("{responses: {'200': {content: {application/json: {}}}}}"),
    answered,
  ),
  once('any answer', hook('{responses: {default: {}}}'), hook("{responses: {'200': {}}}"), answered),
  never('failures', hook("{responses: {'200': {}, default: {}}}"), hook("{responses: {'200': {}}}")),
  both(
    'the server of a link',
    answer('{links: {next: {operationId: a, server: {url: /v1}}}}'),
    answer('{links: {next: {operationId: a, server: {url: /v2}}}}'),
    link,
  ),
  once('answers in a range', hook('{responses: {2XX: {}}}'), hook("{responses: {'200': {}}}"), answered),
  never(
    'the name of a callback',
    callback('made', '{$request.body#/url}', '{}'),
    callback('done', '{$request.body#/url}', '{}'),
  ),
  both(
    'the address of a callback',
    callback('made', '{$request.body#/url}', '{}'),
    callback('made', '{$request.body#/to}', '{}'),
    'callback-removed',
  ),
  once(
    'a value of a variable',
    server(host, '{default: eu, enum: [eu, us]}'),
    server(host, '{default: eu, enum: [eu]}'),
    'server-removed',
  ),
  once(
    'any value of a variable',
    server(host, '{default: eu}'),
    server(host, '{default: eu, enum: [eu]}'),
    'server-removed',
  ),
  once(
    'a base path among the values',
    server('/{r}', '{default: v2, enum: [v1, v2]}'),
    server('/{r}', '{default: v2, enum: [v2]}'),
    'base-path-changed',
  ),
  once('https', swagger('https, http'), swagger('http'), 'last-server-removed'),
  once('http', swagger('https, http'), swagger('https'), 'server-removed'),
  once(
    'a header of a part that takes less',
    parts('{type: string}', '{f: {headers: {X: {schema: {type: string}}}}}'),
    parts('{type: string}', '{f: {headers: {X: {schema: {type: integer}}}}}'),
    'request-type-changed',
  ),
  [
    'a text that is a file now',
    file('{type: string}'),
    file('{type: file}'),
    [sent],
    ['response-type-changed'],
  ],
  never('a file in another version', file('{type: string, format: binary}'), file('{type: file}')),
  both(
    'callbacks of a webhook',
    hook(`{callbacks: {c: {'{$url}': {post: {requestBody: {content: {a/b: {schema: {type: string}}}}}}}}}`),
    hook(`{callbacks: {c: {'{$url}': {post: {requestBody: {content: {a/b: {schema: {type: object}}}}}}}}}`),
    'not-compared',
  ),
  both(
    'callbacks of a callback',
    callback('c', '{$url}', `{callbacks: {d: {'{$url}': {post: {requestBody: {required: true}}}}}}`),
    callback('c', '{$url}', `{callbacks: {d: {'{$url}': {post: {requestBody: {required: false}}}}}}`),
    'not-compared',
  ),
  once(
    'callbacks of a callback that are gone',
    callback('c', '{$url}', `{callbacks: {d: {'{$url}': {post: {}}}}}`),
    callback('c', '{$url}', '{}'),
    'not-compared',
  ),
  both(
    'what a text is in a condition',
    parameter('in: query, schema: {type: integer, not: {type: string}}'),
    parameter('in: query, schema: {type: integer, not: {type: integer, maximum: 5}}'),
    'request-constraint-changed',
  ),
  both(
    'the name of a parameter that its style sends',
    operation(
      '{parameters: [{name: id, in: path, required: true, style: matrix, schema: {type: string}}], responses: {}}',
    ),
    operation(
      '{parameters: [{name: key, in: path, required: true, style: matrix, schema: {type: string}}], responses: {}}',
    ).replace('{id}', '{key}'),
    style,
  ),
  [
    'the scheme of an operation',
    swagger('https').replace('{}', '{/a: {get: {responses: {}}}}'),
    swagger('https').replace('{}', '{/a: {get: {schemes: [http], responses: {}}}}'),
    ['last-server-removed'],
    ['server-removed'],
  ],
  never(
    'a security scheme by its address',
    "openapi: 3.2.0\nsecurity: [{'#/components/securitySchemes/h': []}]\ncomponents: {securitySchemes: {h: {type: http, scheme: bearer}}}\npaths: {/a: {get: {}}}",
    'openapi: 3.2.0\nsecurity: [{h: []}]\ncomponents: {securitySchemes: {h: {type: http, scheme: bearer}}}\npaths: {/a: {get: {}}}',
  ),
])('%s', (_, before, after, rules, back) => {
  const found = (some: string, other: string) =>
    changesBetween(some, other).map(({ rule }) => rule.replace('breaking-', ''))
  expect(found(before, after)).toEqual(rules)
  expect(found(after, before)).toEqual(back)
})

it.each<[before: string, after: string, rule?: string]>([
  ['type: integer', 'type: string, pattern: "^[a-z]+$"', 'pattern-narrowed'],
  ['type: integer, minimum: 0', 'type: string, pattern: "^[0-9]+$"', 'pattern-changed'],
  ['type: integer, format: int64', 'type: string, pattern: "^ord_"', 'pattern-narrowed'],
  ['type: number, format: double', 'type: string, pattern: "^[0-9]$"', 'pattern-narrowed'],
  ['type: integer, minimum: 1', 'type: string, pattern: "^[1-9][0-9]*$"', 'pattern-changed'],
  ['type: integer, minimum: 1, maximum: 9', 'type: string, pattern: "^[1-9]$"', 'pattern-changed'],
  [
    'type: integer, multipleOf: 10, minimum: 1, maximum: 99',
    'type: string, pattern: "^.0$"',
    'pattern-changed',
  ],
  ['type: integer, format: even', 'type: string, pattern: "^[0-9]$"', 'pattern-changed'],
  ['type: integer', 'type: string, minLength: 9', 'limit-tightened'],
  ['type: integer, minimum: -9, maximum: 9', 'type: string, maxLength: 1', 'limit-added'],
  ['type: integer, enum: [1, 20]', 'type: string, maxLength: 1', 'limit-added'],
  ['type: [integer, string], maxLength: 3', 'type: string, maxLength: 3', 'limit-added'],
  ['type: boolean', 'type: string, maxLength: 4', 'limit-added'],
  ['type: integer, minimum: 0, maximum: 99', 'type: string, minLength: 1, maxLength: 2'],
  ['type: integer, enum: [1, 2]', 'type: string, maxLength: 1'],
  ['type: boolean', 'type: string, minLength: 4, maxLength: 5'],
])('%s is sent as a text of %s', (before, after, rule) => {
  for (const schema of ['{S}', '{type: array, items: {S}}', '{anyOf: [{S}]}']) {
    const [base, head] = [before, after].map((words) =>
      parameter(`in: query, schema: ${schema.replace('S', words)}`),
    )
    const rules = changesBetween(base ?? '', head ?? '').map((change) => change.rule)
    expect(rules).toEqual(rule === undefined ? [] : [`breaking-request-${rule}`])
  }
})

it.each<[before: string, after: string, rules: readonly string[]]>([
  ["enum: ['1', '2', '5']", 'type: integer, minimum: 1, maximum: 10', []],
  ["enum: ['1', '2', '5']", 'type: integer, minimum: 2', ['type-changed']],
  ["enum: ['1', '2', '5']", 'type: integer, exclusiveMaximum: 5', ['type-changed']],
  ["enum: ['1.5', '2']", 'type: number, minimum: 1', []],
  ["enum: ['1.5', '2']", 'type: integer, minimum: 1', ['type-changed']],
  ["enum: ['01', '2']", 'type: integer, minimum: 1', ['type-changed']],
  ["enum: ['all', '2']", 'type: integer, minimum: 1', ['type-changed']],
  ['minLength: 1', 'type: integer, minimum: 1', ['type-changed']],
])('a text of %s is read as %s', (before, after, rules) => {
  const [base, head] = [`type: string, ${before}`, after].map((words) =>
    parameter(`in: query, schema: {${words}}`),
  )
  expect(
    changesBetween(base ?? '', head ?? '').map(({ rule }) => rule.replace('breaking-request-', '')),
  ).toEqual(rules)
})

it('parameters of a path that change places are others', () => {
  const at = (path: string) =>
    `openapi: 3.1.0\npaths: {'${path}': {get: {parameters: [{name: x, in: path, required: true, schema: {type: string}}, {name: y, in: path, required: true, schema: {type: integer}}]}}}`
  expect(changesBetween(at('/a/{x}/{y}'), at('/a/{y}/{x}')).map(({ rule }) => rule)).toEqual([
    'breaking-request-type-changed',
  ])
})

it('a form of 2.0 is that of 3.0', () => {
  const old = (rest: string) =>
    `swagger: '2.0'\nconsumes: [application/json]\npaths: {/a: {post: {parameters: [{in: formData, name: d, type: array, items: {type: string}${rest}}], responses: {}}}}`
  const next = (encoding: string) =>
    `openapi: 3.0.3\npaths: {/a: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {d: {type: array, items: {type: string}}}}, encoding: ${encoding}}}}, responses: {}}}}`
  const [commas, repeated] = [old(''), old(', collectionFormat: multi')]
  expect(changesBetween(commas, next('{d: {explode: false}}'))).toEqual([])
  expect(changesBetween(repeated, next('{}'))).toEqual([])
  expect(changesBetween(commas, next('{}')).map(({ rule }) => rule)).toEqual([
    'breaking-request-encoding-changed',
  ])
})

it('describing a parameter of a path changes nothing', () => {
  const at = (path: string, parameters: string) =>
    `openapi: 3.1.0\npaths: {'${path}': {get: {parameters: [${parameters}]}}}`
  const described = at('/a/{id}', '{name: id, in: path, required: true, schema: {type: string}}')
  for (const other of [at('/a/{id}', ''), at('/a/{key}', '{name: id, in: path, required: true}')]) {
    expect(changesBetween(other, described)).toEqual([])
    expect(changesBetween(described, other)).toEqual([])
  }
})

it.each(["{$ref: ''}", "{$ref: '#'}", "{items: {$ref: '#'}}"])('a definition is no schema: %s', (schema) => {
  const of = (text: string) => answer(`{content: {application/json: {schema: ${text}}}}`)
  for (const other of ['{type: string}', '{type: array, items: {}}'])
    for (const pair of [[of(schema), of(other)] as const, [of(other), of(schema)] as const])
      expect(changesBetween(...pair).map(({ rule }) => rule)).toContain(
        schema.includes('items') && other === '{type: string}'
          ? 'breaking-response-type-changed'
          : 'breaking-not-compared',
      )
  expect(changesBetween(of(schema), of(`${schema}`))).toEqual([])
})
