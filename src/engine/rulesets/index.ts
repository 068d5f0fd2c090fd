import type { EngineName } from '../../model/engine-name.ts'
import type { Builtins, RulesetSource } from '../ruleset/ruleset-source.ts'
import { foreignRulesets } from './foreign.ts'
import { type RuleData, toRulesetSource } from './rule-data.ts'

/**
 * The rulesets that come with the engine, by the name under which `extends` asks for them. They are read when a ruleset
 * first extends them.
 *
 * `vacuum:oas` turns the recommended rules on, `vacuum:all` all of these and of vacuum's OWASP rules. `spectral:owasp` is
 * vacuum's other name for its own; Spectral itself has no such ruleset.
 *
 * In vacuum the bare name of an OWASP ruleset adds no rule: it wants the pair with `all` or `recommended`. Here the bare
 * name turns every rule on, as it does for any other ruleset, since anyone who names a ruleset wants it checked, and a gate
 * that passes because it checked nothing is worse than one that checks more than a dashboard would.
 */
export const builtinRulesets: Builtins = new Map([
  ['spectral:oas', async () => (await import('./oas/ruleset.ts')).oasRuleset],
  ['vacuum:oas', async () => toRulesetSource('vacuum:oas', await readVacuumOas())],
  ['vacuum:all', readVacuumAll],
  ['vacuum:owasp', readVacuumOwasp],
  ['spectral:owasp', readVacuumOwasp],
  ['@stoplight/spectral-owasp-ruleset', readSpectralPackage],
])

/** On a dashboard, Spectral's name stands for its engine's own rules. */
export function rulesetsOf(engine: EngineName = 'spectral'): Builtins {
  const own = builtinRulesets.get('vacuum:oas')
  return engine === 'vacuum' && own
    ? new Map([...extendableRulesets, ['spectral:oas', own]])
    : extendableRulesets
}

/** What `extends` knows by name: also the rulesets for documents that are never evaluated here. */
const extendableRulesets: Builtins = new Map([...builtinRulesets, ...foreignRulesets])

async function readVacuumOas(): Promise<Readonly<Record<string, RuleData>>> {
  return (await import('./vacuum/rules.ts')).vacuumOasRules
}

async function readVacuumAll(): Promise<RulesetSource> {
  const { vacuumOwaspRules } = await import('./owasp/vacuum-owasp.ts')
  const all = Object.entries<RuleData>({ ...(await readVacuumOas()), ...vacuumOwaspRules })
  const recommended = all.map(([id, { recommended: _, ...rule }]) => [id, rule] as const)
  return toRulesetSource('vacuum:all', Object.fromEntries(recommended))
}

async function readVacuumOwasp(): Promise<RulesetSource> {
  return toRulesetSource('vacuum:owasp', (await import('./owasp/vacuum-owasp.ts')).vacuumOwaspRules)
}

async function readSpectralPackage(): Promise<RulesetSource> {
  const { spectralPackageRules } = await import('./owasp/spectral-package.ts')
  return toRulesetSource('@stoplight/spectral-owasp-ruleset', spectralPackageRules)
}
