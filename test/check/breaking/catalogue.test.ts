import { describe, expect, it } from 'vitest'
import { expectVerdict, json, judge, operation, rows } from './catalogue.ts'

const request = (content: string) => operation(`requestBody: {content: {${content}}}, responses: {}`)
const response = (content: string) => operation(`responses: {'200': {content: {${content}}}}`)
const webhook = (content: string) =>
  `openapi: 3.1.0\nwebhooks: {w: {post: {requestBody: {content: {${content}}}, responses: {}}}}\n`

describe('media types (RFC 9110 8.3.1, OpenAPI "Media Type Object"): in a request, in a response and in a webhook', () => {
  const content = (types: string) =>
    types
      .split(' + ')
      .map((type) => {
        const [, name, schema = 'object'] = /^(.*?)(?: as (\w+))?$/.exec(type.replace('+', '+')) ?? []
        return `'${name}': {schema: {type: ${schema}}}`
      })
      .join(', ')
  it.each(
    rows(`
application/json | application/json; charset=utf-8 | - | -
application/json; charset=utf-8 | application/json | - | -
application/json; charset=UTF-8 | application/json; charset="utf-8" | = | =
application/json;charset=utf-8 | application/json; charset=utf-8 | = | =
application/JSON | application/json | = | =
Application/Vnd.X+JSON | application/vnd.x+json | = | =
text/csv; Header=present | text/csv; header=present | = | =
application/json;v1 | application/json;v2 | E | E
application/json; | application/json | = | =
application/json as string + application/json; charset=utf-8 as string | application/json as string + application/json; charset=utf-8 as integer | E | E
application/json as string + application/json; charset=utf-8 as integer | application/json; charset=utf-8 as integer + application/json as string | - | -
a/b; version="1" | a/b; version=1 | = | =
a/b; version=1; profile=a | a/b; profile=a; version=1 | = | =
application/hal+json; charset=utf-8 | application/hal+json | - | -
application/json; charset=utf-8 | application/json; charset=utf-16 | E | E
application/json | application/json; charset=utf-16 | E | E
text/plain; charset=utf-8 | text/plain; charset=iso-8859-1 | E | E
application/json; charset=utf-8 + application/json; charset=utf-16 | application/json; charset=utf-8 | E | E
application/vnd.x+json; version=1 | application/vnd.x+json; version=2 | E | E
application/vnd.x+json; version=1 + application/vnd.x+json; version=2 | application/vnd.x+json; version=2 | E | E
application/vnd.x+json; version=1 + application/vnd.x+json; version=2 | application/vnd.x+json; version=1 | E | E
application/vnd.x+json; version=1 | application/vnd.x+json; version=1 + application/vnd.x+json; version=2 | - | - | E
application/vnd.x+json; version=1 as string + application/vnd.x+json; version=2 as integer | application/vnd.x+json; version=2 as integer + application/vnd.x+json; version=1 as string | - | -
application/vnd.x+json; version=1 as string + application/vnd.x+json; version=2 as string | application/vnd.x+json; version=1 as integer + application/vnd.x+json; version=2 as string | E | E
application/json; version=1 + application/json; version=2 | application/json; version=2 | E | E
application/ld+json; profile="http://a/A" | application/ld+json; profile="http://a/a" | E | E
application/ld+json; profile="http://a/A" + application/ld+json; profile="http://a/B" | application/ld+json; profile="http://a/A" | E | E
application/json; odata.metadata=minimal | application/json; odata.metadata=full | E | E
application/json; odata=verbose + application/json; odata=nometadata | application/json; odata=nometadata | E | E
text/csv; header=present | text/csv; header=absent | E | E
text/csv; header=present + text/csv; header=absent | text/csv; header=absent | E | E
application/json + application/merge-patch+json | application/json | E | E
application/json + application/json-patch+json | application/json | E | E
application/json-patch+json | application/json | E | E
application/merge-patch+json | application/json | E | E
application/merge-patch+json | application/json-patch+json | E | E
application/json + application/hal+json | application/hal+json | E | E
application/json + application/hal+json | application/json | E | E
application/hal+json | application/json | E | E
application/problem+json | application/json | E | E
application/json | application/hal+json | E | W
application/json | application/vnd.x+json | E | W
application/json | application/hal+json + application/vnd.x+json | E | E
application/json + text/csv | application/hal+json + text/csv | E | E
application/hal+json | application/vnd.x+json | E | E
application/vnd.x.v1+json | application/vnd.x.v2+json | E | E
application/vnd.x.v1+json + application/vnd.x.v2+json | application/vnd.x.v2+json | E | E
application/vnd.x+json | application/vnd.x+xml | E | E
application/vnd.x+json + application/vnd.x+xml | application/vnd.x+json | E | E
application/atom+xml | application/xml | E | E
application/json + application/xml | application/json | E | E
application/json | application/xml | E | E
application/json | application/json + application/xml | - | - | E
application/json | application/json + application/hal+json | - | - | E
application/xml | text/xml | E | E
application/json | text/json | E | E
image/png | image/jpeg | E | E
image/png | image/* | - | E
image/* | image/png | E | -
application/json | application/* | - | E
application/json | */* | - | E
application/json; version=1 | application/* | - | E
application/json | text/* | E | E
application/* | text/* | E | E
application/* | */* | - | E
*/* | application/* | W | -
*/* | application/json | W | -
application/* | application/json | E | -
application/* + text/csv | text/csv | E | E
application/x-www-form-urlencoded | application/x-www-form-urlencoded + multipart/form-data | - | - | E
application/x-www-form-urlencoded + multipart/form-data | multipart/form-data | E | E
application/json + text/event-stream | application/json | E | E
application/json as string | application/json; charset=utf-8 as integer | E | E
application/JSON as string | application/json as integer | E | E
application/json as string | application/* as integer | E | E
application/json as string + application/hal+json as integer | application/hal+json as integer | E | E
application/x+json; header=present as string | application/x+json; Header=present as integer | E | E
`),
  )('%s -> %s: %s %s', (before = '', after = '', inRequest = '', inResponse = '', received = inResponse) => {
    const [old, next] = [content(before), content(after)]
    expectVerdict(request(old), request(next), inRequest)
    expectVerdict(response(old), response(next), inResponse)
    expectVerdict(webhook(old), webhook(next), received)
  })
})

