import { describe, it } from 'vitest'
import { expectVerdict, json, operation, rows } from './catalogue.ts'

/** Edits of what is around schemas, each with the verdict, and that of the way back. */
const table = (text: string, define: (fragment: string) => string) =>
  it.each(rows(text))('%s -> %s: %s, back %s', (old = '', next = '', verdict = '', back = verdict) => {
    expectVerdict(define(old), define(next), verdict)
    expectVerdict(define(next), define(old), back)
  })

const schemes = `securitySchemes: {
  a: {type: apiKey, in: header, name: A}, b: {type: apiKey, in: header, name: B}, h: {type: http, scheme: bearer},
  m: {type: mutualTLS}, c: {type: openIdConnect, openIdConnectUrl: 'https://z/.well-known'},
  o: {type: oauth2, flows: {password: {tokenUrl: 'https://z/t', scopes: {r: r, w: w}}}}}`

describe('what an operation needs (OpenAPI "Security Requirement Object"): one of the list, and all of that', () => {
  table(
    `
[] | [{a: []}] | E | L
[{a: []}] | [{a: []}, {b: []}] | L | E
[{a: []}] | [{b: []}] | E
[{a: []}, {b: []}] | [{b: []}, {a: []}] | =
[{a: [], b: []}] | [{b: [], a: []}] | =
[{o: [r, w]}] | [{o: [w, r]}] | =
[{a: []}] | [{a: [], b: []}] | E | L
[{a: [], b: []}] | [{a: []}, {b: []}] | L | E
[{a: []}] | [{}, {a: []}] | L | E
[{}] | [] | =
[{}] | [{a: []}, {}] | L
[{a: []}, {a: []}] | [{a: []}] | =
[{o: [r]}] | [{o: [r, w]}] | E | L
[{o: [r]}] | [{o: [w]}] | E
[{o: [r]}] | [{o: [r]}, {o: [w]}] | L | E
[{c: [r]}] | [{c: [r, w]}] | E | L
[{h: []}] | [{m: []}] | E
[{h: []}] | [{o: []}] | E
[{a: []}] | [{h: []}] | E
`,
    (security) => operation(`security: ${security}, responses: {}`, schemes),
  )
  table(
    `
security: [{a: []}] | security: [{b: []}] | E
security: [{a: []}] | {} | L | E
`,
    (top) => `${operation('responses: {}', schemes)}${top === '{}' ? '' : top}\n`,
  )
  table(
    `
 | security: [{a: []}], | =
 | security: [], | L | E
 | security: [{a: []}, {b: []}], | L | E
`,
    (own) => `${operation(`${own} responses: {}`, schemes)}security: [{a: []}]\n`,
  )
})

describe('schemes (OpenAPI "Security Scheme Object" and "OAuth Flows Object")', () => {
  const flow = (name: string, url: string, scopes = 'r: r') => `${name}: {${url}, scopes: {${scopes}}}`
  const [code, secret] = [
    "authorizationUrl: 'https://z/a', tokenUrl: 'https://z/t'",
    "tokenUrl: 'https://z/t'",
  ]
  const oauth = (...flows: string[]) => `type: oauth2, flows: {${flows.join(', ')}}`
  table(
    [
      [
        oauth(flow('implicit', "authorizationUrl: 'https://z/a'")),
        oauth(flow('authorizationCode', code)),
        'E',
      ],
      [
        oauth(flow('clientCredentials', secret)),
        oauth(flow('clientCredentials', secret), flow('password', secret)),
        'L | E',
      ],
      [oauth(flow('password', secret)), oauth(flow('password', secret, 'r: r, w: w')), 'L'],
      [oauth(flow('password', secret, 'r: r, w: w')), oauth(flow('password', secret, 'w: w')), 'E | L'],
      [oauth(flow('password', secret)), oauth(flow('password', secret, 'r: other')), 'L'],
      [oauth(flow('password', secret)), `${oauth(flow('password', secret))}, deprecated: true`, 'L'],
      [
        `${oauth(flow('password', secret))}, oauth2MetadataUrl: 'https://z/m'`,
        `${oauth(flow('password', secret))}, oauth2MetadataUrl: 'https://z/n'`,
        'L',
      ],
      [
        oauth(flow('deviceAuthorization', `deviceAuthorizationUrl: 'https://z/d', ${secret}`)),
        oauth(flow('deviceAuthorization', `deviceAuthorizationUrl: 'https://y/d', ${secret}`)),
        'E',
      ],
      ['type: http, scheme: digest', 'type: http, scheme: Digest', '='],
      ['type: http, scheme: basic', 'type: mutualTLS', 'E'],
      ['type: apiKey, in: query, name: k', 'type: apiKey, in: cookie, name: k', 'E'],
      ['type: mutualTLS', 'type: mutualTLS, description: d', 'L'],
    ]
      .map((row) => row.join(' | '))
      .join('\n'),
    (scheme) =>
      operation('security: [{s: [r]}], responses: {}', `securitySchemes: {s: {${scheme}}}`, '3.2.0'),
  )
})

