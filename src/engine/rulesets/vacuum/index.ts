import type { RulesetSource } from '../../ruleset/ruleset-source.ts'
import { type RuleData, toRulesetSource } from '../owasp/rule-data.ts'

/** `vacuum:oas` turns the recommended rules on, `vacuum:all` all of these and of vacuum's OWASP rules. */
export const vacuumRulesets: readonly (readonly [string, () => Promise<RulesetSource>])[] = [
  ['vacuum:oas', async () => toRulesetSource('vacuum:oas', (await import('./rules.ts')).vacuumOasRules)],
  ['vacuum:all', async () => toRulesetSource('vacuum:all', await readAll())],
]

async function readAll(): Promise<Readonly<Record<string, RuleData>>> {
  const { vacuumOasRules } = await import('./rules.ts')
  const { vacuumOwaspRules } = await import('../owasp/vacuum-owasp.ts')
  const all = Object.entries<RuleData>({ ...vacuumOasRules, ...vacuumOwaspRules })
  return Object.fromEntries(all.map(([id, { recommended: _, ...rule }]) => [id, rule]))
}