describe('credentials (OpenAPI "Security Scheme Object", RFC 3986 6.2, RFC 6749)', () => {
  const secured = (scheme: string, scopes = '') =>
    operation(`security: [{s: [${scopes}]}], responses: {}`, `securitySchemes: {s: {${scheme}}}`)
  const flow = (name: string, fields: string) =>
    secured(`type: oauth2, flows: {${name}: {scopes: {}, ${fields}}}`)
  const places: Readonly<Record<string, (url: string) => string>> = {
    'the tokenUrl of client credentials': (url) => flow('clientCredentials', `tokenUrl: '${url}'`),
    'the tokenUrl of passwords': (url) => flow('password', `tokenUrl: '${url}'`),
    'the tokenUrl of codes': (url) =>
      flow('authorizationCode', `authorizationUrl: 'https://z/a', tokenUrl: '${url}'`),
    'the authorizationUrl of codes': (url) =>
      flow('authorizationCode', `authorizationUrl: '${url}', tokenUrl: 'https://z/t'`),
    'the authorizationUrl of the implicit flow': (url) => flow('implicit', `authorizationUrl: '${url}'`),
    'the refreshUrl': (url) => flow('clientCredentials', `tokenUrl: 'https://z/t', refreshUrl: '${url}'`),
    'the openIdConnectUrl': (url) => secured(`type: openIdConnect, openIdConnectUrl: '${url}'`),
    'the tokenUrl of 2.0': (url) => `swagger: '2.0'
paths: {/a: {post: {security: [{s: []}], responses: {}}}}
securityDefinitions: {s: {type: oauth2, flow: application, tokenUrl: '${url}', scopes: {}}}`,
  }
  const urls = rows(`
https://a/t | http://a/t | E
http://a/t | https://a/t | -
https://a/t | https://A/t | =
HTTPS://a/t | https://a/t | =
https://a:443/t | https://a/t | =
http://a:80/t | http://a/t | =
https://a:8443/t | https://a/t | E
https://a/t | https://a/T | E
https://a/t | https://b/t | E
https://a | https://a/ | =
https://a/t?x=1 | https://a/t?x=2 | E
`)
  it.each(
    Object.keys(places).flatMap((place) => urls.map(([old, next, verdict]) => [place, old, next, verdict])),
  )('%s: %s -> %s: %s', (place = '', old = '', next = '', verdict = '') => {
    const define = places[place]
    expectVerdict(define?.(old) ?? '', define?.(next) ?? '', verdict)
  })
  it.each(
    rows(`
type: http, scheme: bearer, bearerFormat: JWT | type: http, scheme: bearer, bearerFormat: opaque | L
type: http, scheme: bearer | type: http, scheme: bearer, bearerFormat: JWT | L
type: http, scheme: bearer, bearerFormat: JWT | type: http, scheme: bearer | L
type: http, scheme: Bearer | type: http, scheme: bearer | =
type: http, scheme: basic | type: http, scheme: bearer | E
type: http, scheme: basic | type: http, scheme: digest | E
type: apiKey, in: header, name: K | type: apiKey, in: query, name: K | E
type: apiKey, in: header, name: K | type: apiKey, in: header, name: L | E
type: apiKey, in: header, name: K | type: apiKey, in: header, name: k | -
type: apiKey, in: cookie, name: K | type: apiKey, in: cookie, name: k | E
type: http, scheme: basic | type: http, scheme: basic, description: d | L
type: oauth2, flows: {password: {tokenUrl: 'https://a/t', scopes: {}}} | type: oauth2, flows: {password: {tokenUrl: 'https://a/t', refreshUrl: 'https://a/r', scopes: {}}} | L
`),
  )('%s -> %s: %s', (old = '', next = '', verdict = '') =>
    expectVerdict(secured(old), secured(next), verdict),
  )
})

