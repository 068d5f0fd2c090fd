import { breakingRuleset } from '../../model/breaking.ts'
import { breakingRules } from '../base/breaking-rules.ts'
import type { Explanation } from './explain-rule.ts'

/** A rule of breaking changes; undefined for any other. Its document that fails is both versions. */
export function explainBreaking(id: string): Explanation | undefined {
  const rule = breakingRules.find((each) => each.id === id)
  if (rule === undefined) return undefined
  const { severity, title, why, fix, example } = rule
  return {
    rule_id: id,
    severity,
    description: `${title}.`,
    why,
    how_to_fix: fix,
    given: [{ path: '$', words: 'each definition, compared with what it was at --base' }],
    checks: [],
    resolved: true,
    tags: [],
    rulesets: [{ name: breakingRuleset, from: 'built-in', severity }],
    fails: `# at the base\n${example.before.trimEnd()}\n# now\n${example.after.trimEnd()}\n`,
  }
}
