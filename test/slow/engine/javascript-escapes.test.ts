import { describe, expect, it } from 'vitest'
import { runCode } from '../../engine/javascript/run-code.ts'

/** Ways to get out of the sandbox, and what comes back: what is there, as text. */
const reaching: readonly (readonly [string, string])[] = [
  ['process', 'typeof process'],
  ['require of the platform', 'typeof globalThis.require'],
  ['fetch', 'typeof fetch'],
  ['XMLHttpRequest', 'typeof XMLHttpRequest'],
  ['WebAssembly', 'typeof WebAssembly'],
  ['timers', 'typeof setTimeout + typeof setInterval + typeof setImmediate + typeof queueMicrotask'],
  ['the modules of QuickJS', 'typeof std + typeof os + typeof bjson'],
  ['Deno and Bun', 'typeof Deno + typeof Bun'],
  ['threads', 'typeof Worker + typeof SharedArrayBuffer + typeof Atomics'],
  ['a precise clock', 'typeof performance'],
  ['garbage collection', 'typeof WeakRef + typeof FinalizationRegistry + typeof gc'],
  ['process by a constructor', '(() => {}).constructor("return typeof process")()'],
  ['process by an async constructor', 'typeof (async () => {}).constructor("return process")'],
  [
    'process by the constructor of an error',
    'new Error().constructor.constructor("return typeof process")()',
  ],
  [
    'process by a function of the host',
    'Object.values(globalThis.__gov ?? {}).concat(globalThis.__gov).map((f) => f.constructor("return typeof process")()).join()',
  ],
  ['process by its context', 'context.constructor.constructor("return typeof process")()'],
  ['process by its path', 'context.path.constructor.constructor("return typeof process")()'],
  ['process by indirect eval', '(0, eval)("typeof process")'],
  [
    'process by a symbol',
    'Symbol.for("nodejs.util.inspect.custom").constructor.constructor("return typeof process")()',
  ],
  [
    'the caller',
    '(() => { try { return typeof (function f() { return f.caller })() } catch (e) { return "undefined" } })()',
  ],
  ['frames of the host in a stack', '/node_modules|\\.ts:|wasm/.test(new Error().stack)'],
  [
    'frames of the host by prepareStackTrace',
    '(() => { Error.prepareStackTrace = (_, f) => f; const s = new Error().stack; return typeof s === "string" || !s?.some?.((x) => x.getThis?.()) })()',
  ],
  ['the global of another realm', 'typeof ShadowRealm'],
  ['the zone', 'new Date(2020, 5, 1).getTimezoneOffset() + new Date("2020-06-01T00:00").toISOString()'],
  ['chance', 'Math.random() === Math.random()'],
]

const harmless = /^(?:undefined|function|true|false|0|1970|02020-06-01T00:00:00\.000Z)*(?:,undefined)*$/

const rule = (body: string) => `export default (input, options, context) => { ${body} }`

describe('from the inside there is no', () => {
  it.each(reaching)('%s', async (_what, expression) => {
    const { rules, failures } = await runCode(rule(`return [{ message: 'is ' + String(${expression}) }]`))
    expect(failures).toEqual([])
    expect(rules).toEqual([expect.stringMatching(/^own : is /)])
    expect(rules[0]?.slice('own : is '.length)).toMatch(harmless)
    expect(rules[0]).not.toContain('object')
  })

  it.each([
    [
      'import() of a module of Node',
      'return import("node:fs").then((fs) => [{ message: typeof fs.readFileSync("/etc/passwd") }])',
    ],
    ['import() of a file', 'return import("/etc/passwd").then(() => [{ message: "read" }])'],
    ['import() of a URL', 'return import("https://example.com/x.js").then(() => [{ message: "read" }])'],
    [
      'import() of a data URL',
      'return import("data:text/javascript,export default 1").then((m) => [{ message: String(m.default()) }])',
    ],
    [
      'import() of a file in its folder that no text names',
      'return import("./" + "other" + ".js").then(() => [{ message: "read" }])',
    ],
    [
      'require of a module of Node',
      'return [{ message: String(__gov("node:fs").readFileSync("/etc/passwd")) }]',
    ],
    ['require of a file', 'return [{ message: String(__gov("/etc/passwd").x()) }]'],
  ])('%s', async (_what, body) => {
    const { rules, failures } = await runCode(rule(body), {
      files: { 'functions/other.js': 'export default 1' },
    })
    expect(rules).toEqual([])
    expect(failures).toHaveLength(1)
  })
})