describe('what is only listed', () => {
  const property = (fields: string) => json(`{type: object, properties: {a: {${fields}}}}`)
  const p = "$ref: '#/components/schemas/P'"
  const inResponse = (schema: string) =>
    operation(`responses: {'200': {content: {${schema}}}}`, 'schemas: {P: {type: string}}')
  it.each(
    rows(`
deprecated: true
description: d
title: d
default: d
example: d
examples: [d]
externalDocs: {url: 'https://a'}
readOnly: true
x-sunset: 2027-01-01
x-extensible-enum: [a]
$comment: d
contentMediaType: text/html
contentEncoding: base64
xml: {name: x}
`),
  )('beside a $ref in 3.1: %s', (fields = '') => {
    const [old, next] = [property(p), property(`${p}, ${fields}`)]
    const verdict = /xml|content|extensible/.test(fields) ? undefined : 'L'
    expect(judge(inResponse(old), inResponse(next))[0]).not.toBe('=')
    expect(judge(inResponse(next), inResponse(old))[0]).not.toBe('=')
    if (verdict) expectVerdict(inResponse(old), inResponse(next), verdict)
  })
  it.each(
    rows(`
responses: {}, deprecated: true | responses: {}, deprecated: true, x-sunset: 2027-06-01
responses: {}, deprecated: true, x-sunset: 2027-01-01 | responses: {}, deprecated: true, x-sunset: 2027-06-01
responses: {}, parameters: [{name: q, in: query, deprecated: true}] | responses: {}, parameters: [{name: q, in: query, deprecated: true, x-sunset: 2027-06-01}]
responses: {}, parameters: [{name: q, in: query, schema: {}}] | responses: {}, parameters: [{name: q, in: query, schema: {}, description: d}]
responses: {}, requestBody: {content: {}} | responses: {}, requestBody: {content: {}, description: d}
responses: {}, requestBody: {content: {}, description: c} | responses: {}, requestBody: {content: {}, description: d}
responses: {'200': {description: c}} | responses: {'200': {description: d}}
responses: {'200': {headers: {X-A: {schema: {}}}}} | responses: {'200': {headers: {X-A: {schema: {}, description: d}}}}
responses: {}, externalDocs: {url: 'https://a'} | responses: {}, externalDocs: {url: 'https://b'}
responses: {}, summary: c | responses: {}, summary: d
responses: {}, requestBody: {content: {application/json: {schema: {type: string, x-extensible-enum: [a]}}}} | responses: {}, requestBody: {content: {application/json: {schema: {type: string, x-extensible-enum: [a, b]}}}}
responses: {'200': {content: {application/json: {schema: {type: string, x-extensible-enum: [a]}}}}} | responses: {'200': {content: {application/json: {schema: {type: string, x-extensible-enum: [a, b]}}}}}
responses: {'200': {content: {application/json: {schema: {properties: {a: {deprecated: true}}}}}}} | responses: {'200': {content: {application/json: {schema: {properties: {a: {deprecated: true, x-sunset: 2027-06-01}}}}}}}
security: [{s: [r, w]}], responses: {} | security: [{s: [r]}], responses: {}
`),
  )('%s -> %s', (old = '', next = '') => {
    const schemes =
      "securitySchemes: {s: {type: oauth2, flows: {password: {tokenUrl: 'https://a/t', scopes: {r: r, w: w}}}}}"
    expectVerdict(operation(old, schemes), operation(next, schemes), 'L')
  })
  it.each(
    rows(`
tags: [{name: t, description: c}] | tags: [{name: t, description: d}]
tags: [{name: t}] | tags: [{name: t, description: d}]
servers: [{url: 'https://a', description: c}] | servers: [{url: 'https://a', description: d}]
servers: [{url: 'https://a'}] | servers: [{url: 'https://a', description: d}]
info: {title: t, version: '1', description: c} | info: {title: t, version: '1', description: d}
externalDocs: {url: 'https://a'} | externalDocs: {url: 'https://b'}
`),
  )('%s -> %s', (old = '', next = '') =>
    expectVerdict(`openapi: 3.1.0\npaths: {}\n${old}\n`, `openapi: 3.1.0\npaths: {}\n${next}\n`, 'L'),
  )
})

