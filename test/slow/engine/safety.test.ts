import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { allFunctions as functions } from '../../../src/engine/functions/all-functions.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'

/** What each of these guards against takes minutes, or does not end: the time limit of a test holds them. */
async function issuesOf(document: string, rule: object, others: object = {}): Promise<string[]> {
  const source = {
    name: 'r.json',
    text: JSON.stringify({ rules: { hostile: rule, ...others } }),
    format: 'json',
  } as const
  const ruleset = await loadRuleset(source, { read: () => Promise.reject(new Error('no files')) })
  return evaluate(parseDocument(document, 'json'), ruleset).map(
    ({ rule, path }) => `${rule.id} ${path.length}`,
  )
}

const check = (name: string, functionOptions?: object) => ({
  given: '$..x',
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  then: { function: name, functionOptions },
})

const options: Readonly<Record<string, object>> = {
  casing: { type: 'kebab' },
  enumeration: { values: ['a'] },
  length: { max: 1 },
  or: { properties: ['a'] },
  pattern: { match: '^[a-z]+(-[a-z]+)*$' },
  schema: {
    schema: { type: 'string', pattern: '^[ab]*c$', format: 'email', maxLength: 3 },
    allErrors: true,
  },
  unreferencedReusableObject: { reusableObjectsLocation: '#/x' },
  xor: { properties: ['a', 'b'] },
}
const core = [...functions.keys()].filter((name) =>
  [...Object.keys(options), 'alphabetical', 'defined', 'falsy', 'truthy', 'typedEnum', 'undefined'].includes(
    name,
  ),
)

describe.each(core)('%s', (name) => {
  it('ends on a text of a megabyte', async () => {
    await issuesOf(
      JSON.stringify({ x: 'ab-'.repeat(350_000), y: { x: { type: '!'.repeat(1_000_000) } } }),
      check(name, options[name]),
    )
  })

  it('ends on a document 10 000 deep', async () => {
    const deep = (depth: number) => `${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`
    const everywhere = check(name, options[name])
    expect((await issuesOf(deep(1000), everywhere)).length).toBeLessThanOrEqual(1000)
    const atTheEnd = { ...everywhere, given: '$..[?(@ && @.x && @.x.x === 1)]' }
    expect((await issuesOf(deep(10_000), atTheEnd)).length).toBeLessThanOrEqual(1)
  })
})

describe('what cannot be evaluated is an error that names the rule', () => {
  it('a schema that needs a deeper stack than there is', async () => {
    const depth = 20_000
    const deep = `${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`
    const schema = { additionalProperties: { $ref: '#' }, type: 'object' }
    await expect(issuesOf(deep, { ...check('schema', { schema }), given: '$' })).rejects.toThrow(
      /^rule hostile at the root: .*nested too deep/,
    )
  })

  it.each([
    ['a function', check('pattern', { match: '(?:a|b)*c' }), 'rule hostile at x: '],
    ['a filter', { ...check('truthy'), given: '$[?(@.match(/(?:a|b)*c/))]' }, 'rule hostile: '],
  ])('a pattern that needs more memory than the platform has for one, in %s', async (_where, rule, named) => {
    const text = JSON.stringify({ x: 'a'.repeat(10_000_000) })
    await expect(issuesOf(text, rule)).rejects.toThrow(named)
  })

  it('a query along references that multiply', async () => {
    const level = (index: number) => ({ l: { $ref: `#/n${index + 1}` }, r: { $ref: `#/n${index + 1}` } })
    const levels = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`n${index}`, level(index)]))
    const text = JSON.stringify({ ...levels, n40: { end: 1 } })
    const rule = { ...check('truthy'), given: '$.n0..l^^..end' }
    await expect(issuesOf(text, rule)).rejects.toThrow(/^rule hostile: .*too many references/)
  })

  it('more issues than anyone can fix', async () => {
    const text = JSON.stringify({ a: Array.from({ length: 100_001 }, () => 0) })
    await expect(issuesOf(text, { ...check('truthy'), given: '$.a[*]' })).rejects.toThrow(
      'rule hostile at a.100000: it has more than 100000 issues',
    )
  })

  it('more issues of all rules together than anyone can fix, before they fill the memory', async () => {
    const text = JSON.stringify({ a: Array.from({ length: 90_000 }, () => 0) })
    const rule = { ...check('truthy'), given: '$.a[*]' }
    const others = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`rule-${index}`, rule]))
    await expect(issuesOf(text, rule, others)).rejects.toThrow(
      /^rule \S+ at a\.\d+: with this rule, there are more than 500000 issues$/,
    )
  })
})

it('references that multiply are walked as a graph', async () => {
  const level = (index: number) => ({ l: { $ref: `#/n${index + 1}` }, r: { $ref: `#/n${index + 1}` } })
  const levels = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`n${index}`, level(index)]))
  const text = JSON.stringify({ ...levels, n60: { x: 0 } })
  expect(await issuesOf(text, check('truthy'))).toEqual(['hostile 2'])
})
