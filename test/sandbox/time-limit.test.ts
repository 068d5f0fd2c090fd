import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { GovError } from '../../src/core/model/errors.ts'
import { loadRuleset } from '../../src/engine/load-ruleset.ts'
import { evaluatePairs } from '../../src/sandbox/evaluation/evaluate-pairs.ts'
import { type TimeLimit, withTimeLimit } from '../../src/sandbox/evaluation/limits.ts'

const endless = '^(a+)+$'
const hostile = `${'a'.repeat(50)}!`

const limitOf = (ms: number): TimeLimit => ({
  left: () => ms,
  exceeded: (rule, ruleset) => new Error(`${rule} of ${ruleset} was stopped`),
})

const rule = (given: string, name: string, functionOptions?: object) => ({
  given,
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  then: { function: name, functionOptions },
})
const harmless = rule('$', 'truthy')
const matching = (match: string) => rule('$.info.title', 'pattern', { match })

/** Evaluates documents by one compiled ruleset. */
async function evaluatorOf(rules: object) {
  const source = { name: 'r.json', text: JSON.stringify({ rules }), format: 'json' } as const
  const compiled = await loadRuleset(source, { read: () => Promise.reject(new Error('no files')) })
  return async (value: object, limit: TimeLimit) => {
    const document = async () => parseDocument(JSON.stringify(value), 'json')
    const pair = { api_id: 'a', ruleset_id: 'rs', rules: compiled, document }
    return (await evaluatePairs([pair], limit))[0]
  }
}

const titleSchema = { properties: { title: { pattern: endless } } }

describe('an evaluation that does not end is stopped, and its rule is named', () => {
  it.each<[string, object, string]>([
    ['a pattern', matching(endless), 'rule hostile at info.title'],
    ['a pattern with a backreference', matching('^(a+)+\\1$'), 'rule hostile at info.title'],
    ['a schema', rule('$.info', 'schema', { schema: titleSchema }), 'rule hostile at info'],
    ['a filter', rule(`$.info[?(@.match(/${endless}/))]`, 'truthy'), 'rule hostile'],
    ['a filter of keys', rule(`$.info[?(@property.match(/${endless}/))]`, 'truthy'), 'rule hostile'],
    [
      'a query that runs by itself',
      rule(`$..[?(@path && @.title.match(/${endless}/))]`, 'truthy'),
      'rule hostile',
    ],
  ])('%s', async (_what, hostileRule, named) => {
    const evaluate = await evaluatorOf({ before: harmless, hostile: hostileRule, after: harmless })
    const document = { openapi: '3.0.3', info: { title: hostile, [hostile]: 1 } }
    expect(await evaluate(document, limitOf(150))).toMatchObject({ failure: `${named} of rs was stopped` })
  })

  it('many rules on a large document', async () => {
    const deep = (_: unknown, at: number) => [`r${at}`, rule(`$..[?(@ && @.length > ${at})]`, 'truthy')]
    const evaluate = await evaluatorOf(Object.fromEntries(Array.from({ length: 30 }, deep)))
    const document = { a: Array.from({ length: 100_000 }, () => ({ b: 'c' })) }
    const failure = expect.stringMatching(/ of rs was stopped$/)
    expect(await evaluate(document, limitOf(1))).toMatchObject({ failure })
  })

  it('and a GovError ends more than the ruleset', async () => {
    const over = new GovError('unavailable', 'deadline', 'it is over', '')
    const raise = () => {
      throw over
    }
    const evaluate = await evaluatorOf({ hostile: matching(endless) })
    const limit = { ...limitOf(50), exceeded: () => over }
    await expect(evaluate({ info: { title: hostile } }, limit)).rejects.toBe(over)
    await expect(evaluate({}, { ...limit, left: raise })).rejects.toBe(over)
  })
})

it('a schema that was stopped forgets which values it was checking', async () => {
  const part = { allOf: [{ pattern: endless }, { minLength: 100 }] }
  const schema = { $ref: '#/definitions/part', definitions: { part } }
  const evaluate = await evaluatorOf({ hostile: rule('$.x', 'schema', { schema }) })
  for (const _again of [1, 2]) {
    const failure = expect.stringContaining('stopped')
    expect(await evaluate({ x: hostile }, limitOf(60))).toMatchObject({ failure })
  }
  expect(await evaluate({ x: 'b' }, limitOf(5000))).toMatchObject({ issues: [{ path: ['x'] }] })
})

describe('withTimeLimit', () => {
  const stopped = () => new Error('stopped')

  it('gives what the work gives, and throws what it throws', () => {
    const raise = () => {
      throw new RangeError('its own')
    }
    expect(withTimeLimit(limitOf(1000), () => undefined, stopped)).toBeUndefined()
    expect(withTimeLimit(limitOf(Number.POSITIVE_INFINITY), () => 7, stopped)).toBe(7)
    expect(() => withTimeLimit(limitOf(1000), raise, stopped)).toThrow('its own')
    expect(Reflect.ownKeys(globalThis)).not.toContain(Symbol.for('gov.work'))
  })

  it('stops work that catches everything', () => {
    let caught = 0
    const work = () => {
      try {
        return new RegExp(endless).test(hostile)
      } catch {
        caught += 1
        return false
      } finally {
        caught += 1
      }
    }
    expect(() => withTimeLimit(limitOf(60), work, stopped)).toThrow('stopped')
    expect(caught).toBe(0)
  })
})
