import type { StoredRuleset } from '../../ruleset/builtins.ts'
import type { RulesetSource } from '../../ruleset/ruleset-source.ts'
import { oasRuleset } from './ruleset.ts'

/** `spectral:oas`, as a check reads it. The build has its rules, already read, in the place of this file. */
export const storedOasRuleset: RulesetSource | StoredRuleset = oasRuleset
