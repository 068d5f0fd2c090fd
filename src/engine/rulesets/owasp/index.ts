import type { RulesetSource } from '../../ruleset/ruleset-source.ts'
import { toRulesetSource } from './rule-data.ts'

/**
 * The OWASP rulesets, by the names under which `extends` asks for them. `spectral:owasp` is vacuum's other name for
 * its own; Spectral itself has no such ruleset.
 *
 * In vacuum the bare name adds no rule: it wants the pair with `all` or `recommended`. Here the bare name turns every
 * rule on, as it does for any other ruleset, since anyone who names a ruleset wants it checked, and a gate that passes
 * because it checked nothing is worse than one that checks more than a dashboard would.
 */
export const owaspRulesets: readonly (readonly [string, () => Promise<RulesetSource>])[] = [
  ['vacuum:owasp', readVacuumOwasp],
  ['spectral:owasp', readVacuumOwasp],
  ['@stoplight/spectral-owasp-ruleset', readSpectralPackage],
]

async function readVacuumOwasp(): Promise<RulesetSource> {
  const { vacuumOwaspRules } = await import('./vacuum-owasp.ts')
  return toRulesetSource('vacuum:owasp', vacuumOwaspRules)
}

async function readSpectralPackage(): Promise<RulesetSource> {
  const { spectralPackageRules } = await import('./spectral-package.ts')
  return toRulesetSource('@stoplight/spectral-owasp-ruleset', spectralPackageRules)
}
