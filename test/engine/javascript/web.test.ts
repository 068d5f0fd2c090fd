import { describe, expect, it } from 'vitest'
import { runCode } from './run-code.ts'

/** What a piece of code gives in the sandbox, and in Node: both as JSON, or the name of what it throws. */
const inNode = (code: string): string => {
  const run = new Function(
    `const show = ${show}; try { return show(${code}) } catch (error) { return String(error.name) }`,
  )
  return String(run())
}
const show =
  '(value) => JSON.stringify(value, (key, held) => held instanceof Map ? ["map", ...held] : held instanceof Set ? ["set", ...held] : ArrayBuffer.isView(held) ? [...held] : held) ?? "undefined"'
const inSandbox = async (code: string): Promise<string> => {
  const text = `const show = ${show}; module.exports = () => { let message; try { message = show(${code}) } catch (error) { message = String(error.name) } return [{ message }] }`
  const { rules, failures } = await runCode(text)
  return rules[0]?.replace(/^own : /, '') ?? failures.join()
}

const cases: readonly string[] = [
  "new URL('https://user:p%40ss@example.com:8443/a/../b?q=1&q=%20x#top').href",
  "(({ origin, protocol, host, hostname, port, pathname, search, hash }) => [origin, protocol, host, hostname, port, pathname, search, hash])(new URL('HTTP://EXAMPLE.com:80/ü?é#ñ'))",
  "new URL('../c?x#y', 'https://a.b/d/e/').toString()",
  "new URL('/v1')",
  "new URL('https://münchen.example/').hostname",
  "URL.canParse('x y', 'https://a.b') && !URL.canParse('//')",
  "{ const u = new URL('https://a.b/x?y=1'); u.searchParams.append('z', 'a b&c'); u.pathname = '/é'; u.hash = 'h'; return u.href }",
  "JSON.stringify({ u: new URL('https://a.b') })",
  "[...new URLSearchParams('?a=1&b=%2B+c&a=&=x&d')]",
  "new URLSearchParams({ q: 'a b', r: \"!'()~*\", s: 'ü😀' }).toString()",
  "new URLSearchParams([['a', '1'], ['b', '2'], ['a', '3']]).getAll('a')",
  "{ const p = new URLSearchParams('b=2&a=1&b=3'); p.set('b', 9); p.sort(); p.delete('a'); return [p.toString(), p.has('b'), p.get('c'), p.size] }",
  "new URLSearchParams('x=%FF%FE&y=%E2%82').toString()",
  "new TextEncoder().encode('aé€😀\\ud800')",
  "new TextEncoder().encodeInto('a€😀', new Uint8Array(5))",
  'new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]))',
  'new TextDecoder().decode(new Uint8Array([0xff, 0x61, 0xc0, 0xaf, 0xe0, 0x80, 0x80, 0xed, 0xa0, 0x80, 0xf0, 0x90, 0x62, 0xe2, 0x82]))',
  "new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0x61, 0xff]))",
  "new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).length",
  "[btoa(''), btoa('a'), btoa('ab'), btoa('abc'), btoa('\\xff\\0')]",
  "btoa('€')",
  "[atob('YQ=='), atob(' YWI '), atob('YWJj'), atob('')]",
  "atob('YQ=')",
  "atob('Y')",
  'structuredClone({ a: [1, { b: null }], d: new Date(0), m: new Map([[1, new Set([2])]]), t: new Uint8Array([1, 2]) })',
  '{ const a = { n: 1 }; a.self = a; const b = structuredClone(a); return [b.self === b, b !== a, b.n] }',
  'structuredClone({ f() {} })',
  "structuredClone(Symbol('x'))",
  'structuredClone([1, , 3]).length',
]
const asExpression = (code: string) => (code.startsWith('{') ? `(() => ${code})()` : code)

describe('what only computes is as in Node:', () => {
  it.each(cases)('%s', async (code) => {
    expect(await inSandbox(asExpression(code))).toBe(inNode(asExpression(code)))
  })
})

it.each(['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'structuredClone', 'atob', 'btoa'])(
  '%s cannot be changed for other files',
  async (name) => {
    const code = `module.exports = () => { try { globalThis.${name} = 1 } catch {} try { (${name}.prototype ?? ${name}).toString = 1 } catch {} return [{ message: typeof ${name} + typeof (${name}.prototype ?? ${name}).toString }] }`
    expect((await runCode(code)).rules).toEqual(['own : functionfunction'])
  },
)