describe('servers (OpenAPI "Server Object", RFC 3986 6.2)', () => {
  table(
    `
https://a | http://a | E | W
https://a | https://A | =
https://a:443/v1 | https://a/v1/ | =
HTTPS://a/ | https://a | =
http://a:80 | http://a | =
https://a:8443 | https://a:9443 | E
https://a/v1 | https://a/v2 | E
https://a/v1 | https://a/V1 | E
https://a + https://b | https://b + https://a | =
https://a | https://a + https://b | L | W
https://a/v1 | https://a/v1 + https://a/v2 | L | E
https://a + https://b | https://c | E
/v1 | https://a/v1 | - | W
/v1 | v1 | =
https://a | wss://a | E
`,
    (urls) => {
      const list = urls.split(' + ').map((url) => `{url: '${url}'}`)
      return `${operation('responses: {}')}servers: [${list.join(', ')}]\n`
    },
  )
  table(
    `
default: eu, enum: [eu, us] | default: eu, enum: [eu, us, ap] | L | W
default: eu, enum: [eu, us] | default: us, enum: [eu, us] | L
default: eu, enum: [eu, us] | default: eu, enum: [us, eu] | =
default: eu, enum: [eu, us] | default: eu | L | W
default: eu, enum: [eu, us] | default: eu, enum: [eu, us], description: d | L
`,
    (variable) =>
      `${operation('responses: {}')}servers: [{url: 'https://{r}.a', variables: {r: {${variable}}}}]\n`,
  )
  table(
    `
r: {default: eu, enum: [eu, us]} | s: {default: a} | E
s: {default: a} | s: {default: b} | -
`,
    (variables) =>
      `${operation('responses: {}')}servers: [{url: 'https://x/{r}', variables: {${variables}}}]\n`,
  )
})

it('addresses count where the paths are elsewhere', () => {
  const define = (host: string) =>
    `openapi: 3.1.0\nservers: [{url: 'https://${host}'}]\npaths: {$ref: 'https://elsewhere.example/p.json'}\nwebhooks: {w: {post: {responses: {}}}}\n`
  expectVerdict(define('a'), define('b'), 'E')
})