describe('what is no change at all', () => {
  const withQuery = (more: string) => operation(`parameters: [{name: q, in: query${more}}], responses: {}`)
  const both = (schema: string, version: string) =>
    operation(
      `requestBody: {content: {${json(schema)}}}, responses: {'200': {content: {${json(schema)}}}}`,
      'schemas: {P: {type: object, properties: {a: {type: string}}}, Q: {type: object, properties: {b: {type: string}}}}',
      version,
    )
  it.each(
    rows(`
, schema: {type: string} | , style: form, schema: {type: string}
, schema: {type: array, items: {}} | , style: form, explode: true, schema: {type: array, items: {}}
, schema: {type: string} | , required: false, deprecated: false, allowReserved: false, allowEmptyValue: false, schema: {type: string}
, schema: {type: string} | , schema: {type: string, minLength: 0}
, schema: {type: array, items: {}} | , schema: {type: array, minItems: 0, uniqueItems: false}
`),
  )('a query parameter%s -> %s', (old = '', next = '') => {
    expectVerdict(withQuery(old), withQuery(next), '=')
    expectVerdict(withQuery(next), withQuery(old), '=')
  })
  it.each(
    rows(`
3.0.3 | {type: object} | 3.0.3 | {type: object, additionalProperties: {}}
3.0.3 | {type: object} | 3.0.3 | {type: object, additionalProperties: true, minProperties: 0}
3.0.3 | {type: object} | 3.0.3 | {type: object, required: [], nullable: false}
3.0.3 | {type: array} | 3.0.3 | {type: array, items: {}}
3.0.3 | {type: number, minimum: 1, exclusiveMinimum: true} | 3.1.0 | {type: number, exclusiveMinimum: 1}
3.0.3 | {type: number, minimum: 1, exclusiveMinimum: false} | 3.1.0 | {type: number, minimum: 1}
3.0.3 | {type: string, format: byte} | 3.1.0 | {type: string, contentEncoding: base64}
3.0.3 | {type: string, nullable: true} | 3.1.0 | {type: [string, 'null']}
3.0.3 | {type: string, enum: [a]} | 3.1.0 | {type: string, const: a}
3.0.3 | {type: string, enum: [a, b]} | 3.1.0 | {oneOf: [{const: a}, {const: b}]}
3.1.0 | {$ref: '#/components/schemas/P'} | 3.1.0 | {allOf: [{$ref: '#/components/schemas/P'}]}
3.1.0 | {$ref: '#/components/schemas/P'} | 3.1.0 | {oneOf: [{$ref: '#/components/schemas/P'}]}
3.1.0 | {$ref: '#/components/schemas/P'} | 3.1.0 | {anyOf: [{$ref: '#/components/schemas/P'}]}
3.0.3 | {allOf: [{$ref: '#/components/schemas/P'}], nullable: true} | 3.1.0 | {oneOf: [{$ref: '#/components/schemas/P'}, {type: 'null'}]}
3.1.0 | {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]} | 3.1.0 | {allOf: [{$ref: '#/components/schemas/Q'}, {$ref: '#/components/schemas/P'}]}
3.1.0 | {type: string, enum: [a]} | 3.1.0 | {allOf: [{type: string}, {enum: [a]}]}
3.1.0 | {oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]} | 3.1.0 | {oneOf: [{$ref: '#/components/schemas/Q'}, {$ref: '#/components/schemas/P'}]}
3.1.0 | {type: [string, integer]} | 3.1.0 | {type: [integer, string]}
3.1.0 | {anyOf: [{type: string}, {type: integer}]} | 3.1.0 | {type: [integer, string]}
3.1.0 | {required: [a, b], type: object} | 3.1.0 | {required: [b, a], type: object}
3.1.0 | {enum: [a, b]} | 3.1.0 | {enum: [b, a]}
`),
  )('%s %s -> %s %s', (oldVersion = '', old = '', newVersion = '', next = '') => {
    expectVerdict(both(old, oldVersion), both(next, newVersion), '=')
    expectVerdict(both(next, newVersion), both(old, oldVersion), '=')
  })
  it('a server that is the default', () => {
    const of = (more: string) => `openapi: 3.1.0\npaths: {}\n${more}\n`
    for (const server of ['servers: [{url: /}]', 'servers: []']) {
      expectVerdict(of(''), of(server), '=')
      expectVerdict(of(server), of(''), '=')
    }
  })
})

