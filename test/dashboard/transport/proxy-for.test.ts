import { expect, it } from 'vitest'
import { chooseProxy } from '../../../src/dashboard/transport/proxy.ts'

const proxies = { http: 'http://plain.example:3128', https: 'secure.example:3129' }

it.each([
  ['http://dash.example/', {}, 'http://plain.example:3128/'],
  ['https://dash.example/', {}, 'http://secure.example:3129/'],
  ['https://dash.example/', { https: 'https://p.example' }, 'https://p.example/'],
  ['https://dash.example/', { https: '' }, undefined],
  ['https://dash.example/', { https: undefined }, undefined],
  ['http://localhost:3000/', {}, undefined],
  ['http://127.0.0.1:3000/', {}, undefined],
  ['http://[::1]:3000/', {}, undefined],
  ['https://dash.example/', { none: '*' }, undefined],
  ['https://dash.example/', { none: 'dash.example' }, undefined],
  ['https://dash.example/', { none: 'DASH.Example' }, undefined],
  ['https://dash.example/', { none: 'example' }, undefined],
  ['https://dash.example/', { none: '.example' }, undefined],
  ['https://dash.example/', { none: '*.example' }, undefined],
  ['https://dash.example/', { none: 'a.example, dash.example' }, undefined],
  ['https://dash.example/', { none: 'dash.example:443' }, undefined],
  ['https://dash.example/', { none: 'dash.example:8443' }, 'http://secure.example:3129/'],
  ['https://mydash.example/', { none: 'dash.example' }, 'http://secure.example:3129/'],
  ['https://10.0.0.7/', { none: '10.0.0.7' }, undefined],
  ['https://[2001:db8::1]/', { none: '2001:db8::1' }, undefined],
  ['https://[2001:db8::1]:8443/', { none: '[2001:db8::1]:8443' }, undefined],
])('%s with %j goes through %s', (target, given, expected) => {
  expect(chooseProxy(new URL(target), { ...proxies, ...given })?.href).toBe(expected)
})

it.each(['socks5://me:secret@p.example', 'http://', 'ftp://p.example'])('refuses %s', (https) => {
  expect(() => chooseProxy(new URL('https://dash.example'), { https })).toThrow(
    /^the proxy for https:\/\/ URLs is not an http:\/\/ or https:\/\/ URL$/,
  )
})

it.each(['http://us%er:pass@p.example', 'http://user:50%@p.example', 'http://user:%ff@p.example'])(
  'refuses %j, and does not show it',
  (https) => {
    expect(() => chooseProxy(new URL('https://dash.example'), { https })).toThrow(
      /^the proxy for https:\/\/ URLs has a user or password with an invalid % escape$/,
    )
  },
)