describe('paths and methods (OpenAPI "Paths Object")', () => {
  const item = (methods: string) => methods.replaceAll(/\b(get|put|post|query)\b/g, '$1: {responses: {}}')
  table(
    `
/a: get | /a: get; /b: get | L | E
/a: get | /a: get, put | L | E
/a: get | /a: post | E
/a: get | /a/: get | E
/a: get | /A: get | E
/a: get; /b: put | /b: put; /a: get | =
/a: get, put | /a: put, get | =
/a/{x}: get | /a/{y}: get | -
/a/{x}/b: get | /a/{x}/{b}: get | E
/a: query | /a: post | E
/a: get | /a: get, query | L | E
/a: get | /a: get, summary: s | L
/a: get | /a: get, description: s | L
`,
    (paths) => {
      const items = paths
        .split('; ')
        .map((each) => each.replace(/^(\S+): (.*)$/, (_, path, methods) => `'${path}': {${item(methods)}}`))
      return `openapi: 3.2.0\npaths: {${items.join(', ')}}\n`
    },
  )
  const shared = 'get: {responses: {}}'
  table(
    `
/a: {${shared}} | /a: {$ref: '#/components/pathItems/P'} | =
/a: {additionalOperations: {COPY: {responses: {}}}} | /a: {additionalOperations: {MOVE: {responses: {}}}} | E
/a: {get: {responses: {}, operationId: x}} | /a: {get: {responses: {}, operationId: y}} | L
/a: {get: {responses: {}, tags: [x]}} | /a: {get: {responses: {}, tags: [y]}} | L
/a: {get: {responses: {}}} | /a: {get: {responses: {}, deprecated: true}} | L
/a: {get: {responses: {}}, parameters: [{name: q, in: query}]} | /a: {get: {responses: {}, parameters: [{name: q, in: query}]}} | =
/a: {get: {responses: {}, parameters: [{name: q, in: query, required: true}]}, parameters: [{name: q, in: query}]} | /a: {get: {responses: {}, parameters: [{name: q, in: query, required: true}]}} | =
`,
    (paths) => `openapi: 3.2.0\npaths: {${paths}}\ncomponents: {pathItems: {P: {${shared}}}}\n`,
  )
  table(
    `
/b/{x}: [b, c] | /b/{x}: [c]; /b/b | - | W
/b/{x}: [b, c] | /b/b; /b/c | - | W
/b/{x}: [b, c] | /b/{x}: [c] | E | L
/b/{x}: [b, c] | /b/{x}: [b, c]; /b/d | L | E
/b/{x}: [b, c] | /b/{x}: [c]; /b/d | E
/b/{x}: [b]; /b/b | /b/{x}: [c]; /b/b | L | E
`,
    (paths) => {
      const items = paths.split('; ').map((each) => {
        const [path = '', list] = each.split(': ')
        const parameter = list
          ? `parameters: [{name: x, in: path, required: true, schema: {enum: ${list}}}], `
          : ''
        return `'${path}': {get: {${parameter}responses: {}}}`
      })
      return `openapi: 3.1.0\npaths: {${items.join(', ')}}\n`
    },
  )
})

describe('parameters (OpenAPI "Parameter Object")', () => {
  const define = (parameters: string) => {
    const list = parameters ? parameters.split(' + ').map((each) => `{${each}}`) : []
    return operation(`parameters: [${list.join(', ')}], responses: {}`, '', '3.2.0')
  }
  table(
    `
 | name: q, in: query | L | W
 | name: q, in: query, required: true | E | W
 | name: Q, in: header, required: true | E | W
 | name: c, in: cookie | L | W
 | name: Accept, in: header, required: true | =
 | name: Content-Type, in: header, required: true | =
 | name: authorization, in: header, required: true | =
name: q, in: query | name: q, in: query, required: true | E | L
name: q, in: query | name: q, in: header | W
name: q, in: query | name: q, in: header, required: true | E | W
name: q, in: query | name: Q, in: query | W
name: Q, in: header | name: q, in: header | =
name: c, in: cookie | name: C, in: cookie | W
name: q, in: query + name: r, in: query | name: r, in: query + name: q, in: query | =
name: q, in: query, schema: {type: integer} | name: q, in: query, schema: {type: string} | L | E
name: q, in: query, schema: {type: integer} | name: q, in: query, schema: {type: number} | L | E
name: q, in: query, schema: {enum: [a]} | name: q, in: query, schema: {enum: [a, b]} | L | E
name: q, in: query, schema: {type: string} | name: q, in: query, schema: {type: string, maxLength: 9} | E | L
name: q, in: query, schema: {type: string, enum: ['1', '9']} | name: q, in: query, schema: {type: integer, minimum: 1, maximum: 9} | L | E
name: q, in: query, schema: {type: string, enum: ['1', '9']} | name: q, in: query, schema: {type: integer, maximum: 8} | E
name: q, in: query, schema: {type: string} | name: q, in: query, content: {application/json: {schema: {type: string}}} | E
name: q, in: query, schema: {type: array, items: {}} | name: q, in: query, explode: false, schema: {type: array, items: {}} | E
name: q, in: query, schema: {type: array, items: {}} | name: q, in: query, style: pipeDelimited, schema: {type: array, items: {}} | E
name: q, in: query, style: spaceDelimited, explode: false, schema: {type: array, items: {}} | name: q, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {}} | E
name: q, in: query, schema: {type: string} | name: q, in: query, style: form, explode: true, schema: {type: string} | =
name: H, in: header, schema: {type: array, items: {}} | name: H, in: header, style: simple, explode: false, schema: {type: array, items: {}} | =
name: H, in: header, schema: {type: object} | name: H, in: header, explode: true, schema: {type: object} | E
name: q, in: query, schema: {type: integer, default: 1} | name: q, in: query, schema: {type: integer, default: 2} | E
name: q, in: query, schema: {default: 1} | name: q, in: query, schema: {default: '1'} | -
name: q, in: query, allowEmptyValue: true | name: q, in: query | E | L
name: q, in: query, allowReserved: true, schema: {type: string} | name: q, in: query, schema: {type: string} | E | L
name: q, in: query | name: q, in: query, deprecated: true | L
name: q, in: query | name: q, in: query, example: x | L
name: q, in: query | name: q, in: query, examples: {e: {value: x}} | L
name: q, in: query, schema: {type: string} | name: q, in: query, schema: {type: string, title: x} | L
name: q, in: query, content: {text/csv: {schema: {type: string}}} | name: q, in: query, content: {text/plain: {schema: {type: string}}} | E
name: q, in: query, content: {application/json: {}} | name: q, in: query, content: {application/JSON: {}} | =
`,
    define,
  )
})