describe('open lists (JSON Schema 2020-12, 10.2.1): in a request and in a response', () => {
  const holders: Readonly<Record<string, (schema: string) => string>> = {
    'the whole': (schema) => schema,
    'a property': (schema) => `{type: object, properties: {p: ${schema}}}`,
    items: (schema) => `{type: array, items: ${schema}}`,
    'a map': (schema) => `{type: object, additionalProperties: ${schema}}`,
    'an allOf': (schema) => `{allOf: [${schema}]}`,
  }
  const components = (name: string) =>
    `schemas: {S: {type: string}, N: {type: string, enum: [a]}, M: {type: string, enum: ${name}}}`
  const table = rows(`
{anyOf: [{type: string}, {type: string, enum: [a]}]} | {anyOf: [{type: string}, {type: string, enum: [a, b]}]} | - | -
{anyOf: [{type: string}, {type: string, enum: [a, b]}]} | {anyOf: [{type: string}, {type: string, enum: [a]}]} | - | -
{anyOf: [{type: string, enum: [a]}, {type: string}]} | {anyOf: [{type: string, enum: [a, b]}, {type: string}]} | - | -
{anyOf: [{type: string}]} | {anyOf: [{type: string}, {type: string, enum: [a]}]} | - | -
{type: string} | {anyOf: [{type: string}, {type: string, enum: [a]}]} | - | -
{anyOf: [{type: string}, {type: string, enum: [a]}]} | {type: string} | - | -
{anyOf: [{type: string}, {type: string, enum: [a]}]} | {type: string, enum: [a]} | E | -
{type: string, enum: [a]} | {anyOf: [{type: string}, {type: string, enum: [a]}]} | - | E
{anyOf: [{type: string}, {type: string, const: a}]} | {anyOf: [{type: string}, {type: string, const: b}]} | - | -
{anyOf: [{type: string}, {const: a}]} | {anyOf: [{type: string}, {const: a}, {const: b}]} | - | -
{anyOf: [{type: integer}, {type: integer, enum: [1]}]} | {anyOf: [{type: integer}, {type: integer, enum: [1, 2]}]} | - | -
{anyOf: [{type: number}, {type: integer, enum: [1]}]} | {anyOf: [{type: number}, {type: integer, enum: [1, 2]}]} | - | -
{anyOf: [{type: string}, {type: string, maxLength: 5}]} | {anyOf: [{type: string}, {type: string, maxLength: 9}]} | - | -
{anyOf: [{type: string}, {type: string, maxLength: 9}]} | {anyOf: [{type: string}, {type: string, maxLength: 5}]} | - | -
{anyOf: [{type: string}, {type: string, format: date}]} | {anyOf: [{type: string}, {type: string, format: date-time}]} | - | -
{anyOf: [{type: string}, {type: string, pattern: '^a'}]} | {anyOf: [{type: string}, {type: string, pattern: '^b'}]} | - | -
{anyOf: [{type: number}, {type: number, minimum: 1}]} | {anyOf: [{type: number}, {type: number, minimum: 2}]} | - | -
{anyOf: [{}, {type: string, enum: [a]}]} | {anyOf: [{}, {type: string, enum: [a, b]}]} | - | -
{anyOf: [true, {type: string, enum: [a]}]} | {anyOf: [true, {type: string, enum: [a, b]}]} | - | -
{anyOf: [{$ref: '#/components/schemas/S'}, {type: string, enum: [a]}]} | {anyOf: [{$ref: '#/components/schemas/S'}, {type: string, enum: [a, b]}]} | - | -
{anyOf: [{type: string}, {type: string, enum: [a]}, {type: 'null'}]} | {anyOf: [{type: string}, {type: string, enum: [a, b]}, {type: 'null'}]} | - | -
{anyOf: [{type: string}, {anyOf: [{enum: [a]}]}]} | {anyOf: [{type: string}, {anyOf: [{enum: [a]}, {enum: [b]}]}]} | - | -
{anyOf: [{type: [string, 'null']}, {type: string, enum: [a]}]} | {anyOf: [{type: [string, 'null']}, {type: string, enum: [a, b]}]} | - | -
{anyOf: [{type: string, description: d}, {type: string, enum: [a]}]} | {anyOf: [{type: string, description: d}, {type: string, enum: [a, b]}]} | - | -
{anyOf: [{type: array, items: {type: string}}, {type: array, items: {enum: [a]}}]} | {anyOf: [{type: array, items: {type: string}}, {type: array, items: {enum: [a, b]}}]} | - | -
{anyOf: [{type: string}, {type: string, enum: [a]}]} | {anyOf: [{type: string}, {type: integer}]} | - | E
{anyOf: [{type: string}, {type: integer, enum: [1]}]} | {anyOf: [{type: string}, {type: integer, enum: [1, 2]}]} | - | E
{anyOf: [{type: string}, {type: integer, enum: [1, 2]}]} | {anyOf: [{type: string}, {type: integer, enum: [1]}]} | E | -
{anyOf: [{type: integer}, {type: number, enum: [1.5]}]} | {anyOf: [{type: integer}, {type: number, enum: [1.5, 2.5]}]} | - | E
{type: string, enum: [a]} | {type: string, enum: [a, b]} | - | E
{anyOf: [{type: string, enum: [a]}]} | {anyOf: [{type: string, enum: [a, b]}]} | - | E
{anyOf: [{enum: [a]}, {enum: [b]}]} | {anyOf: [{enum: [a]}, {enum: [b, c]}]} | - | E
{anyOf: [{enum: [a]}, {enum: [b]}]} | {anyOf: [{enum: [a]}, {enum: [c]}]} | E | E
{anyOf: [{type: string, maxLength: 1}, {enum: [aaa]}]} | {anyOf: [{type: string, maxLength: 1}, {enum: [aaa, bbb]}]} | - | E
{anyOf: [{type: string, maxLength: 5}, {enum: [a]}]} | {anyOf: [{type: string, maxLength: 5}, {enum: [a, b]}]} | - | -
{anyOf: [{type: string, pattern: '^x'}, {enum: [a]}]} | {anyOf: [{type: string, pattern: '^x'}, {enum: [a, b]}]} | - | E
{anyOf: [{type: string, maxLength: 5}, {type: string, maxLength: 3}]} | {anyOf: [{type: string, maxLength: 5}, {type: string, maxLength: 9}]} | - | E
{anyOf: [{type: string, maxLength: 9}, {type: string, maxLength: 3}]} | {anyOf: [{type: string, maxLength: 5}, {type: string, maxLength: 3}]} | E | -
`)
  it.each(
    Object.keys(holders).flatMap((holder) =>
      table.map(([old, next, inRequest, inResponse]) => [holder, old, next, inRequest, inResponse]),
    ),
  )('%s: %s -> %s: %s %s', (holder = '', old = '', next = '', inRequest = '', inResponse = '') => {
    const hold = holders[holder] ?? String
    const of = (schema: string) => json(hold(schema))
    const asked = (schema: string) =>
      operation(`requestBody: {content: {${of(schema)}}}, responses: {}`, components('[a]'))
    const answered = (schema: string) =>
      operation(`responses: {'200': {content: {${of(schema)}}}}`, components('[a]'))
    expectVerdict(asked(old), asked(next), inRequest)
    expectVerdict(answered(old), answered(next), inResponse)
  })
  it.each([
    ["{anyOf: [{type: string}, {$ref: '#/components/schemas/M'}]}", '[a]', '[a, b]', '-', '-'],
    ["{anyOf: [{type: string}, {$ref: '#/components/schemas/M'}]}", '[a, b]', '[a]', '-', '-'],
    ["{anyOf: [{type: integer}, {$ref: '#/components/schemas/M'}]}", '[a]', '[a, b]', '-', 'E'],
    ["{anyOf: [{type: integer}, {$ref: '#/components/schemas/M'}]}", '[a, b]', '[a]', 'E', '-'],
    ["{$ref: '#/components/schemas/M'}", '[a]', '[a, b]', '-', 'E'],
  ])('a component in %s: %s -> %s: %s %s', (schema, old, next, inRequest, inResponse) => {
    const asked = (list: string) =>
      operation(`requestBody: {content: {${json(schema)}}}, responses: {}`, components(list))
    const answered = (list: string) =>
      operation(`responses: {'200': {content: {${json(schema)}}}}`, components(list))
    expectVerdict(asked(old), asked(next), inRequest)
    expectVerdict(answered(old), answered(next), inResponse)
  })
})

