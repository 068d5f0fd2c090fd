import type { Builtins } from '../ruleset/ruleset-source.ts'
import { foreignRulesets } from './foreign.ts'
import { oasRulesets } from './oas/index.ts'
import { owaspRulesets } from './owasp/index.ts'
import { vacuumRulesets } from './vacuum/index.ts'

/** The rulesets that come with the engine, by the name under which `extends` asks for them. */
export const builtinRulesets: Builtins = new Map([...oasRulesets, ...vacuumRulesets, ...owaspRulesets])

/** What `extends` knows by name: also the rulesets for documents that are never evaluated here. */
export const extendableRulesets: Builtins = new Map([...builtinRulesets, ...foreignRulesets])