describe('bodies of requests (OpenAPI "Request Body Object")', () => {
  const body = (rest: string) => `requestBody: {content: {${json('{type: object}')}}${rest}}, `
  table(
    [
      ['', body(''), 'L | E'],
      ['', body(', required: true'), 'E | E'],
      [body(''), body(', required: true'), 'E | L'],
      [body(''), body(', required: false'), '='],
      [body(''), body(', description: d'), 'L'],
      [body(''), `requestBody: {$ref: '#/components/requestBodies/B'}, `, '='],
    ]
      .map((row) => row.join(' | '))
      .join('\n'),
    (own) => operation(`${own}responses: {}`, `requestBodies: {B: {content: {${json('{type: object}')}}}}`),
  )
})

describe('responses (OpenAPI "Responses Object", RFC 9110 15)', () => {
  const text = (type: string) => `content: {application/json: {schema: {type: ${type}}}}`
  const define = (responses: string) => {
    const list = responses
      .split('; ')
      .map((each) =>
        each.replace(
          /^(\w+)(?: (\w+))?(.*)$/,
          (_, status, type, rest) =>
            `'${status}': {${[type && text(type), rest.replace(/^, /, '')].filter(Boolean).join(', ')}}`,
        ),
      )
    return operation(`responses: {${list.join(', ')}}`, 'headers: {H: {schema: {type: string}}}')
  }
  table(
    `
200 string | 201 string | E
200 string | 200 string; 201 string | L | E
200 string | 200 integer | E
200 string | 200 | E | -
200 string | 2XX string | -
200 string; 404 string | 200 string | L
200 string; 404 string | 200 string; 404 integer | E
200 string; 404 string | 200 string; default string | -
200 string; 404 string | 200 string; default integer | E
200 string; 404 string | 200 string; 4XX string | -
200 string; default string | 200 string; default string; 500 string | L | -
200 string; default string | 200 string; default string; 500 integer | E
200 string; 302 | 200 string | E | L
200 string; 304 | 200 string | L
204 | 200 | E
2XX string | 2xx string | -
200 string, description: d | 200 string, description: e | L
200 string; 404 string | 404 string; 200 string | =
`,
    define,
  )
  table(
    `
 | X: {schema: {type: string}} | L | W
 | X: {required: true, schema: {type: string}} | L | E
X: {schema: {type: string}} | X: {required: true, schema: {type: string}} | L | E
X: {schema: {type: string}} | X: {schema: {type: integer}} | L | E
X: {schema: {enum: [a]}} | X: {schema: {enum: [a, b]}} | E | L
X: {schema: {type: string}} | x: {schema: {type: string}} | =
X: {schema: {type: string}} | X: {$ref: '#/components/headers/H'} | =
X: {schema: {type: string}} | X: {schema: {type: string}, deprecated: true} | L
X: {schema: {type: string}} | X: {schema: {type: string}, example: e} | L
X: {schema: {type: string}} | X: {content: {application/json: {schema: {type: string}}}} | E
X: {schema: {type: object}} | X: {schema: {type: object}, explode: true} | E
X: {schema: {type: array, items: {}}} | X: {schema: {type: array, items: {}}, style: simple} | =
 | Content-Type: {schema: {type: string}} | =
`,
    (headers) =>
      operation(`responses: {'200': {headers: {${headers}}}}`, 'headers: {H: {schema: {type: string}}}'),
  )
  table(
    `
 | n: {operationId: x} | L | W
n: {operationId: x} | n: {operationId: y} | W
n: {operationId: x} | n: {operationId: x, description: d} | L
n: {operationId: x, parameters: {id: $response.body#/id}} | n: {operationId: x, parameters: {id: $response.body#/key}} | W
n: {operationId: x, parameters: {a: 1, b: 2}} | n: {operationId: x, parameters: {b: 2, a: 1}} | =
n: {operationId: x, requestBody: 1} | n: {operationId: x, requestBody: 2} | W
`,
    (links) => operation(`responses: {'200': {links: {${links}}}}`),
  )
})

