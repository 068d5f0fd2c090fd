import { loadDrafts } from './load-ruleset.ts'
import type { StoredRuleset } from './ruleset/builtins.ts'
import { storeRules } from './rulesets/stored-rules.ts'

/** The built-in ruleset of that name, for the build. */
export async function storeBuiltin(name: string): Promise<StoredRuleset> {
  const source = { name: 'any', text: JSON.stringify({ extends: name }), format: 'json' } as const
  const read = () => Promise.reject(new Error('a built-in ruleset extends no file'))
  return { name, stored: storeRules(await loadDrafts(source, { read })) }
}
