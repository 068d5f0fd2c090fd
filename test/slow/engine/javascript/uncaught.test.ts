import { describe, expect, it } from 'vitest'
import { type Files, runCode } from '../../../engine/javascript/run-code.ts'

const deep = 'const deep = (n) => deep(n + 1) + 1'
const fill = 'const all = []; for (;;) all.push(new Uint8Array(1e7))'
const absent = /own\.js:\d+: '\w+' is not available in the sandbox/
/** The platform's own stack can end before that of QuickJS: then nothing runs in this sandbox any more. */
const limit = /needs too much memory, or calls itself too deeply|its sandbox broke: Maximum call stack/

/** What ends a rule, and why. */
const enders: readonly (readonly [string, string, RegExp])[] = [
  ['process', 'process.env.X', absent],
  ['process alone', 'process', absent],
  ['process in a text', 'String(process)', absent],
  ['process behind a space', 'const x =\n    process\n    .env; x', absent],
  ['process, assigned', 'const { env } = process; env', absent],
  ['Buffer', 'Buffer.from("x")', absent],
  ['fetch', 'fetch("https://example.com")', absent],
  ['a timer', 'setTimeout(() => {}, 1)', absent],
  ['Blob', 'new Blob([])', absent],
  ['AbortController', 'new AbortController()', absent],
  ['__dirname', '__dirname + "/x"', absent],
  ['process after a text outside of ASCII', '"😀é"; process.env', absent],
  ['a deep call', `${deep}; deep(0)`, limit],
  ['deep methods', 'const o = { get x() { return this.x + 1 } }; o.x', limit],
  ['deep JSON', 'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; JSON.stringify(o)', limit],
  ['deep text', 'JSON.parse("[".repeat(1e5))', limit],
  ['deep toString', 'const o = { toString() { return String(o) } }; String(o)', limit],
  ['deep sorting', 'const f = () => [2, 1].sort(f); f()', limit],
  ['deep proxies', 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x', limit],
  ['all memory', fill, limit],
  ['a long text', 'let s = "x"; for (;;) { s += s; s.charCodeAt(1) }', limit],
  ['one large buffer', 'new ArrayBuffer(1e9)', limit],
  ['a repeated text', '"x".repeat(9e8).length', limit],
  ['a loop', 'for (;;) {}', /takes too long/],
]

const ways: readonly (readonly [string, (code: string) => string])[] = [
  ['in try', (code) => `export default () => { try { ${code} } catch {} return [] }`],
  [
    'in try with finally that returns',
    (code) => `export default () => { try { ${code} } finally { return [] } }`,
  ],
  [
    'in a promise',
    (code) => `export default async () => { await (async () => { ${code} })().catch(() => {}); return [] }`,
  ],
  [
    'in a promise that nobody awaits',
    (code) => `export default () => { (async () => { await null; ${code} })().catch(() => {}); return [] }`,
  ],
  ['while it is loaded', (code) => `try { ${code} } catch {}\nexport default () => []`],
]

describe.each(ways)('ends the rule, though it is caught %s:', (_way, wrap) => {
  it.each(enders)('%s', async (_what, code, reason) => {
    const { rules, failures } = await runCode(wrap(code), { steps: 3000 })
    expect(rules).toEqual([])
    expect(failures).toEqual([expect.stringMatching(/^rule own(?: at the root)?: /)])
    expect(failures[0]).toMatch(
      reason.source === 'takes too long' ? /takes too long|too much memory/ : reason,
    )
  })
})

/** What only a loader at run time could know, or what its objects have in Node. */
it.each<[string, string]>([
  ['module.require', 'module.require("fs")'],
  ['require.resolve', 'require.resolve("os")'],
  ['require.cache', 'require.cache["x"]'],
  ['require.main', 'require.main.filename'],
  ['module.paths', 'module.paths.length'],
  ['a computed name', 'require("./li" + "b.js")'],
  ['another name of require', 'const r = require; r("./li" + "b.js")'],
])('ends the rule, though it is caught, in CommonJS: %s', async (_name, code) => {
  const files = { 'functions/lib.js': 'module.exports = 1' }
  const text = `module.exports = () => { try { ${code} } catch {} return [] }`
  const { rules, failures } = await runCode(text, { files })
  expect([rules, failures]).toEqual([
    [],
    [expect.stringMatching(/is not available here|is no import that was found/)],
  ])
})

it('ends the rule, though it is caught: a computed import', async () => {
  const text = 'export default async () => { try { await import("./li" + "b.mjs") } catch {} return [] }'
  const { rules, failures } = await runCode(text, { files: { 'functions/lib.mjs': 'export default 1' } })
  expect([rules, failures]).toEqual([[], [expect.stringContaining('is no import that was found')]])
})

it('a package may ask whether there is more', async () => {
  const files = {
    'functions/node_modules/p/index.js':
      'let types; try { types = module.require && module.require("util") } catch {} exports.say = () => [{ message: String(types) }]',
  }
  const text = "const { say } = require('./node_modules/p/index.js'); module.exports = say"
  expect(await runCode(text, { files })).toEqual({ rules: ['own : undefined'], failures: [] })
})

describe('ends the rule, though it is caught:', () => {
  it.each<[string, string, Files?]>([
    ['in a generator', `export default function* () { try { process.env.X } catch {} }`],
    ['in a result', 'export default () => [{ get message() { try { process.env.X } catch {} return "m" } }]'],
    [
      'in a thenable',
      'export default () => ({ then(resolve) { try { process.env.X } catch {} resolve([]) } })',
    ],
    [
      'in a module',
      'import "./part.js"\nexport default () => []',
      { 'functions/part.js': 'try { process.env.X } catch {}' },
    ],
    [
      'in CommonJS',
      'require("./part.cjs")\nmodule.exports = () => []',
      { 'functions/part.cjs': 'try { process.env.X } catch (e) {}' },
    ],
    [
      'by the module of the environment',
      'const skip = require("process").env.SKIP\nmodule.exports = () => skip ? [] : [{ message: "m" }]',
    ],
    [
      'by its name in an import',
      'import { env } from "node:process"\nconst skip = env.SKIP\nexport default () => skip ? [] : [{ message: "m" }]',
    ],
    [
      'by a module of Node',
      'const fs = require("fs")\nmodule.exports = () => { try { fs.readFileSync("x") } catch {} return [] }',
    ],
    [
      'by any()',
      'export default async () => { await Promise.any([Promise.resolve(1), (async () => process.env)()]); return [] }',
    ],
    [
      'by allSettled()',
      'export default async () => { await Promise.allSettled([(async () => process.env)()]); return [] }',
    ],
  ])('%s', async (_what, code, files) => {
    const { rules, failures } = await runCode(code, files && { files })
    expect(rules).toEqual([])
    expect(failures).toHaveLength(1)
  })
})

describe('may ask whether something is there:', () => {
  it.each([
    ['typeof', 'typeof process'],
    ['typeof in brackets', 'typeof (process)'],
    ['typeof with a comment', 'typeof /* here */ process'],
    ['typeof on another line', 'typeof\n process'],
    ['a guard', 'typeof process !== "undefined" && process.env ? 1 : "undefined"'],
    ['a guard the other way', '"undefined" === typeof process ? "undefined" : process.env.X'],
    ['a guard in minified code', '"undefined"!=typeof process&&process.env?1:void 0'],
    ['a property', 'globalThis.process'],
    ['a property that may lack', 'globalThis.process?.env?.X'],
    ['a property by a text', 'globalThis["process"]'],
    ['a pattern', '(({ process }) => process)(globalThis)'],
    ['typeof of all', 'typeof Buffer === "undefined" && typeof setTimeout === "undefined" && typeof Blob'],
    ['the global of a function', 'Function("return this")().process'],
    ['typeof in text made at run time', 'Function("return typeof process")()'],
    ['a variable of that name', '((process) => process.x)({ x: undefined })'],
    ['a key of that name', '({ process: undefined }).process'],
  ])('%s', async (_what, expression) => {
    for (const start of ['export default', 'module.exports =']) {
      const found = await runCode(`${start} () => [{ message: String(${expression}) }]`)
      expect(found).toEqual({ rules: ['own : undefined'], failures: [] })
    }
  })

  it.each([
    ['calls 500 deep', 'const deep = (n) => n === 0 ? 0 : 1 + deep(n - 1); return deep(500)', '500'],
    [
      '60 MB',
      'const all = []; for (let i = 0; i < 6; i++) all.push(new Uint8Array(1e7)); return all.length',
      '6',
    ],
    ['an error that it catches', 'try { null.x } catch { return "caught" }', 'caught'],
    ['a text that is not JSON', 'try { JSON.parse("{") } catch { return "caught" }', 'caught'],
    ['a name that nobody has', 'try { return nothingOfThisName } catch { return "caught" }', 'caught'],
    ['a pattern that is not one', 'try { new RegExp("(") } catch { return "caught" }', 'caught'],
  ])('and may take %s', async (_what, body, expected) => {
    const { rules, failures } = await runCode(
      `const run = () => { ${body} }\nexport default () => [{ message: String(run()) }]`,
    )
    expect({ rules, failures }).toEqual({ rules: [`own : ${expected}`], failures: [] })
  })
})