describe('webhooks and callbacks: what clients receive, and what they answer', () => {
  const object = (properties: string, required: string) =>
    `requestBody: {required: true, content: {${json(`{type: object, required: [${required}], properties: {${properties}}}`)}}}`
  const a = 'a: {type: string}'
  table(
    [
      ['', '{responses: {}}', 'L | E'],
      [`{${object(a, 'a')}}`, `{${object(`${a}, b: {type: string}`, 'a')}}`, 'L | W'],
      [`{${object(a, 'a')}}`, `{${object(a, '')}}`, 'E | L'],
      [`{${object('a: {enum: [x]}', '')}}`, `{${object('a: {enum: [x, y]}', '')}}`, 'E | L'],
      [`{${object(a, '')}}`, `{${object('a: {type: integer}', '')}}`, 'E'],
      [`{${object(a, '')}}`, `{${object(a, '').replace('required: true, ', '')}}`, 'E | L'],
      ["{responses: {'200': {}}}", "{responses: {'200': {}, '202': {}}}", 'L | E'],
      ["{responses: {'200': {}}}", "{responses: {'204': {}}}", 'E'],
      ["{responses: {'200': {}}}", "{responses: {'2XX': {}}}", '- | E'],
      ["{responses: {'200': {}}}", "{responses: {'200': {headers: {X: {required: true}}}}}", 'E | L'],
      ["{responses: {'200': {}}}", `{responses: {'200': {content: {${json('{}')}}}}}`, 'E | L'],
      ['{parameters: [{name: S, in: header}]}', '{}', 'W | L'],
      ['{parameters: [{name: S, in: header, required: true}]}', '{}', 'E | L'],
      [
        '{parameters: [{name: S, in: header, required: true}]}',
        '{parameters: [{name: S, in: header}]}',
        'E | L',
      ],
      ['{security: [{a: []}]}', '{security: [{a: []}, {b: []}]}', 'E | L'],
      ['{security: [{a: []}]}', '{security: [{b: []}]}', 'E'],
      ['{security: [{a: []}]}', '{security: [{a: [], b: []}]}', 'L | E'],
      ['{security: [{a: []}]}', '{security: [{}]}', 'E | L'],
      ['{summary: s}', '{summary: t}', 'L'],
    ]
      .map((row) => row.join(' | '))
      .join('\n'),
    (hook) => `openapi: 3.1.0\nwebhooks: {${hook && `w: {post: ${hook}}`}}\ncomponents: {${schemes}}\n`,
  )
  table(
    `
 | c: {'{$request.query.u}': {post: {responses: {}}}} | L | E
c: {'{$request.query.u}': {post: {responses: {}}}} | c: {'{$request.query.v}': {post: {responses: {}}}} | E
c: {'{$request.query.u}': {post: {responses: {}}}} | d: {'{$request.query.u}': {post: {responses: {}}}} | -
c: {'{$request.query.u}': {post: {responses: {}}}} | c: {'{$request.query.u}': {put: {responses: {}}}} | E
c: {'{$request.query.u}': {post: {responses: {}}}} | c: {'{$request.query.u}': {post: {responses: {}}, put: {responses: {}}}} | L | E
c: {'{$request.query.u}': {post: {responses: {}}}} | c: {'{$request.query.u}': {post: {responses: {}, description: d}}} | L
`,
    (callbacks) => operation(`callbacks: {${callbacks}}, responses: {}`),
  )
  table(
    `
https://a/v1 | https://b/v2 | L
https://a | http://a | L
`,
    (url) => `openapi: 3.1.0\nservers: [{url: '${url}'}]\nwebhooks: {w: {post: {responses: {}}}}\n`,
  )
})

