import type { AppliedRule } from '../../dashboard/contract/rulesets.ts'
import {
  compileOnce,
  isContent,
  type RulesetDialect,
  type RulesetDigests,
} from '../evaluation/compile-ruleset.ts'
import { createRecentMemory } from '../store/recent-memory.ts'
import type { RulesetRecord } from '../store/records.ts'
import type { RulesSource, Workspace } from '../store/workspace.ts'

/** The rules that a ruleset applies, inherited ones included, and what they were compiled from. */
export interface AppliedRules {
  readonly content: RulesetDigests
  readonly rules: readonly AppliedRule[]
}

/** Compiles a ruleset to list its rules. Refuses with 400, naming the ruleset and the reason, where it is none. */
export async function compileAppliedRules(
  id: string,
  source: RulesSource | Promise<RulesSource>,
  dialect: RulesetDialect,
): Promise<AppliedRules> {
  const { content, rules: compiled } = await compileOnce(id, source, dialect)
  const rules = compiled.rules.map(({ id, description, message, severity, howToFix }) => ({
    id,
    description,
    message: message ?? '',
    severity,
    how_to_fix: howToFix,
  }))
  return { content, rules }
}

/** Characters of rules that are remembered: those that were read last. */
const mostKept = 16 * 1024 * 1024

/** Remembers which rules a ruleset applies, so that a lookup compiles nothing. A change of a file counts at once. */
export function createAppliedMemory(workspace: Workspace) {
  const kept = createRecentMemory(mostKept)
  const nameRuleset = ({ org_id, id }: RulesetRecord) => JSON.stringify([org_id, id])
  return {
    remember: (record: RulesetRecord, applied: AppliedRules) =>
      kept.keep(nameRuleset(record), { text: JSON.stringify(applied) }),
    find: async (record: RulesetRecord): Promise<AppliedRules | undefined> => {
      const name = nameRuleset(record)
      const known = kept.find(name)
      const source = known && (await workspace.rules(record).catch(() => undefined))
      if (known === undefined || source === undefined) return undefined
      const applied: AppliedRules = JSON.parse(known.text)
      if (!(await isContent(applied.content, source))) return undefined
      kept.keep(name, known)
      return applied
    },
  }
}
