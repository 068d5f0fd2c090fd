import { expect, it } from 'vitest'
import { loadDrafts } from '../../../src/engine/load-ruleset.ts'
import type { StoredRuleset } from '../../../src/engine/ruleset/builtins.ts'
import type { ParsedRule } from '../../../src/engine/ruleset/parsed-rule.ts'
import { restoreRules } from '../../../src/engine/rulesets/stored-rules.ts'
import { storeBuiltin } from '../../../src/engine/store-builtin.ts'

const name = 'spectral:oas'
const read = () => Promise.reject(new Error('no file'))

/** As the build writes it: what JSON does not hold is lost. */
async function storedAsJson(): Promise<StoredRuleset> {
  return JSON.parse(JSON.stringify(await storeBuiltin(name)))
}

/** Options hold functions and patterns, which are equal only by what they are made from. */
function withPlainOptions(rules: ReadonlyMap<string, ParsedRule>) {
  return [...rules.values()].map((rule) => ({
    ...rule,
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    then: rule.then.map(({ options, ...then }) => ({ ...then, options: JSON.stringify(options) })),
  }))
}

it('restores the rules and aliases that were read', async () => {
  const source = { name: 'r.yaml', text: `extends: ${name}`, format: 'yaml' } as const
  const loaded = await loadDrafts(source, { read })
  const restored = restoreRules((await storedAsJson()).stored)
  expect(withPlainOptions(restored.rules)).toEqual(withPlainOptions(loaded.rules))
  expect(JSON.stringify([...restored.aliases])).toBe(JSON.stringify([...loaded.aliases]))
})

it.each(['queries', 'selectors'] as const)(
  'throws if one of the %s is lost, and drops no rule',
  async (part) => {
    const { stored } = await storedAsJson()
    expect(() => restoreRules({ ...stored, [part]: stored[part].slice(0, -1) })).toThrow('have no part')
  },
)

it.each([
  ['extends: spectral:oas'],
  ['extends: [[spectral:oas, all]]'],
  ['extends: [[spectral:oas, off]]\nrules: { info-contact: true, operation-tags: error }'],
  [
    `extends: spectral:oas
rules:
  operation-tags: off
  path-keys-no-trailing-slash: { severity: hint, then: { function: truthy } }
  own: { given: '#OperationObject', then: { function: truthy } }
overrides: [{ files: ['*'], rules: { tag-description: error } }]`,
  ],
])('%s is the same over stored rules', async (text) => {
  const stored = await storedAsJson()
  const source = { name: 'r.yaml', text, format: 'yaml' } as const
  const overText = await loadDrafts(source, { read })
  const overStored = await loadDrafts(source, { read, builtins: new Map([[name, async () => stored]]) })
  expect(withPlainOptions(overStored.rules)).toEqual(withPlainOptions(overText.rules))
  expect(overStored.overrides.length).toBe(overText.overrides.length)
})
