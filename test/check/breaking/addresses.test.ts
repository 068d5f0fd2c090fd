import { expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const v3 = (servers: string) => `openapi: 3.1.0\nservers: ${servers}\npaths: {}`
const v2 = (rest: string) => `swagger: '2.0'\n${rest}\npaths: {}`
const own = (ofPath: string, ofOperation: string) =>
  `openapi: 3.1.0\npaths: {/x: {servers: ${ofPath || '[]'}, get: {servers: ${ofOperation || '[]'}, responses: {}}}}`
const at = (base: string, ...paths: string[]) =>
  `openapi: 3.1.0\nservers: [{url: 'https://a${base}'}]\npaths: {${paths.map((path) => `${path}: {get: {responses: {}}}`).join(', ')}}`
const used = (top: string, ofOperation: string) =>
  `openapi: 3.1.0\nservers: ${top || '[]'}\npaths: {/x: {get: {servers: ${ofOperation || '[]'}, responses: {}}}}`
const schemes = (top: string, ofOperation: string) =>
  `swagger: '2.0'\nhost: a\nschemes: [${top}]\npaths: {/x: {get: {schemes: [${ofOperation}], responses: {}}}}`
const many = (url: string, first: number, last: number, rest = '') => {
  const values = Array.from({ length: last - first }, (_, index) => `'${first + index}'`)
  return v3(`[{url: '${url}', variables: {n: {default: '1', enum: [${values.join(', ')}]}${rest}}}]`)
}
const versioned = ', v: {default: v2, enum: [v1, v2]}'
const uncompared = 'breaking-not-compared'
const moved = 'breaking-base-path-changed'
const gone = 'breaking-server-removed'
const last = 'breaking-last-server-removed'
const hooks = (servers: string, paths = '{}') =>
  `openapi: 3.1.0\nservers: ${servers}\npaths: ${paths}\nwebhooks: {w: {post: {responses: {}}}}`
const nothing = 'openapi: 3.1.0\npaths: {}'
const cases: readonly (readonly [title: string, before: string, after: string, rules: readonly string[]])[] =
  [
    ['another base path', v3('[{url: https://a/v1}]'), v3('[{url: https://a/v2}]'), [moved]],
    ['one more', v3('[{url: https://a/v1}]'), v3('[{url: https://a/v2}, {url: https://a/v1}]'), []],
    ['one of two', v3('[{url: https://a/v1}, {url: https://b/v1}]'), v3('[{url: https://b/v1}]'), [gone]],
    ['another host', v3('[{url: https://a/v1}]'), v3('[{url: https://b/v1}]'), [last]],
    ['a slash at the end', v3('[{url: https://a/v1}]'), v3('[{url: https://A/v1/}]'), []],
    ['http that becomes https', v3('[{url: http://a/v1}]'), v3('[{url: https://a/v1}]'), [gone]],
    ['http, and https stays', v3('[{url: http://a}, {url: https://a}]'), v3('[{url: https://a}]'), [gone]],
    ['https that becomes a socket', v3('[{url: https://a/v1}]'), v3('[{url: wss://a/v1}]'), [last]],
    ['http that becomes a socket', schemes('http', 'http'), schemes('http', 'ws'), [last]],
    ['a socket more', v3('[{url: https://a}]'), v3('[{url: https://a}, {url: wss://a}]'), []],
    ['a secure socket', v3('[{url: wss://a}]'), v3('[{url: wss://a}]'), []],
    ['base path into paths', at('/a/v1', '/x'), at('/a', '/v1/x'), []],
    ['base path out of paths', at('/a', '/v1/x'), at('/a/v1', '/x'), []],
    [
      'base path into paths, and one goes',
      at('', '/v1/x', '/v1/y'),
      at('/v1', '/x'),
      ['breaking-path-removed'],
    ],
    [
      'base path into paths, but not into webhooks',
      `${at('/v1', '/x')}\nwebhooks: {/v1/h: {post: {responses: {}}}}`,
      `${at('', '/v1/x')}\nwebhooks: {/v1/h: {post: {responses: {}}}}`,
      [],
    ],
    [
      'base path into some paths',
      at('/v1', '/x', '/y'),
      at('', '/v1/x', '/y'),
      [moved, 'breaking-path-removed'],
    ],
    ['base path into other words', at('/v1', '/x'), at('', '/v10/x'), [moved, 'breaking-path-removed']],
    [
      'base path into paths, of one of two servers',
      at('/v1', '/x'),
      at('', '/v1/x').replace('[', '[{url: https://b}, {url: /v2}, '),
      [moved, 'breaking-path-removed'],
    ],
    [
      'base path into paths, but for an operation with servers of its own',
      at('/v1', '/x'),
      at('', '/v1/x').replace('get: {', 'get: {servers: [{url: https://b/v1}], '),
      [moved, 'breaking-path-removed'],
    ],
    ['a host that gets a name', v3('[{url: /v1}]'), v3('[{url: https://a/v1}]'), []],
    ['a relative address', v3('[{url: v1}]'), v3('[{url: v2}]'), [moved]],
    ['none, then one', nothing, v3('[{url: /v1}]'), [moved]],
    ['one, then none', v3('[{url: https://a/v1}]'), nothing, [moved]],
    ['the port of https', v3('[{url: https://a:443}]'), v3('[{url: HTTPS://a}]'), []],
    ['the port of http', v3('[{url: http://a}]'), v3('[{url: http://a:80}]'), []],
    ['the port of http, with https', v3('[{url: https://a}]'), v3('[{url: https://a:80}]'), [last]],
    ['a port', v3('[{url: https://a:8443}]'), v3('[{url: https://a}]'), [last]],
    [
      'a variable with another name',
      v3("[{url: 'https://a/{v}', variables: {v: {default: v1}}}]"),
      v3("[{url: 'https://a/{version}', variables: {version: {default: v1}}}]"),
      [],
    ],
    [
      'a variable with another default',
      v3("[{url: 'https://a/{v}', variables: {v: {default: v1}}}]"),
      v3("[{url: 'https://a/{v}', variables: {v: {default: v2}}}]"),
      [moved],
    ],
    ['where webhooks are all', hooks('[{url: https://a/v1}]'), hooks('[{url: https://b/v2}]'), []],
    [
      'where a path joins the webhooks',
      hooks('[{url: https://a/v1}]'),
      hooks('[{url: https://b/v2}]', '{/x: {get: {responses: {}}}}'),
      [],
    ],
    [
      'beside webhooks',
      hooks('[{url: https://a/v1}]', '{/x: {get: {responses: {}}}}'),
      hooks('[{url: https://a/v2}]', '{/x: {get: {responses: {}}}}'),
      [moved],
    ],
    ['another base path in 2.0', v2('basePath: /v1'), v2('basePath: /v2'), [moved]],
    ['a base path that was never written', v2('host: a'), v2('host: a\nbasePath: /'), []],
    ['another host in 2.0', v2('host: a\nbasePath: /v1'), v2('host: b\nbasePath: /v1'), [last]],
    ['from 2.0 to 3.1', v2('host: a\nbasePath: /v1'), v3('[{url: https://a/v1}]'), []],
    ['from 2.0 to 3.1, with another base path', v2('basePath: /v1'), v3('[{url: https://a/v2}]'), [moved]],
    ['servers of a path', own('[{url: https://a/v1}]', ''), own('[{url: https://a/v2}]', ''), [moved]],
    ['servers of an operation', own('', '[{url: https://a}]'), own('', '[{url: https://b}]'), [last]],
    [
      'an operation that leaves the servers of its path',
      own('[{url: /v1}]', ''),
      own('[{url: /v1}]', '[{url: /v2}]'),
      [moved],
    ],
    ['a path that gets a server of its own', own('', ''), own('[{url: /v2}]', ''), [moved]],
    ['a path that gets that of the definition', own('', ''), own('[{url: /}]', ''), []],
    ['servers that move from a path to its operation', own('[{url: /v1}]', ''), own('', '[{url: /v1}]'), []],
    ['https where http stays', v3('[{url: https://a}, {url: http://a}]'), v3('[{url: http://a}]'), [last]],
    [
      'https of one of two',
      v3('[{url: https://a}, {url: https://b}]'),
      v3('[{url: http://a}, {url: https://b}]'),
      [gone],
    ],
    [
      'https that another has now',
      v3('[{url: https://a}]'),
      v3('[{url: http://a}, {url: https://b}]'),
      [last],
    ],
    [
      'http of one that has https',
      v3('[{url: http://a}, {url: https://b}]'),
      v3('[{url: https://b}]'),
      [gone],
    ],
    ['both of two', v3('[{url: https://a}, {url: https://b}]'), v3('[{url: https://c}]'), [last, last]],
    ['a host that is left out', v3('[{url: https://a}]'), v3('[{url: /}]'), [gone]],
    [
      'a host that may be any',
      v3('[{url: https://a}]'),
      v3("[{url: 'https://{h}', variables: {h: {default: b}}}]"),
      [gone],
    ],
    ['the schemes of 2.0', v2('host: a\nschemes: [https]'), v2('host: a\nschemes: [http]'), [last]],
    ['a scheme of 2.0 that is not written', v2('host: a\nschemes: [https]'), v2('host: a'), []],
    ['schemes of an operation', schemes('https', ''), schemes('https', 'http'), [last]],
    ['schemes of an operation that stay', schemes('https', 'https'), schemes('http', 'https'), []],
    ['schemes of an operation that all had', schemes('https', ''), schemes('http', 'https'), []],
    [
      'base path into paths, with schemes of an operation',
      "swagger: '2.0'\nhost: a\nbasePath: /v1\npaths: {/x: {get: {schemes: [https], responses: {}}}}",
      "swagger: '2.0'\nhost: a\npaths: {/v1/x: {get: {schemes: [https], responses: {}}}}",
      [],
    ],
    [
      'base path into paths, and out of the servers of an operation',
      used('[{url: https://a/v1}]', '[{url: https://b/v1}]'),
      used('[{url: https://a}]', '[{url: https://b}]').replace('/x', '/v1/x'),
      [],
    ],
    [
      'one that no operation had',
      used('[{url: https://a/v1}]', '[{url: https://b/v1}]'),
      used('[{url: https://b/v1}]', ''),
      [],
    ],
    ['one that moves into its operation', used('[{url: https://a}]', ''), used('', '[{url: https://a}]'), []],
    [
      'one that an operation without servers had',
      used('[{url: https://a}]', '').replace('get:', 'put: {servers: [{url: https://b}]}, get:'),
      used('[{url: https://b}]', '').replace('get:', 'put: {servers: [{url: https://b}]}, get:'),
      [last],
    ],
    ['a value among many', many('https://{n}', 1, 1001), many('https://{n}', 1, 1000), [uncompared]],
    ['a value more than many', many('https://{n}', 1, 1000), many('https://{n}', 1, 1001), []],
    ['a value that makes it many', many('https://{n}', 1, 500), many('https://{n}', 1, 502), []],
    [
      'many that become any',
      many('https://{n}', 1, 1001),
      v3("[{url: 'https://{n}', variables: {n: {default: a}}}]"),
      [],
    ],
    ['many that nobody describes', many('https://{n}', 1, 1001), v3("[{url: 'https://{n}'}]"), [uncompared]],
    ['any that become many', v3("[{url: 'https://{n}'}]"), many('https://{n}', 1, 1001), [uncompared]],
    ['many that become others', many('https://{n}', 1, 1001), many('https://x{n}', 1, 1001), [uncompared]],
    [
      'a base path among many',
      many('https://{n}/{v}', 1, 300, versioned),
      many('https://{n}/{v}', 1, 300, versioned.replace('v1, ', '')),
      [uncompared],
    ],
    ['servers that are not a list', v3('{url: 1}'), v3('[1, null, {url: {}}]'), []],
  ]

it.each(cases)('addresses: %s', (_, before, after, rules) => {
  expect(changesBetween(before, after).map(({ rule }) => rule)).toEqual(rules)
  expect(changesBetween(before, before)).toEqual([])
})

it('says which base path is gone, and where', () => {
  const [change] = changesBetween(v3('[{url: https://a/v1}]'), v3('[{url: https://a/v2}]'))
  expect(change).toMatchObject({
    message: 'No server has the base path `/v1` any more',
    path: ['servers', '/v1'],
    oldPath: ['servers', 0],
  })
})
