import { describe, expect, it } from 'vitest'
import { suggest, suggestAll } from '../../../src/core/text/suggest.ts'

const keys = ['ruleset_ids', 'api_ids', 'categories', 'url', 'warn', 'error', 'retries']

describe('suggest', () => {
  it.each([
    ['rulesets_ids', 'ruleset_ids'],
    ['ruleset-ids', 'ruleset_ids'],
    ['Ruleset_IDs', 'ruleset_ids'],
    ['catgeories', 'categories'],
    ['category', 'categories'],
    ['ulr', 'url'],
    ['warning', 'warn'],
    ['errors', 'error'],
  ])('%s was meant to be %s', (word, meant) => {
    expect(suggest(word, keys)).toBe(meant)
  })

  it.each([['profiles'], ['ur l no'], [''], ['zzzz']])('nothing is near %j', (word) => {
    expect(suggest(word, keys)).toBeUndefined()
  })

  it('takes the nearest, and of equals the first', () => {
    expect(suggest('cat', ['bat', 'cats', 'cut'])).toBe('bat')
    expect(suggest('hint', ['mint', 'hint'])).toBe('hint')
    expect(suggest('warning', ['warn', 'warning'])).toBe('warning')
    expect(suggest('breaking_allowd', ['breaking', 'breaking_rules', 'breaking_allowed'])).toBe(
      'breaking_allowed',
    )
  })

  it('takes fewer slips where they are bounded', () => {
    expect(suggest('response-description', ['component-description'])).toBe('component-description')
    expect(suggest('response-description', ['component-description'], 2)).toBeUndefined()
    expect(suggest('operation-tag', ['operation-tags'], 2)).toBe('operation-tags')
  })

  it('is quick about very long words', () => {
    expect(suggest('x'.repeat(1_000_000), keys)).toBeUndefined()
  })
})

describe('suggestAll', () => {
  const ids = ['operation-tags', 'openapi-tags', 'tag-description', 'info-contact']
  it.each([
    ['operation-tag', ['operation-tags']],
    ['tags', ['operation-tags', 'openapi-tags']],
    ['info_contact', ['info-contact']],
    ['ta', []],
    ['zzzz', []],
  ])('%s: %j', (word, near) => expect(suggestAll(word, ids)).toEqual(near))

  it('names first what has all the words of a long name', () => {
    const rules = [
      'breaking-response-enum-added',
      'breaking-request-removed',
      'breaking-response-status-removed',
    ]
    expect(suggestAll('breaking-response-removed', rules)[0]).toBe('breaking-response-status-removed')
  })

  it('names the nearest first, and up to five', () => {
    const known = ['bats', 'cats', 'cat', 'cots', 'cuts', 'carts', 'rats']
    expect(suggestAll('cats', known)).toEqual(['cats', 'bats', 'cat', 'cots', 'cuts'])
  })
})
