import type { RulesetSource } from '../../ruleset/ruleset-source.ts'

/** The OpenAPI rules. They and the document schemas are read when a ruleset first extends them. */
export const oasRulesets: readonly (readonly [string, () => Promise<RulesetSource>])[] = [
  ['spectral:oas', async () => (await import('./ruleset.ts')).oasRuleset],
]