describe('query parameters and one exploded object (OpenAPI "Style Values", form with explode)', () => {
  const query = (name: string, schema: string, more = '') =>
    `{name: ${name}, in: query, ${more}schema: ${schema}}`
  const listed = (...parameters: string[]) =>
    operation(`parameters: [${parameters.join(', ')}], responses: {}`)
  const [a, b] = [query('a', '{type: string}'), query('b', '{type: integer}')]
  const object = (properties: string, more = '', own = '') =>
    query('filter', `{type: object, properties: {${properties}}${own}}`, more)
  const both = 'a: {type: string}, b: {type: integer}'
  const needed = query('a', '{type: string}', 'required: true, ')
  it.each([
    ['both', listed(a, b), listed(object(both)), '-'],
    ['in another order', listed(a, b), listed(object('b: {type: integer}, a: {type: string}')), '-'],
    ['written out', listed(a, b), listed(object(both, 'style: form, explode: true, ')), '-'],
    ['one more property', listed(a, b), listed(object(`${both}, c: {type: string}`)), '-'],
    ['beside another', listed(a, b, query('c', '{}')), listed(query('c', '{}'), object(both)), '-'],
    [
      'a required one that stays',
      listed(needed, b),
      listed(object(both, 'required: true, ', ', required: [a]')),
      '-',
    ],
    ['a required one that need not be', listed(needed, b), listed(object(both)), '-'],
    [
      'one of them is now required',
      listed(a, b),
      listed(object(both, 'required: true, ', ', required: [a]')),
      'E',
    ],
    ['another type', listed(a, b), listed(object('a: {type: integer}, b: {type: integer}')), 'E'],
    ['a smaller list', listed(query('a', '{enum: [x, y]}')), listed(object('a: {enum: [x]}')), 'E'],
    ['a longer list', listed(query('a', '{enum: [x]}')), listed(object('a: {enum: [x, y]}')), '-'],
    [
      'beside an object with a property of the same name',
      listed(a),
      listed(query('a', '{type: integer}'), object('a: {type: string}')),
      'E',
    ],
    ['of which one needs another', listed(a, b), listed(object(both, '', ', required: [a]')), 'E'],
    ['of which two are needed', listed(a, b), listed(object(both, '', ', minProperties: 2')), 'E'],
    [
      'back, of an object with others',
      listed(object('a: {type: string}', '', ', additionalProperties: {type: integer}')),
      listed(a),
      'W',
    ],
    ['as a deepObject', listed(a, b), listed(object(both, 'style: deepObject, explode: true, ')), 'W'],
    ['not exploded', listed(a, b), listed(object(both, 'explode: false, ')), 'W'],
    [
      'one of them is missing',
      listed(a, b),
      listed(object('a: {type: string}', '', ', additionalProperties: false')),
      'W',
    ],
    ['the way back', listed(object(both)), listed(a, b), '-'],
    ['back, one of them is missing', listed(object(both)), listed(a), 'W'],
    ['back, one of them is required', listed(object(both)), listed(needed, b), 'E'],
    ['back, of another type', listed(object(both)), listed(query('a', '{type: integer}'), b), 'E'],
    ['back from a deepObject', listed(object(both, 'style: deepObject, explode: true, ')), listed(a, b), 'W'],
  ])('%s', (_, old, next, verdict) => expectVerdict(old, next, verdict))
})

describe('identical paths (OpenAPI "Path Templating Matching")', () => {
  const item = (path: string, methods: string) => `'${path}': {${methods}}`
  const paths = (...items: string[]) => `openapi: 3.1.0\npaths: {${items.join(', ')}}\n`
  const get = (name: string, type = 'string') =>
    `get: {parameters: [{name: ${name}, in: path, required: true, schema: {type: ${type}}}], responses: {}}`
  const post = (name: string, type = 'string') => get(name, type).replace('get:', 'post:')
  const apart = paths(item('/p/{a}', get('a')), item('/p/{b}', post('b')))
  it.each([
    ['merged into the first', apart, paths(item('/p/{a}', `${get('a')}, ${post('a')}`)), '-'],
    ['merged into the second', apart, paths(item('/p/{b}', `${get('b')}, ${post('b')}`)), '-'],
    ['merged into a third', apart, paths(item('/p/{c}', `${get('c')}, ${post('c')}`)), '-'],
    ['split', paths(item('/p/{a}', `${get('a')}, ${post('a')}`)), apart, '-'],
    ['names exchanged', apart, paths(item('/p/{b}', get('b')), item('/p/{a}', post('a'))), '-'],
    ['merged without one', apart, paths(item('/p/{a}', get('a'))), 'E'],
    ['merged without the other', apart, paths(item('/p/{b}', post('b'))), 'E'],
    ['merged, and changed', apart, paths(item('/p/{a}', `${get('a')}, ${post('a', 'integer')}`)), 'E'],
    [
      'merged, and the first changed',
      apart,
      paths(item('/p/{b}', `${get('b', 'integer')}, ${post('b')}`)),
      'E',
    ],
    [
      'split, and changed',
      paths(item('/p/{a}', `${get('a')}, ${post('a')}`)),
      apart.replace(
        'b, in: path, required: true, schema: {type: string',
        'b, in: path, required: true, schema: {type: integer',
      ),
      'E',
    ],
    [
      'a literal is not a template',
      paths(item('/p/{a}', get('a'))),
      paths(item('/p/b', 'get: {responses: {}}')),
      'E',
    ],
  ])('%s', (_, old, next, verdict) => expectVerdict(old, next, verdict))
})

