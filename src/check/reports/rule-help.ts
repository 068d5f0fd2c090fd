import { breakingRuleset } from '../../core/model/breaking.ts'
import { survivable } from '../../core/model/errors.ts'
import type { Issue, RuleHelp } from '../../core/model/issue.ts'
import { type EvaluatedReport, sortRuleHelp } from '../../core/model/report.ts'
import { documentRules } from '../../engine/openapi/document-rules.ts'
import { findParsedRule, isInherited, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { readReasons } from '../../engine/rulesets/explanations/reasons.ts'
import { untilDeadline } from '../evaluation/evaluator.ts'
import { findUsedRulesets } from '../rulesets/known-rulesets.ts'
import { findDocumentation, findRulePage } from '../rulesets/rule-page.ts'
import { readRulesetExamples } from '../rulesets/ruleset-examples.ts'
import type { CheckRequest } from '../types.ts'
import type { World } from '../world.ts'

/**
 * The report with why there are the rules that have issues, and their documentation, as `gov explain` tells them. A
 * dashboard would have to be asked for its rulesets, and is not.
 */
export async function addRuleHelp(
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
    survivable(error)
    return report
  }
}

type Help = Omit<RuleHelp, 'ruleset_id' | 'id'>

/** Looks each rule up once, whose issues may be a million. */
async function findHelp(
  { issues, run }: EvaluatedReport,
  request: CheckRequest,
  world: World,
): Promise<RuleHelp[]> {
  const builtin = await readReasons()
  const rulesets = run.dashboard === 'embedded' ? (await findUsedRulesets(request, world)).rulesets : []
  const known = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const find = async ({ ruleset_id, rule_id }: Issue): Promise<Help> => {
    const page = findRulePage(rule_id, world)
    if (ruleset_id === breakingRuleset)
      return { why: await findBreakingReason(rule_id), documentation_url: page }
    if (documentRules.some(({ id }) => id === rule_id))
      return { why: builtin[rule_id], documentation_url: page }
    const ruleset = known.get(ruleset_id)
    const draft = ruleset && findParsedRule(ruleset.drafts.rules, rule_id)
    if (draft === undefined) return {}
    const examples =
      ruleset?.from === 'file' ? await readRulesetExamples(ruleset.name, undefined, world.sources) : []
    const own = examples.flatMap(({ rules }) => rules)
    const stated = own.find(({ rule, why }) => rule === draft.id && why)?.why
    const inherited = isInherited(draft) ? builtin[draft.id] : undefined
    const isCopy = !isInherited(draft) && Object.hasOwn(builtin, draft.id)
    const ofCopy = isCopy && stated === undefined ? await findReasonOfCopy(draft, world) : undefined
    const address = findDocumentation(draft, world) ?? (ofCopy === undefined ? undefined : page)
    return { why: stated ?? inherited ?? ofCopy, documentation_url: address }
  }
  const first = new Map<string, Issue>()
  for (const issue of issues) first.set(`${issue.ruleset_id} ${issue.rule_id}`, issue)
  const helps: RuleHelp[] = []
  for (const issue of first.values()) {
    const help = await find(issue)
    if (help.why || help.documentation_url)
      helps.push({ ruleset_id: issue.ruleset_id, id: issue.rule_id, ...help })
  }
  return sortRuleHelp(helps)
}

async function findBreakingReason(rule: string): Promise<string | undefined> {
  const { breakingRules } = await import('../breaking/rules/index.ts')
  return breakingRules.find(({ id }) => id === rule)?.why
}

const mostMilliseconds = 5000

/** The reason of a rule that has the id of a built-in one, such as one that a dashboard sent: its examples tell whether it is that. */
async function findReasonOfCopy(draft: ParsedRule, world: World): Promise<string | undefined> {
  const [{ readExplanations }, { findReason }] = await Promise.all([
    import('../../engine/rulesets/explanations/index.ts'),
    import('../rulesets/find-reason.ts'),
  ])
  const limit = untilDeadline('what gov explain tells of the rules', mostMilliseconds, world)
  return findReason(draft, [], (await readExplanations()).get(draft.id), limit)
}
