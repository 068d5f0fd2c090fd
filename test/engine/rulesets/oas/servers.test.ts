import { describe, expect, it } from 'vitest'
import { placesOf, type Row, version2, version30, version31 } from './oas-places.ts'

const server = (text: string) => version30(`servers: [{${text}}]`)

const rows: Row[] = [
  ['oas2-api-host', version2(''), ''],
  ['oas2-api-host', version2("host: ''"), 'host'],
  ['oas2-api-host', version2('host: a.b')],
  ['oas2-api-host', version30('')],
  ['oas2-api-schemes', version2(''), ''],
  ['oas2-api-schemes', version2('schemes: []'), 'schemes'],
  ['oas2-api-schemes', version2('schemes: [3]'), 'schemes|0'],
  ['oas2-api-schemes', version2('schemes: [https]')],
  ['oas2-host-not-example', version2('host: api.example.com'), 'host'],
  ['oas2-host-not-example', version2('host: examplexcom')],
  ['oas2-host-trailing-slash', version2('host: a.b/'), 'host'],
  ['oas2-host-trailing-slash', version2('host: a.b')],
  ['oas3-api-servers', version30(''), ''],
  ['oas3-api-servers', version31('servers: []'), 'servers'],
  ['oas3-api-servers', version30('servers: [a]'), 'servers|0'],
  ['oas3-api-servers', version30('servers: [{}]')],
  ['oas3-server-not-example.com', server('url: https://example.com/v1'), 'servers|0|url'],
  ['oas3-server-not-example.com', server('url: https://a.b')],
  ['oas3-server-trailing-slash', server('url: https://a.b/'), 'servers|0|url'],
  ['oas3-server-trailing-slash', server('url: /')],
  ['oas3-server-variables', server("url: 'https://{a}.b'"), 'servers|0'],
  ['oas3-server-variables', server("url: 'https://{a}.b', variables: {}"), 'servers|0|variables'],
  ['oas3-server-variables', server("url: 'https://{a}.b', variables: {a: {}}"), 'servers|0|variables|a'],
  [
    'oas3-server-variables',
    server('url: https://a.b, variables: {c: {default: d}}'),
    'servers|0|variables|c',
  ],
  [
    'oas3-server-variables',
    server("url: 'https://{a}.b', variables: {a: {default: x, enum: [y]}}"),
    'servers|0|variables|a|default',
  ],
  [
    'oas3-server-variables',
    server("url: 'https://a.b:{p}', variables: {p: {default: '1', enum: ['1', x]}}"),
    'servers|0|variables',
  ],
  ['oas3-server-variables', server("url: 'https://{a}.b', variables: {a: {default: 3}}"), 'servers|0'],
  [
    'oas3-server-variables',
    server("url: 'https://{a}.b', variables: {a: {default: x, foo: y}}"),
    'servers|0',
  ],
  ['oas3-server-variables', server('variables: {}'), 'servers|0'],
  [
    'oas3-server-variables',
    server("url: 'https://{a}.b/{c}', variables: {a: {default: x, enum: [x, y]}, c: {default: d}}"),
  ],
  [
    'oas3-server-variables',
    version31(`paths: {/a: {servers: [{url: '{a}'}], get: {servers: [{url: '{a}'}]}}}
components: {links: {l: {server: {url: '{a}'}}}}`),
    'paths|/a|servers|0',
    'paths|/a|get|servers|0',
    'components|links|l|server',
  ],
]

describe('rules of servers', () => {
  it.each(rows)('%s: %s', async (rule, text, ...places) => {
    expect(await placesOf(rule, text)).toEqual(places)
  })

  it('tries a bounded number of values of variables', async () => {
    const values = Array.from({ length: 40 }, (_, index) => `v${index}`).join(', ')
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
    const variables = names.map((name) => `${name}: {default: v0, enum: [${values}]}`).join(', ')
    const url = names.map((name) => `{${name}}`).join('.')
    expect(
      await placesOf('oas3-server-variables', server(`url: 'https://${url}', variables: {${variables}}`)),
    ).toEqual([])
  })
})