describe('discriminators (OpenAPI "Discriminator Object"): in a request and in a response', () => {
  const pet = (kinds: string, mapping: string, names: string) => {
    const schemas = names
      .split(' ')
      .map(
        (name) =>
          `${name}: {type: object, required: [kind, ${name.slice(0, 1)}], properties: {kind: {type: string}, ${name.slice(0, 1)}: {type: string}}}`,
      )
    const list = kinds.split(' ').map((name) => `{$ref: '#/components/schemas/${name}'}`)
    const tags = mapping && `, mapping: {${mapping.replaceAll(/: (\w+)/g, ": '#/components/schemas/$1'")}}`
    return [
      json(`{oneOf: [${list.join(', ')}], discriminator: {propertyName: kind${tags}}}`),
      `schemas: {${schemas.join(', ')}}`,
    ] as const
  }
  it.each<[why: string, [string, string, string], [string, string, string], string, string]>([
    [
      'the mapping says what is implied',
      ['Cat Dog', '', 'Cat Dog'],
      ['Cat Dog', 'Cat: Cat, Dog: Dog', 'Cat Dog'],
      '-',
      '-',
    ],
    ['and no longer', ['Cat Dog', 'Cat: Cat, Dog: Dog', 'Cat Dog'], ['Cat Dog', '', 'Cat Dog'], '-', '-'],
    ['for one of them', ['Cat Dog', '', 'Cat Dog'], ['Cat Dog', 'Cat: Cat', 'Cat Dog'], '-', '-'],
    [
      'in another order',
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'],
      ['Cat Dog', 'd: Dog, c: Cat', 'Cat Dog'],
      '-',
      '-',
    ],
    [
      'the alternatives in another order',
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'],
      ['Dog Cat', 'c: Cat, d: Dog', 'Cat Dog'],
      '-',
      '-',
    ],
    [
      'components renamed, values kept',
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'],
      ['Ca2 Do2', 'c: Ca2, d: Do2', 'Ca2 Do2'],
      '-',
      '-',
    ],
    [
      'one renamed, its old name mapped',
      ['Cat Dog', '', 'Cat Dog'],
      ['Ca2 Dog', 'Cat: Ca2', 'Ca2 Dog'],
      '-',
      '-',
    ],
    ['one renamed, not mapped', ['Cat Dog', '', 'Cat Dog'], ['Ca2 Dog', '', 'Ca2 Dog'], 'E', 'E'],
    [
      'two values exchanged',
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'],
      ['Cat Dog', 'c: Dog, d: Cat', 'Cat Dog'],
      'E',
      'E',
    ],
    [
      'a value renamed',
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'],
      ['Cat Dog', 'c: Cat, e: Dog', 'Cat Dog'],
      'E',
      'E',
    ],
    [
      'one value less',
      ['Cat Dog', 'c: Cat, d: Dog, e: Dog', 'Cat Dog'],
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'],
      'E',
      '-',
    ],
    [
      'one value of a request more',
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'],
      ['Cat Dog', 'c: Cat, d: Dog, e: Dog', 'Cat Dog'],
      '-',
      '',
    ],
    ['the mapping is lost', ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'], ['Cat Dog', '', 'Cat Dog'], 'E', 'E'],
    [
      'an alternative more',
      ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog Eel'],
      ['Cat Dog Eel', 'c: Cat, d: Dog, e: Eel', 'Cat Dog Eel'],
      '-',
      'E',
    ],
    ['an alternative less', ['Cat Dog', 'c: Cat, d: Dog', 'Cat Dog'], ['Cat', 'c: Cat', 'Cat Dog'], 'E', '-'],
  ])('%s', (_, before, after, inRequest, inResponse) => {
    const [old, next] = [pet(...before), pet(...after)]
    const asked = ([content, schemas]: readonly [string, string]) =>
      operation(`requestBody: {content: {${content}}}, responses: {}`, schemas)
    const answered = ([content, schemas]: readonly [string, string]) =>
      operation(`responses: {'200': {content: {${content}}}}`, schemas)
    expectVerdict(asked(old), asked(next), inRequest)
    if (inResponse) expectVerdict(answered(old), answered(next), inResponse)
  })
})

it.each([
  ['what is implied', '', ", mapping: {A: '#/components/schemas/A', B: '#/components/schemas/B'}"],
  ['one of two', ", mapping: {A: '#/components/schemas/A'}", ''],
  [
    'a name for a reference',
    ', mapping: {x: A, y: B}',
    ", mapping: {x: '#/components/schemas/A', y: '#/components/schemas/B'}",
  ],
])('a mapping that says %s is no change', (_, old, next) => {
  const of = (mapping: string) => {
    const pet = (name: string) =>
      `${name}: {type: object, required: [kind], properties: {kind: {type: string}}}`
    const list = "[{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]"
    const content = json(`{oneOf: ${list}, discriminator: {propertyName: kind${mapping}}}`)
    return operation(
      `requestBody: {content: {${content}}}, responses: {'200': {content: {${content}}}}`,
      `schemas: {${pet('A')}, ${pet('B')}}`,
    )
  }
  expectVerdict(of(old), of(next), '=')
  expectVerdict(of(next), of(old), '=')
})

it('a discriminator in the words of 2.0 is that of 3.0', () => {
  const base = (discriminator: string) =>
    `Base: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: ${discriminator}}`
  const old = `swagger: '2.0'
paths: {/a: {get: {produces: [application/json], responses: {'200': {schema: {$ref: '#/definitions/Base'}}}}}}
definitions: {${base('kind')}}`
  const next = `openapi: 3.0.3
paths: {/a: {get: {responses: {'200': {content: {${json("{$ref: '#/components/schemas/Base'}")}}}}}}}
components: {schemas: {${base('{propertyName: kind}')}}}`
  expectVerdict(old, next, '=')
  expectVerdict(next, old, '=')
})

it.each([
  ['a named one', "{$ref: '#/components/schemas/N'}", ''],
  ['one in place', "{oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}", ''],
  [
    'one in another',
    "{oneOf: [{$ref: '#/components/schemas/B'}, {oneOf: [{$ref: '#/components/schemas/C'}]}]}",
    '',
  ],
  [
    'one with a discriminator around it',
    "{$ref: '#/components/schemas/N'}",
    ', discriminator: {propertyName: kind}',
  ],
  [
    'one with a mapping around it',
    "{$ref: '#/components/schemas/N'}",
    ", discriminator: {propertyName: kind, mapping: {a: '#/components/schemas/A', b: '#/components/schemas/B', c: '#/components/schemas/C'}}",
  ],
])('alternatives that move into %s are no change', (_, within, tells) => {
  const of = (...members: string[]) => {
    const pet = (name: string) =>
      `${name}: {type: object, required: [kind], properties: {kind: {enum: [${name.toLowerCase()}]}}}`
    const list = "{oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}"
    const content = json(`{oneOf: [${members.join(', ')}]${tells}}`)
    return operation(
      `requestBody: {content: {${content}}}, responses: {'200': {content: {${content}}}}`,
      `schemas: {${['A', 'B', 'C'].map(pet).join(', ')}, N: ${list}}`,
    )
  }
  const [a = '', ...others] = ['A', 'B', 'C'].map((name) => `{$ref: '#/components/schemas/${name}'}`)
  expectVerdict(of(a, ...others), of(a, within), '=')
  expectVerdict(of(a, within), of(a, ...others), '=')
})

it.each([
  ['oneOf', 'L'],
  ['anyOf', '='],
])(
  'alternatives that may both be valid and move into an alternative, or out of one: %s',
  (keyword, verdict) => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) => `{type: object, required: [${name}]}`)
    const flat = `{${keyword}: [${first}, ${second}, ${third}]}`
    const nested = `{${keyword}: [${third}, {${keyword}: [${first}, ${second}]}]}`
    const sent = (schema: string) => operation(`requestBody: {content: {${json(schema)}}}, responses: {}`)
    const received = (schema: string) => operation(`responses: {'200': {content: {${json(schema)}}}}`)
    expectVerdict(sent(flat), sent(nested), verdict)
    expectVerdict(received(nested), received(flat), verdict)
  },
)