describe('encodings (OpenAPI "Encoding Object"): in a request, in a response, and as a query string', () => {
  const object = '{type: object, properties: {a: {type: string}, b: {type: string}}}'
  const list = '{type: array, items: {type: string}}'
  const holders: Readonly<Record<string, (media: string) => string>> = {
    request: (media) => operation(`requestBody: {content: {${media}}}, responses: {}`, '', '3.2.0'),
    response: (media) => operation(`responses: {'200': {content: {${media}}}}`, '', '3.2.0'),
    'query string': (media) =>
      operation(`parameters: [{name: q, in: querystring, content: {${media}}}], responses: {}`, '', '3.2.0'),
  }
  const edits = rows(`
text |  | f: {style: form} | =
text |  | f: {explode: false} | =
text |  | f: {contentType: text/plain} | =
text |  | f: {allowReserved: false} | =
text |  | f: {contentType: text/csv} | E
text | f: {style: form} | f: {contentType: text/plain} | =
list |  | f: {style: form, explode: true} | =
list |  | f: {explode: false} | E
list |  | f: {style: pipeDelimited} | E
list |  | f: {contentType: text/plain} | =
list | f: {style: pipeDelimited} | f: {style: spaceDelimited} | E
object |  | f: {style: deepObject, explode: true} | E
object |  | f: {explode: false} | E
object | f: {contentType: application/json} | f: {contentType: application/xml} | E
object | f: {contentType: application/json} | f: {contentType: application/JSON} | =
object | f: {style: form} | f: {contentType: application/json} | E
object | f: {style: deepObject} | f: {contentType: application/json} | E
object | f: {style: form, explode: true} | f: {style: form} | =
object |  | x-f: {style: deepObject} | -
`)
  it.each(Object.keys(holders).flatMap((holder) => edits.map((edit) => [holder, ...edit])))(
    '%s, %s: %s -> %s: %s',
    (holder = '', type = '', old = '', next = '', verdict = '') => {
      const schema = { text: '{type: string}', list, object }[type] ?? ''
      const define = (encoding: string) =>
        holders[holder]?.(
          `application/x-www-form-urlencoded: {schema: {type: object, properties: {f: ${schema}}}, encoding: {${encoding}}}`,
        ) ?? ''
      expectVerdict(define(old), define(next), verdict)
      expectVerdict(define(next), define(old), verdict)
    },
  )
})

describe('encodings of parts: in a request and in a response, and each back', () => {
  it.each(
    rows(`
contentType: image/png | contentType: 'image/png, image/jpeg' | L | E | E | L
contentType: 'image/png, image/jpeg' | contentType: 'image/jpeg, image/png' | = | = | = | =
contentType: image/png | contentType: image/* | L | E | E | L
contentType: image/png | contentType: image/PNG | = | = | = | =
contentType: a/b | contentType: a/b, headers: {X: {schema: {type: string}}} | L | L | L | L
contentType: a/b | contentType: a/b, headers: {X: {required: true}} | E | L | L | E
contentType: a/b, headers: {X: {schema: {enum: [a]}}} | contentType: a/b, headers: {X: {schema: {enum: [a, b]}}} | L | E | E | L
contentType: a/b, headers: {X: {schema: {type: string}}} | contentType: a/b, headers: {X: {schema: {type: string}, description: d}} | L | L | L | L
contentType: a/b, headers: {X: {schema: {type: string}}} | contentType: a/b, headers: {X: {schema: {type: string, title: t}}} | L | L | L | L
contentType: a/b, headers: {X-A: {required: true}} | contentType: a/b, headers: {x-a: {required: true}} | = | = | = | =
contentType: a/b | contentType: a/b, headers: {Content-Type: {required: true}} | = | = | = | =
contentType: multipart/mixed, encoding: {a: {contentType: a/b}} | contentType: multipart/mixed, encoding: {a: {contentType: a/c}} | E | E | E | E
contentType: multipart/mixed, prefixEncoding: [{}] | contentType: multipart/mixed, prefixEncoding: [{contentType: a/c}] | E | E | E | E
contentType: multipart/mixed, itemEncoding: {contentType: a/b} | contentType: multipart/mixed, itemEncoding: {contentType: a/b} | = | = | = | =
`),
  )(
    '%s -> %s: %s, back %s; %s, back %s',
    (old = '', next = '', asked = '', back = '', sent = '', sentBack = '') => {
      const media = (encoding: string) =>
        `multipart/form-data: {schema: {type: object, properties: {f: {type: object}}}, encoding: {f: {${encoding}}}}`
      const request = (encoding: string) =>
        operation(`requestBody: {content: {${media(encoding)}}}, responses: {}`, '', '3.2.0')
      const response = (encoding: string) =>
        operation(`responses: {'200': {content: {${media(encoding)}}}}`, '', '3.2.0')
      expectVerdict(request(old), request(next), asked)
      expectVerdict(request(next), request(old), back)
      expectVerdict(response(old), response(next), sent)
      expectVerdict(response(next), response(old), sentBack)
    },
  )
})

