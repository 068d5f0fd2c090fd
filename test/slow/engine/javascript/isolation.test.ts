import { describe, expect, it } from 'vitest'
import { type Files, runFiles } from '../../../engine/javascript/run-code.ts'

/** A rule that looks at much of what code can change, and has to find the same two issues whatever ran before it. */
const honest = `
import { pattern, truthy } from '@stoplight/spectral-functions'
import { createRulesetFunction } from '@stoplight/spectral-core'
import { list, state } from './shared.js'
export default createRulesetFunction({ input: null, options: null }, async (input, options, context) => {
  const results = []
  if (state.isOff) return results
  for (const [key, value] of Object.entries(input))
    if (list.includes(key) && pattern(value, { match: '^x$' })) results.push({ message: key + ' ' + typeof process, path: [...context.path, key] })
  const copy = JSON.parse(JSON.stringify(context.document.data.info))
  await Promise.resolve()
  if (truthy(undefined) && copy.title === 'a' && new Map([[1, 2]]).get(1) === 2 && /^a$/.test(copy.title) && 'abc'.replace('b', '-') === 'a-c')
    results.push({ message: 'copy', path: ['info'] })
  return [...results].map((each) => each).filter(Boolean)
})`

const issues = ['b info: copy', 'b info.title: title undefined']
const document = { openapi: '3.0.3', info: { title: 'a', list: ['q'] } }

/** A rule for each function, on `info`. */
function rulesOf(...names: readonly string[]): string {
  const rules = names.map((name) => `"${name}": { "given": "$.info", "then": { "function": "${name}" } }`)
  return `{ "functions": ${JSON.stringify(names)}, "rules": { ${rules.join(', ')} } }`
}

async function runBeside(attack: string, end = 'js', files: Files = {}) {
  const code: Files = {
    'rules.json': rulesOf('a', 'b'),
    [`functions/a.${end}`]: attack,
    'functions/b.js': honest,
    'functions/shared.js': 'export const state = { isOff: false }; export const list = ["title"]',
    ...files,
  }
  const found = await runFiles('rules.json', code, document)
  return found.rules
    .filter((row) => row.startsWith('b '))
    .concat(found.failures.filter((row) => /^rule b/.test(row)))
}

const both = (statement: string) => [
  `try { ${statement} } catch {}\nexport default () => []`,
  `export default () => { try { ${statement} } catch {} return [] }`,
]