it('a value of a mapping that its alternative never has is no new one', () => {
  const of = (more: string) => {
    const pet = (name: string) =>
      `${name}: {type: object, required: [kind], properties: {kind: {enum: [${name.toLowerCase()}]}}}`
    const mapping = `{cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog'${more}}`
    const list = "[{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]"
    const schema = `{oneOf: ${list}, discriminator: {propertyName: kind, mapping: ${mapping}}}`
    return operation(
      `requestBody: {content: {${json(schema)}}}, responses: {'200': {content: {${json(schema)}}}}`,
      `schemas: {${pet('Cat')}, ${pet('Dog')}}`,
    )
  }
  expectVerdict(of(''), of(", Cat: '#/components/schemas/Cat'"), '-')
  expectVerdict(of(", Cat: '#/components/schemas/Cat'"), of(''), '-')
})

describe('a status that `default` covered', () => {
  const of = (...responses: string[]) => operation(`responses: {'200': {}, ${responses.join(', ')}}`)
  const status = (name: string, type: string, schema = '{type: object}') =>
    `${name}: {content: {${type}: {schema: ${schema}}}}`
  const [plain, problem] = ['application/json', 'application/problem+json']
  it.each([
    [
      'an error with another media type',
      of(status('default', plain)),
      of(status('default', plain), status("'404'", problem)),
      'W',
    ],
    [
      'a range of errors with another media type',
      of(status('default', plain)),
      of(status('default', plain), status("'4XX'", problem)),
      'W',
    ],
    [
      'an error with the same',
      of(status('default', plain)),
      of(status('default', plain), status("'404'", plain)),
      '-',
    ],
    [
      'an error with both',
      of(status('default', plain)),
      of(
        status('default', plain),
        `'404': {content: {${plain}: {schema: {type: object}}, ${problem}: {schema: {type: object}}}}`,
      ),
      '-',
    ],
    [
      'an error with another type of value',
      of(status('default', plain)),
      of(status('default', plain), status("'404'", plain, '{type: string}')),
      'E',
    ],
    [
      'default itself with another',
      of(status('default', plain)),
      of(status('default', 'application/xml')),
      'E',
    ],
    ['an error that was written', of(status("'404'", plain)), of(status("'404'", 'application/xml')), 'E'],
    [
      'default goes, errors with another',
      of(status('default', plain)),
      of(status("'4XX'", 'text/html'), status("'5XX'", 'text/html')),
      'W',
    ],
  ])('%s', (_, old, next, verdict) => expectVerdict(old, next, verdict))
})
