import type { EngineName } from '../../model/engine-name.ts'
import type { Builtins } from '../ruleset/ruleset-source.ts'
import { foreignRulesets } from './foreign.ts'
import { oasRulesets } from './oas/index.ts'
import { owaspRulesets } from './owasp/index.ts'
import { vacuumRulesets } from './vacuum/index.ts'

/** The rulesets that come with the engine, by the name under which `extends` asks for them. */
export const builtinRulesets: Builtins = new Map([...oasRulesets, ...vacuumRulesets, ...owaspRulesets])

/** On a dashboard, Spectral's name stands for its engine's own rules. */
export function rulesetsOf(engine: EngineName = 'spectral'): Builtins {
  const own = builtinRulesets.get('vacuum:oas')
  return engine === 'vacuum' && own
    ? new Map([...extendableRulesets, ['spectral:oas', own]])
    : extendableRulesets
}

/** What `extends` knows by name: also the rulesets for documents that are never evaluated here. */
const extendableRulesets: Builtins = new Map([...builtinRulesets, ...foreignRulesets])