describe('the rules of other files find the same, whatever code does to', () => {
  it.each([
    [
      'methods of lists',
      'for (const key of ["map", "filter", "includes", "push"]) Array.prototype[key] = () => []',
    ],
    ['methods of lists, by definition', 'Object.defineProperty(Array.prototype, "map", { value: () => [] })'],
    ['the iterator of lists', 'Array.prototype[Symbol.iterator] = function* () {}'],
    ['what iterators share', 'Object.getPrototypeOf([].values()).next = () => ({ done: true })'],
    [
      'the prototype of generators',
      'Object.getPrototypeOf(function* () {}).prototype.next = () => ({ done: true })',
    ],
    ['toJSON of objects', 'Object.prototype.toJSON = () => ({})'],
    ['toJSON of texts', 'String.prototype.toJSON = () => ""'],
    [
      'setters of objects',
      'Object.defineProperty(Object.prototype, "message", { set() {}, get() { return "" } })',
    ],
    ['setters of indexes', 'Object.defineProperty(Array.prototype, 0, { set() {} })'],
    ['the prototype of the prototypes', 'Object.setPrototypeOf(Array.prototype, { isOff: true })'],
    [
      'the prototype of objects',
      'Object.setPrototypeOf(Object.prototype, null); Object.prototype.__proto__ = { isOff: true }',
    ],
    ['isOff of objects', 'Object.prototype.isOff = true'],
    ['isOff by a getter', 'Object.prototype.__defineGetter__("isOff", () => true)'],
    ['JSON', 'JSON.parse = JSON.stringify = () => "[]"'],
    ['the JSON of all', 'globalThis.JSON = { parse: () => ({}), stringify: () => "" }'],
    ['then of promises', 'Promise.prototype.then = function () { return this }'],
    ['then of objects', 'Object.prototype.then = (resolve) => resolve([])'],
    ['the constructor of promises', 'Promise.resolve = () => ({ then() {} })'],
    ['entries', 'Object.entries = () => []'],
    ['the exec of patterns', 'RegExp.prototype.exec = () => null'],
    [
      'the replacement of texts',
      'String.prototype.replace = () => ""; RegExp.prototype[Symbol.replace] = () => ""',
    ],
    ['maps', 'Map.prototype.get = () => undefined'],
    ['call and apply', 'Function.prototype.call = Function.prototype.apply = () => undefined'],
    ['the text of functions', 'Function.prototype.toString = () => "() => 1"'],
    [
      'async functions',
      '(async () => {}).constructor.prototype.call = () => []; (async () => {}).__proto__.then = 1',
    ],
    ['Boolean', 'globalThis.Boolean = () => false'],
    ['a global', 'globalThis.process = { env: {} }'],
    ['a global, by definition', 'Object.defineProperty(globalThis, "process", { value: {} })'],
    ['a global, by eval', '(0, eval)("var process = {}"); (0, eval)("let process = {}")'],
    ['the document', 'ATTACK = 1'],
    [
      'the package of functions',
      'import("@stoplight/spectral-functions").then((all) => { (all.default ?? all).pattern = () => [] })',
    ],
    [
      '__gov',
      '__gov("@stoplight/spectral-functions").pattern = () => []; __gov("functions/shared.js").state.isOff = true',
    ],
    ['__gov of another realm', '__gov("1:functions/shared.js").state.isOff = true'],
    [
      'an import of another realm',
      'import("1:functions/shared.js").then((all) => { all.state.isOff = true })',
    ],
    [
      'a promise that runs later',
      'const later = (n) => { Object.prototype.isOff = true; if (n > 0) Promise.resolve(n - 1).then(later) }; later(50)',
    ],
  ])('%s', async (_what, statement) => {
    for (const code of both(statement)) expect(await runBeside(code)).toEqual(issues)
  })

  it.each([
    [
      'a shared module',
      'import { state, list } from "./shared.js"\nstate.isOff = true; list.length = 0\nexport default () => { state.isOff = true; return [] }',
    ],
    ['the module of the other function', 'import { state } from "./b.js"\nexport default () => []'],
    [
      'its target',
      'export default (input) => { try { input.title = "x" } catch {} try { delete input.title } catch {} return [] }',
    ],
    [
      'lists of the document',
      'export default (input) => { try { input.list.push(1) } catch {} try { input.list.length = 0 } catch {} return [] }',
    ],
    [
      'the whole document',
      'export default (input, options, { document }) => { try { document.data.info = {} } catch {} return [] }',
    ],
    [
      'the document by its inventory',
      'export default (i, o, { documentInventory: { resolved, unresolved } }) => { for (const each of [resolved, unresolved]) try { Object.defineProperty(each.info, "title", { value: "x" }) } catch {} return [] }',
    ],
    [
      'the prototype of a node',
      'export default (input) => { try { Object.setPrototypeOf(input, { isOff: true }) } catch {} return [] }',
    ],
    ['the formats', 'export default (i, o, { document }) => { document.formats.clear(); return [] }'],
    ['the path', 'export default (i, o, context) => { context.path.length = 0; return [] }'],
    [
      'a result with getters',
      'export default () => [{ get message() { Object.prototype.isOff = true; return "m" } }]',
    ],
    [
      'a Proxy as results',
      'export default () => new Proxy([], { get() { try { Array.prototype.push = 1 } catch {} return undefined } })',
    ],
    [
      'a thenable that calls twice',
      'let saved; export default () => ({ then(resolve) { saved?.([]); saved = resolve; resolve([]); resolve([{ message: "m" }]) } })',
    ],
    ['a thenable that never calls', 'export default () => ({ then() {} })'],
    [
      'all memory',
      'const all = []\nexport default () => { try { for (;;) all.push(new Uint8Array(1e7)) } catch {} all.length = 0; return [] }',
    ],
  ])('%s', async (_what, code) => {
    expect(await runBeside(code)).toEqual(issues)
  })

  it.each([
    ['a script that declares', 'module.exports = () => []\n}); let process = { env: {} }; (function () {'],
    ['a script that declares a built-in', 'module.exports = () => []\n}); let Array = {}; (function () {'],
    ['a script in a list', 'module.exports = () => []\n}]; let process = { env: {} }; [function () {'],
    ['a variable that it does not declare', 'module.exports = () => []\nprocess = {}; list = []'],
    [
      'this of a sloppy function',
      'module.exports = () => []\nconst all = Function("return this")()\nall.Object = {}; all.state = 1',
    ],
  ])('%s', async (_what, code) => {
    expect(await runBeside(code, 'js')).toEqual(issues)
  })
})

describe('code that changes what is frozen', () => {
  it.each([
    ['a built-in', 'Array.prototype.map = () => []', "'map' cannot be changed"],
    ['a new property of a built-in', 'Array.prototype.last = 1', 'not extensible'],
    ['a global', 'globalThis.x = 1', 'not extensible'],
    ['the document', 'input.title = "x"', 'read-only'],
    ['a list of the document', 'input.list.sort().reverse()', 'read-only'],
  ])('%s fails its rule, and says so', async (_what, statement, reason) => {
    for (const start of ['export default', 'module.exports =']) {
      const files = {
        'rules.json': rulesOf('a'),
        'functions/a.js': `${start} (input) => { ${statement}; return [] }`,
      }
      const { failures } = await runFiles('rules.json', files, {
        ...document,
        info: { title: 'a', list: [2, 1] },
      })
      expect(failures).toEqual([expect.stringContaining(reason)])
    }
  })
})

