/** The formats that the JSON Schema validator checks, against ajv-formats: texts that are nearly in a format. */
import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { formatChecks } from '../../src/engine/json-schema/value-keywords.ts'
import { oracle } from './oracle.ts'

const seeds: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '1900-02-28', '2026-12-31'],
  time: ['23:59:60Z', '00:00:00.5+01:00', '12:30:45z', '23:59:59-23:59'],
  'date-time': ['2024-02-29T23:59:60Z', '2026-01-01t00:00:00.25-08:00', '2016-12-31 23:59:60z'],
  duration: ['P1Y2M3DT4H5M6S', 'P4W', 'PT36H', 'P1D'],
  email: ['a.b+c@example.com', "o'x@a-b.co"],
  hostname: ['example.com', 'a-b.c', 'xn--4gbwdl.xn--wgbh1c'],
  ipv4: ['192.168.0.1', '255.255.255.255'],
  ipv6: ['2001:db8::1', '::ffff:192.0.2.1', 'fe80::1', '::', '1:2:3:4:5:6:7:8'],
  uri: ['http://a.b:80/c?d=e#f', 'urn:isbn:1', 'mailto:a@b.c', 'http://[::1]/%20'],
  url: ['https://a.example/b', 'ftp://x.y:21/'],
  'uri-reference': ['../a?b#c', '//h/p', '#', 'a:b'],
  'uri-template': ['http://a/{b}', '/{+c*}{?d,e:3}', '{&f}'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000', 'urn:uuid:123E4567-E89B-12D3-A456-426614174000'],
  regex: ['^a[b-z]{2,3}$', '(?<n>x)\\k<n>', '\\p{L}'],
  'json-pointer': ['/a~0b/~1', '', '/'],
  'relative-json-pointer': ['0', '1/a', '10#', '2/~1'],
  'json-pointer-uri-fragment': ['#/a%20b', '#', '#/~0'],
  byte: ['YWJj', 'YQ==', ''],
}

const letter = fc.constantFrom(...'09aAfzZtT:-+./#?%@~[]{}=P_ ,é\n\\(')

/** A text of the format with up to three letters added, taken away or changed. */
const near = (texts: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.array(fc.tuple(fc.nat(60), fc.nat(2), letter), { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((now, [at, how, added]) => {
        const place = at % (now.length + 1)
        return now.slice(0, place) + (how === 0 ? '' : added) + now.slice(place + (how === 2 ? 0 : 1))
      }, text),
    )

const cases = fc
  .constantFrom(...Object.keys(seeds))
  .chain((name) => fc.record({ name: fc.constant(name), text: near(seeds[name] ?? []) }))

/** RFC 3986, by the expression of its appendix B and the characters of each part: ajv-formats takes more, and less. */
function isReference(text: string, isRelative: boolean): boolean {
  const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text)
  if (!parts) return false
  const [, scheme, authority, path = '', query = '', fragment = ''] = parts
  const segments = path.split('/')
  const starts =
    scheme === undefined
      ? isRelative && (authority !== undefined || !segments[0]?.includes(':'))
      : isScheme(scheme)
  return (
    starts &&
    (authority === undefined || (isAuthority(authority) && (path === '' || path.startsWith('/')))) &&
    segments.every((segment) => consistsOf(segment, ':@')) &&
    [query, fragment].every((part) => consistsOf(part, ':@/?'))
  )
}

const isScheme = (text: string) => /^[a-z][a-z0-9+.-]*$/i.test(text)
const consistsOf = (text: string, others: string) =>
  text
    .replaceAll(/%[0-9a-f]{2}/gi, '')
    .split('')
    .every((each) => /[\w.~!$&'()*+,;=-]/.test(each) || others.includes(each))

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [, host = '', port = ''] = /^(\[.*\]|[^:]*)(?::(.*))?$/s.exec(text.slice(at + 1)) ?? ['', '[']
  const isHost = host.startsWith('[') ? isLiteral(host.slice(1, -1)) : consistsOf(host, '')
  return consistsOf(text.slice(0, Math.max(at, 0)), ':') && isHost && /^\d*$/.test(port)
}

const isLiteral = (text: string) =>
  holds(fullFormats.ipv6, text) || /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text)

/** Where ajv-formats is not what the format's RFC says, or says of `url` more than that it is an address of the web. */
const apart: Readonly<Record<string, (text: string, theirs: boolean) => boolean>> = {
  // ajv-formats does not check its first letters.
  regex: (text) => text.startsWith('\\Z'),
  url: (_text, theirs) => !theirs,
  'json-pointer-uri-fragment': (text) => text.includes('?'),
  byte: (text) => /[^A-Za-z0-9+/=]/.test(text),
  time: (text) => /[+-]\d{2}(?:\d{2})?$/.test(text),
  'date-time': (text) => /[+-]\d{2}(?:\d{2})?$/.test(text),
  'uri-template': (text) => /\{[^}]*\.[^}]*\}/.test(text),
}

function holds(format: Format | undefined, text: string): boolean {
  if (format instanceof RegExp) return format.test(text)
  if (typeof format === 'function') return format(text) === true
  if (typeof format === 'object' && 'validate' in format) return holds(format.validate as Format, text)
  throw new Error('a format of another kind')
}

export const run = oracle(cases, ({ name, text }) => {
  const isUri = name.startsWith('uri') && name !== 'uri-template'
  const theirs = isUri
    ? isReference(text, name === 'uri-reference')
    : holds(fullFormats[name as keyof typeof fullFormats], text)
  if (apart[name]?.(text, theirs)) return `${name} apart`
  if (formatChecks.get(name)?.(text) !== theirs)
    throw new Error(`${name}: the other says ${theirs} of ${JSON.stringify(text)}`)
  return `${name} ${theirs ? 'holds' : 'fails'}`
})