describe('an encoding of a field that neither version describes under `properties`', () => {
  it.each([
    '{type: object, required: [f]}',
    '{type: object, additionalProperties: {type: object}}',
    '{type: object, dependentSchemas: {k: {properties: {f: {type: object}}}}}',
    '{type: object, if: {required: [k]}, then: {properties: {f: {type: object}}}}',
    "{$ref: 'https://elsewhere.example/f.json'}",
  ])('%s', (schema) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      const [plain, encoded] = ['', ', encoding: {f: {contentType: text/xml}}'].map((encoding) =>
        operation(`requestBody: {content: {${type}: {schema: ${schema}${encoding}}}}, responses: {}`),
      )
      expectVerdict(plain ?? '', encoded ?? '', 'E')
      expectVerdict(encoded ?? '', plain ?? '', 'E')
    }
  })

  it('is told by the schema where the field comes or goes', () => {
    const form = (rest: string) =>
      operation(
        `requestBody: {content: {multipart/form-data: {schema: {type: object${rest}}}}}, responses: {}`,
      )
    const described = ', properties: {f: {type: object}}}, encoding: {f: {contentType: text/xml}'
    expectVerdict(form(', properties: {}'), form(described), 'L')
  })
})

describe('words that a path lists, some of which have a path of their own', () => {
  const path = (words: string, servers = '') =>
    `/x/{w}: {get: {${servers} parameters: [{name: w, in: path, required: true, schema: {enum: [${words}]}}], responses: {}}}`
  it.each(
    rows(`
a, b | a | /x/b: {get: {responses: {}}} | -
a, b | a | /x/b: {post: {responses: {}}} | E
a, b/c | a | /x/b/c: {get: {responses: {}}} | E
a, b?c | a | /x/b?c: {get: {responses: {}}} | E
a, b%20c | a | /x/b%20c: {get: {responses: {}}} | E
a, b | a | /x/b: {get: {responses: {}, servers: [{url: /other}]}} | E
a, b | a | /x/b: {servers: [{url: /other}], get: {responses: {}}} | E
'{w}' |  |  | E
`),
  )('%s -> %s beside %s: %s', (old = '', next = '', own = '', verdict = '') => {
    const define = (words: string) => {
      const paths = [...(words ? [path(words)] : []), ...(own ? [own] : []), '/y: {get: {responses: {}}}']
      return `openapi: 3.1.0\npaths:\n  ${paths.join('\n  ')}\n`
    }
    expectVerdict(define(old), define(next), verdict)
  })
})

