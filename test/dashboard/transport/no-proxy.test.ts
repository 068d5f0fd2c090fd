import { expect, it } from 'vitest'
import { isExcepted } from '../../../src/dashboard/transport/proxy.ts'

it.each([
  ['https://dash.example', '*', true],
  ['https://dash.example', '', false],
  ['https://dash.example', 'dash.example', true],
  ['https://dash.example', 'other.example', false],
  ['https://dash.example', 'DASH.Example', true],
  ['https://dash.example', 'other.example dash.example', true],
  ['https://dash.example', 'other.example, dash.example', true],
  // Below a name, but not beside it.
  ['https://dash.example', 'example', true],
  ['https://dash.example', '.example', true],
  ['https://dash.example', '*.example', true],
  ['https://a.dash.example', '.dash.example', true],
  ['https://mydash.example', 'dash.example', false],
  ['https://dash.example', 'a.dash.example', false],
  // A dot at the end.
  ['https://dash.example.', 'dash.example', true],
  ['https://dash.example', 'dash.example.', true],
  ['https://dash.example.', '.example.', true],
  // Ports.
  ['https://dash.example', 'dash.example:443', true],
  ['http://dash.example', 'dash.example:80', true],
  ['http://dash.example', 'dash.example:443', false],
  ['https://dash.example:8443', 'dash.example:8443', true],
  ['https://dash.example', 'dash.example:8443', false],
  ['https://dash.example', '.example:443', true],
  // Addresses, however they are spelt.
  ['https://10.0.0.7', '10.0.0.7', true],
  ['https://10.0.0.7', '0.0.7', false],
  ['https://10.0.0.7:8443', '10.0.0.7:8443', true],
  ['https://[2001:db8::1]', '2001:db8::1', true],
  ['https://[2001:db8::1]', '2001:0DB8:0:0::1', true],
  ['https://[2001:db8:0:0::1]', '[2001:db8::1]', true],
  ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443', true],
  ['https://[2001:db8::1]', '[2001:db8::1]:8443', false],
  ['https://[2001:db8::2]', '2001:db8::1', false],
  // Blocks.
  ['https://10.1.2.3', '10.0.0.0/8', true],
  ['https://11.1.2.3', '10.0.0.0/8', false],
  ['https://10.1.2.3', '10.1.2.3/32', true],
  ['https://10.1.2.3', '0.0.0.0/0', true],
  ['https://192.168.5.9', '192.168.4.0/23', true],
  ['https://[2001:db8:ffff::1]', '2001:db8::/32', true],
  ['https://[2001:db9::1]', '2001:db8::/32', false],
  ['https://[2001:db8::1]', '[2001:db8::]/32', true],
  ['https://10.1.2.3', '2001:db8::/32', false],
  ['https://[::ffff:10.1.2.3]', '10.0.0.0/8', true],
  ['https://dash.example', '10.0.0.0/8', false],
  // What means nothing excepts nothing.
  ['https://10.1.2.3', '10.0.0.0/33', false],
  ['https://10.1.2.3', 'ten.0.0.0/8', false],
  ['https://dash.example', '.', false],
  ['https://dash.example', ':443', false],
  ['https://dash.example', '/8', false],
  ['https://dash.example', 'a b,,[', false],
])('%s, NO_PROXY %j: %s', (target, noProxy, expected) => {
  expect(isExcepted(new URL(target), noProxy)).toBe(expected)
})
