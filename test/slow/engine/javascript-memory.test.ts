import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import type { Ruleset } from '../../../src/engine/rule.ts'

/** Ways in which a function can keep something of one evaluation for the next; each says how much it has kept. */
const keeping: readonly (readonly [string, string])[] = [
  ['a variable of its module', 'let n = 0; export default () => [{ message: String(++n) }]'],
  [
    'a set of what it saw',
    'const all = new Set(); export default (x) => [{ message: String(all.add(x.title).size) }]',
  ],
  [
    'a property of itself',
    'const own = () => [{ message: String((own.n = (own.n ?? 0) + 1)) }]; export default own',
  ],
  ['its options', 'export default (x, options) => [{ message: String((options.n = (options.n ?? 0) + 1)) }]'],
  [
    'its context',
    'export default (x, o, context) => [{ message: String((context.rule.n = (context.rule.n ?? 0) + 1)) }]',
  ],
  [
    'a generator',
    'function* all() { for (let n = 1; ; n++) yield n } const next = all(); export default () => [{ message: String(next.next().value) }]',
  ],
  [
    'another file',
    'import { count } from "./state.mjs"; export default () => [{ message: String(count()) }]',
  ],
  [
    'a file that it requires late',
    'module.exports = () => { const state = require("./late.cjs"); return [{ message: String(++state.n) }] }',
  ],
  [
    'a promise',
    'let n = 0; export default () => Promise.resolve().then(() => { n += 1; return [{ message: String(n) }] })',
  ],
  [
    'much memory',
    'const all = []; export default () => { for (let i = 0; i < 200; i++) all.push(i + "x".repeat(1e5)); return [{ message: String(all.length / 200) }] }',
  ],
]

const files: Readonly<Record<string, string>> = {
  'functions/state.mjs': 'let n = 0; export const count = () => ++n',
  'functions/late.cjs': 'module.exports = { n: 0 }',
}

/** Two rules on one document: what the function keeps between those is its own matter. */
const rules = JSON.stringify({
  functions: ['own'],
  rules: {
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    first: { given: '$.info', then: { function: 'own', functionOptions: { a: 1 } } },
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    second: { given: '$.info', then: { function: 'own', functionOptions: { a: 1 } }, resolved: false },
  },
})

async function load(code: string, steps?: number): Promise<Ruleset> {
  const read = async (reference: string, from: string) => {
    const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '.'
    const name = new URL(`${folder}/${reference}`, 'file:///').pathname.slice(1)
    const text = name === 'functions/own.js' ? code : files[name]
    if (text === undefined) throw new Error(`${name} does not exist`)
    return { name, text }
  }
  return loadRuleset({ name: 'rules.json', text: rules, format: 'json' }, { read, steps })
}

const titles = ['One', 'Two', 'Three']

function check(ruleset: Ruleset, title = '') {
  const failures: string[] = []
  const document = parseDocument(JSON.stringify({ openapi: '3.0.0', info: { title } }), 'json')
  const issues = evaluate(document, ruleset, {}, { onFailure: ({ message }) => failures.push(message) })
  return { said: issues.map(({ rule, message }) => `${rule.id}: ${message}`), failures }
}

it.each(keeping)(
  'a function that keeps %s says of a document what it says of it alone, whatever came before',
  async (_what, code) => {
    const alone = new Map<string, ReturnType<typeof check>>()
    for (const title of titles) alone.set(title, check(await load(code), title))
    expect(alone.get('One')?.failures).toEqual([])
    expect(alone.get('One')?.said).toEqual(['first: 1', expect.stringMatching(/^second: [12]$/)])

    const ruleset = await load(code)
    for (const title of [...titles, ...titles.toReversed(), 'Two', 'Two'])
      expect(check(ruleset, title)).toEqual(alone.get(title))
  },
)

it('a document that fails its rule leaves nothing to the next', async () => {
  const ruleset = await load(
    'const all = []; export default (x) => { all.push(x.title); if (x.title === "One") for (;;) all[0] += 1; return [{ message: all.join() }] }',
    100,
  )
  expect(check(ruleset, 'One').failures).toHaveLength(2)
  expect(check(ruleset, 'Two')).toEqual({ said: ['first: Two', 'second: Two,Two'], failures: [] })
})