describe('2.0 (OpenAPI 2.0 "Swagger Object" and "Parameter Object")', () => {
  const define = (inner: string) => `swagger: '2.0'\npaths: {/a: {post: {${inner}}}}\n`
  const query = (rest: string) =>
    `parameters: [{name: q, in: query, type: array, items: {type: string}${rest}}], responses: {}`
  const body = (rest: string) =>
    `${rest}parameters: [{name: b, in: body, schema: {type: object}}], responses: {}`
  const answer = (rest: string) => `${rest}responses: {'200': {description: d, schema: {type: object}}}`
  table(
    [
      [query(''), query(', collectionFormat: csv'), '='],
      [query(''), query(', collectionFormat: multi'), 'E'],
      [query(', collectionFormat: ssv'), query(', collectionFormat: pipes'), 'E'],
      [body('consumes: [application/json], '), body('consumes: [application/json, text/csv], '), 'L | E'],
      [body('consumes: [application/json], '), body('consumes: [application/xml], '), 'E'],
      [body('consumes: [application/json], '), body('consumes: [application/JSON], '), '='],
      [answer('produces: [application/json], '), answer('produces: [application/json, text/csv], '), 'L | E'],
      [answer('produces: [application/json], '), answer('produces: [text/csv], '), 'E'],
      [answer('schemes: [https], '), answer('schemes: [http], '), 'E | W'],
      [answer('schemes: [https], '), answer('schemes: [https, http], '), 'L | W'],
    ]
      .map((row) => row.join(' | '))
      .join('\n'),
    define,
  )
  table(
    `
host: a | host: A | =
schemes: [https] | schemes: [https, http] | L | W
schemes: [https, http] | schemes: [http, https] | =
schemes: [https] | schemes: [HTTPS] | =
host: a | host: b | E
basePath: /v1 | basePath: /v1/ | =
basePath: /v1 | basePath: /v2 | E
`,
    (top) => `${define('responses: {}')}${top}\n`,
  )
})

describe('texts and other things that break nobody are listed', () => {
  const inside: Readonly<Record<string, (fields: string) => string>> = {
    'the definition': (fields) => `${operation('responses: {}')}${fields}\n`,
    'a media type': (fields) =>
      operation(`responses: {'200': {content: {application/json: {schema: {type: string}, ${fields}}}}}`),
    'a schema': (fields) =>
      operation(`responses: {'200': {content: {${json(`{type: object, ${fields}}`)}}}}`),
    'a server': (fields) =>
      `${operation('responses: {}', '', '3.2.0')}servers: [{url: 'https://a', ${fields}}]\n`,
    'a tag': (fields) => `${operation('responses: {}', '', '3.2.0')}tags: [{name: t, ${fields}}]\n`,
    'a response': (fields) => operation(`responses: {'200': {${fields}}}`, '', '3.2.0'),
    'a webhook': (fields) => `openapi: 3.1.0\nwebhooks: {w: {post: {responses: {}, ${fields}}}}\n`,
  }
  it.each(
    rows(`
the definition | info: {title: t} | info: {title: u}
the definition | info: {license: {name: a}} | info: {license: {name: b}}
the definition | info: {contact: {name: a}} | info: {contact: {name: b}}
the definition | info: {termsOfService: a} | info: {termsOfService: b}
the definition | info: {summary: a} | info: {summary: b}
the definition | jsonSchemaDialect: a | jsonSchemaDialect: b
the definition | tags: [{name: a}] | tags: [{name: a}, {name: b}]
a media type | example: a | example: b
a media type | examples: {a: {value: 1}} | examples: {a: {value: 2}}
a media type | examples: {a: {value: 1}} | examples: {a: {value: 1, summary: s}}
a schema | title: a | title: b
a schema | description: a | description: b
a schema | example: {a: 1} | example: {a: 2}
a schema | externalDocs: {url: a} | externalDocs: {url: b}
a schema | deprecated: false | deprecated: true
a schema | $comment: a | $comment: b
a server | name: a | name: b
a tag | parent: a | parent: b
a tag | kind: nav | kind: badge
a tag | summary: a | summary: b
a tag | externalDocs: {url: a} | externalDocs: {url: b}
a response | summary: a | summary: b
a response | description: a | description: b
a webhook | description: a | description: b
a webhook | deprecated: false | deprecated: true
`),
  )('%s: %s -> %s', (where = '', old = '', next = '') => {
    const define = inside[where]
    expectVerdict(define?.(old) ?? '', define?.(next) ?? '', 'L')
    expectVerdict(define?.(next) ?? '', define?.(old) ?? '', 'L')
  })
})
