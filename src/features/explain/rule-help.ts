import { breakingRules } from '../../check/base/breaking-rules.ts'
import type { CheckRequest } from '../../check/check-request.ts'
import { untilDeadline } from '../../check/deadline.ts'
import { type FileExamples, readRulesetExamples } from '../../check/rulesets/ruleset-examples.ts'
import type { World } from '../../check/world.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import { GovError } from '../../core/model/errors.ts'
import { type EvaluatedReport, sortRuleHelp } from '../../core/model/report.ts'
import type { RuleHelp } from '../../core/model/rule-help.ts'
import { documentRules } from '../../engine/document-rules.ts'
import { findParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { readExplanations } from '../../engine/rulesets/explanations/index.ts'
import { createRulesetId } from '../../settings/rules.ts'
import { findReason } from './explain-rule.ts'
import { findUsedRulesets } from './find-rules.ts'

/**
 * The report with why there are the rules that have issues, and their documentation, as `gov explain` tells them. A
 * dashboard would have to be asked for its rulesets, and is not.
 */
export async function withRuleHelp(
  report: EvaluatedReport,
  request: CheckRequest,
  world: World,
): Promise<EvaluatedReport> {
  if (report.issues.length === 0) return report
  try {
    const rules = await findHelp(report, request, world)
    return rules.length > 0 ? { ...report, rules } : report
  } catch (error) {
    // The verdict does not depend on it.
    if (error instanceof GovError && error.kind !== 'interrupted') return report
    throw error
  }
}

const mostMilliseconds = 5000

async function findHelp(
  { issues, run }: EvaluatedReport,
  request: CheckRequest,
  world: World,
): Promise<RuleHelp[]> {
  const builtin = await readExplanations()
  const rulesets = run.dashboard === 'embedded' ? (await findUsedRulesets(request, world)).rulesets : []
  const examples = new Map<string, readonly FileExamples[]>()
  const known = new Map(
    rulesets.map((each) => [each.from === 'file' ? createRulesetId(each.name) : each.name, each]),
  )
  for (const [id, { name, from }] of known)
    if (from === 'file') examples.set(id, await readRulesetExamples(name, undefined, world.sources))
  const limit = untilDeadline('what gov explain tells of the rules', mostMilliseconds, world)
  const find = (ruleset: string, rule: string): Omit<RuleHelp, 'ruleset_id' | 'id'> => {
    if (ruleset === breakingRuleset) return { why: breakingRules.find(({ id }) => id === rule)?.why }
    if (documentRules.some(({ id }) => id === rule)) return { why: builtin.get(rule)?.why }
    const drafts = known.get(ruleset)?.drafts
    const draft = drafts && findParsedRule(drafts.rules, rule)
    if (draft === undefined) return {}
    const why = findReason(draft, examples.get(ruleset) ?? [], builtin.get(draft.id), limit)
    return { why, documentation_url: draft.documentationUrl }
  }
  const found = new Map(issues.map((issue) => [`${issue.ruleset_id} ${issue.rule_id}`, issue]))
  const helps = [...found.values()].flatMap(({ ruleset_id, rule_id }) => {
    const help = find(ruleset_id, rule_id)
    return help.why || help.documentation_url ? [{ ruleset_id, id: rule_id, ...help }] : []
  })
  return sortRuleHelp(helps)
}