describe('does not end, and is stopped:', () => {
  it.each([
    ['a loop', 'for (;;) {}'],
    ['a loop that catches', 'for (;;) { try { for (;;) {} } catch {} finally { continue } }'],
    ['a regular expression', 'return [{ message: String(/^(a+)+$/.test("a".repeat(40) + "b")) }]'],
    ['a chain of promises', 'const again = () => Promise.resolve().then(again); return again()'],
    ['an async loop', 'return (async () => { for (;;) await null })()'],
    ['a getter on a result', 'return [{ get message() { for (;;) {} } }]'],
    ['an iterator', 'return { *[Symbol.iterator]() { for (;;) yield { message: "m" } } }'],
    ['a thenable', 'return { then() { for (;;) {} } }'],
    ['an error that is read', 'throw { get message() { for (;;) {} } }'],
    [
      'a path',
      'return [{ message: "m", path: new Proxy([], { get: (t, k) => k === "length" ? 2 ** 32 - 1 : t[k] }) }]',
    ],
  ])(
    '%s',
    async (_what, body) => {
      const { rules, failures } = await runCode(rule(body), { steps: 100 })
      expect(rules).toEqual([])
      expect(failures).toEqual([
        expect.stringMatching(
          /^rule own at the root: .*(?:takes too long|too much memory|never settled|larger than)/,
        ),
      ])
    },
    240_000,
  )
})

describe('takes more than it may, and fails:', () => {
  it.each([
    ['a list that grows', 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))'],
    ['a text that doubles', 'let s = "x"; for (;;) s += s'],
    ['a large buffer', 'return [{ message: String(new ArrayBuffer(2 ** 31).byteLength) }]'],
    ['calls without end', 'const deep = () => deep() + 1; return deep()'],
    [
      'calls without end through JSON',
      'const o = { toJSON: () => JSON.stringify(o) }; return JSON.stringify(o)',
    ],
    [
      'a list without end in lists',
      'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return [{ message: JSON.stringify(o) }]',
    ],
    [
      'results of 40 MB',
      'const text = "x".repeat(1e6); return Array.from({ length: 40 }, (_, i) => ({ message: i + text }))',
    ],
    ['a result that is its own part', 'const o = []; o.push(o); return o'],
  ])(
    '%s',
    async (_what, body) => {
      const { rules, failures } = await runCode(rule(body))
      expect(rules).toEqual([])
      expect(failures).toEqual([expect.stringMatching(/^rule own at the root: /)])
    },
    240_000,
  )

  it('a text of 10 MB comes out shortened', async () => {
    const { rules, failures } = await runCode(rule('return [{ message: "x".repeat(1e7) }]'))
    expect(failures).toEqual([])
    expect(rules[0]?.length).toBeLessThan(5_000)
  })

  it('a text of 10 MB goes in', async () => {
    const document = { x: 'é'.repeat(1e7) }
    const { rules } = await runCode(rule('return [{ message: String(input.length) }]'), {
      document,
      given: '$.x',
    })
    expect(rules).toEqual(['own x: 10000000'])
  })
})

describe('changes what the sandbox stands on, and harms only itself:', () => {
  const host = { ...Object.prototype }

  it.each([
    [
      'the prototype of objects',
      'Object.prototype.polluted = 1; Object.prototype.message = "m"; return [{}]',
    ],
    ['a key __proto__ in a result', 'return [JSON.parse(\'{"message":"m","__proto__":{"polluted":1}}\')]'],
    ['a path with __proto__', 'return [{ message: "m", path: ["__proto__", "polluted"] }]'],
    [
      'JSON',
      'JSON.stringify = () => "[{\\"message\\":1}]"; JSON.parse = () => process; return [{ message: "m" }]',
    ],
    [
      'the lists',
      'Array.prototype.map = Array.prototype.push = () => { throw 1 }; return [{ message: "m", path: ["x"] }]',
    ],
    [
      'the iterator of lists',
      'Array.prototype[Symbol.iterator] = function* () { yield { message: "m" } }; return []',
    ],
    ['toJSON of everything', 'Object.prototype.toJSON = () => "x"; return [{ message: "m" }]'],
    [
      'the function that gives modules',
      'Object.defineProperty(globalThis, "__gov", { value: 1 }); return [{ message: "m" }]',
    ],
    ['its document', 'input.openapi = { polluted: 1 }; delete input.info; return [{ message: "m" }]'],
  ])('%s', async (_what, body) => {
    const document = { openapi: '3.0.0', info: {} }
    const { rules, failures } = await runCode(rule(body), { document })
    expect([...rules, ...failures].join('\n')).toMatch(/^(own |rule own at)/)
    expect({}).not.toHaveProperty('polluted')
    expect({ ...Object.prototype }).toEqual(host)
    expect(document).toEqual({ openapi: '3.0.0', info: {} })
  })

  it('its frozen and hostile values come out as text', async () => {
    const { rules } = await runCode(
      rule('return [{ message: "\\u001b[31m\\u0000\\ud800 ::error::x", path: ["\\u0000", {}, null] }]'),
    )
    expect(rules).toHaveLength(1)
  })
})