describe('what libraries do still works:', () => {
  it.each([
    [
      'an error with a name and message',
      'const e = new Error("x"); e.name = "N"; e.message = "m"; e.toString = () => "t"; return e.name + e.message + String(e)',
      'Nmt',
    ],
    [
      'a class of errors, as old code has it',
      'function E() {} E.prototype = Object.create(Error.prototype); E.prototype.constructor = E; E.prototype.name = "E"; E.prototype.toString = () => "t"; return new E().name + String(new E())',
      'Et',
    ],
    [
      'toString and valueOf of a prototype',
      'function F() {} F.prototype.toString = () => "t"; F.prototype.valueOf = () => 1; return String(new F()) + +new F()',
      't1',
    ],
    [
      'bind and toString of a function',
      'const f = () => 1; f.bind = () => "b"; f.toString = () => "t"; f.call = 2; return f.bind() + f.toString() + f.call',
      'bt2',
    ],
    [
      'a class of lists',
      'class L extends Array {} L.prototype.map = () => "m"; return new L(1, 2).map() + new L(1, 2).length',
      'm2',
    ],
    [
      'a list with another method',
      'const l = [1]; l.push = () => "p"; l.includes = 1; return l.push() + l.includes + Object.keys(l)',
      'p10,push,includes',
    ],
    [
      'an object as map',
      'const m = {}; m.constructor = 1; m.hasOwnProperty = 2; m.toString = 3; return Object.keys(m).join()',
      'constructor,hasOwnProperty,toString',
    ],
    [
      'a class of promises',
      'class P extends Promise {} P.prototype.then = 1; return typeof new P(() => {}).then',
      'number',
    ],
    [
      'iterators',
      'function I() {} I.prototype = Object.create(Object.getPrototypeOf([].values())); I.prototype.next = () => "n"; return new I().next()',
      'n',
    ],
    [
      'the stack of errors',
      'Error.stackTraceLimit = 1; Error.prepareStackTrace = () => 1; return typeof new Error().stack',
      'string',
    ],
    [
      'built-in functions by descriptor',
      'const { get, value } = Object.getOwnPropertyDescriptor(Array.prototype, "map"); return String((get?.originalValue ?? value) === [].map)',
      'true',
    ],
    [
      'the constructor of a node',
      'return String(input.constructor === Object && input instanceof Object && input.list instanceof Array && Object.getPrototypeOf(input) === Object.prototype)',
      'true',
    ],
    [
      'Object.assign over a built-in name',
      'return Object.assign({}, { toString: 1, valueOf: 2 }).valueOf + ""',
      '2',
    ],
  ])('%s', async (_what, body, expected) => {
    for (const start of ['export default', 'module.exports =']) {
      const code = `const run = (input) => { ${body} }\n${start} (input) => [{ message: run(input) }]`
      const found = await runFiles(
        'rules.json',
        { 'rules.json': rulesOf('a'), 'functions/a.js': code },
        document,
      )
      expect(found).toEqual({ rules: [`a info: ${expected}`], failures: [] })
    }
  })

  it('promises without end fail the rule, and those that run after it', async () => {
    const code =
      'export default () => { const again = () => Promise.resolve().then(again); again(); return [] }'
    expect(await runBeside(code)).toEqual([expect.stringMatching(/^rule b at info: /)])
  })

  it('files have a global object of their own', async () => {
    const code =
      'export default () => { global.n = (global.n ?? 0) + 1; return [{ message: String(global.n) + String(globalThis.n) }] }'
    const files = { 'rules.json': rulesOf('a', 'b'), 'functions/a.js': code, 'functions/b.js': code }
    expect((await runFiles('rules.json', files, document)).rules).toEqual([
      'a info: 1undefined',
      'b info: 1undefined',
    ])
  })

  it('files have modules of their own, and one of them for all that it imports', async () => {
    const shared = {
      'functions/count.js': 'export const count = { n: 0 }',
      'functions/part.js': 'import { count } from "./count.js"\nexport const add = () => ++count.n',
    }
    const code =
      'import { count } from "./count.js"\nimport { add } from "./part.js"\nexport default () => { add(); return [{ message: String(count.n) }] }'
    const files = {
      'rules.json': rulesOf('a', 'b'),
      'functions/a.js': code,
      'functions/b.js': code,
      ...shared,
    }
    expect((await runFiles('rules.json', files, document)).rules).toEqual(['a info: 1', 'b info: 1'])
  })
})
