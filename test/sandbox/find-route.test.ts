import { expect, it } from 'vitest'
import { createFinder } from '../../src/sandbox/http/app.ts'

const find = createFinder([
  { method: 'GET', path: '/apis' },
  { method: 'GET', path: '/apis/search' },
  { method: 'GET', path: '/apis/{id}' },
  { method: 'PUT', path: '/apis/{id}' },
  { method: 'DELETE', path: '/gw/{key}/of/{api}' },
])

it.each([
  ['GET', '/apis', '/apis', {}],
  ['GET', '/apis/search', '/apis/search', {}],
  ['PUT', '/apis/search', '/apis/{id}', { id: 'search' }],
  ['GET', '/apis/se%61rch', '/apis/search', {}],
  ['GET', '/%61pis/a', '/apis/{id}', { id: 'a' }],
  ['GET', '/apis/a%2Fb', '/apis/{id}', { id: 'a/b' }],
  ['GET', '/apis/a%2525', '/apis/{id}', { id: 'a%25' }],
  ['GET', '/apis/%ff', '/apis/{id}', { id: '%ff' }],
  ['GET', '/apis/%', '/apis/{id}', { id: '%' }],
  ['GET', '/apis/{id}', '/apis/{id}', { id: '{id}' }],
  ['GET', '/apis/__proto__', '/apis/{id}', { id: '__proto__' }],
  ['DELETE', '/gw/k/of/a', '/gw/{key}/of/{api}', { key: 'k', api: 'a' }],
] as const)('%s %s is for %s', (method, path, template, parameters) => {
  expect(find(method, path)).toEqual({ route: { method, path: template }, parameters })
})

it.each(['/', '', '/api', '/apis/', '//apis', '/apis/a/', '/apis/a/b', '/Apis', '/apis%2Fa', '/gw/k/of/'])(
  'finds nothing: %j',
  (path) => expect(find('GET', path)).toBeUndefined(),
)

it('tells a method that the path does not have from an unknown path', () => {
  expect(find('POST', '/apis/search')).toEqual({ others: [{ method: 'GET', path: '/apis/search' }] })
  expect(find('GET', '/gw/k/of/a')).toMatchObject({ others: [{ method: 'DELETE' }] })
})
