import { breakingRules } from '../../check/base/breaking-rules.ts'
import type { OpenServiceRequest } from '../../check/connect/open-service.ts'
import { untilDeadline } from '../../check/evaluation/deadline.ts'
import type { CheckRequest } from '../../check/plan/check-request.ts'
import { findSettings, readSettings } from '../../check/plan/read-settings.ts'
import {
  builtinDrafts,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
  type KnownRulesets,
} from '../../check/rulesets/known-rulesets.ts'
import { type FileExamples, readRulesetExamples } from '../../check/rulesets/ruleset-examples.ts'
import { silenceWarnings, today, type World } from '../../check/world.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { Issue, RuleHelp } from '../../core/model/issue.ts'
import { placeholderRule } from '../../core/model/placeholder.ts'
import { type EvaluatedReport, sortRuleHelp } from '../../core/model/report.ts'
import { suggestAll } from '../../core/text/suggest.ts'
import { documentRules } from '../../engine/document-rules.ts'
import { applyDay } from '../../engine/ruleset/drafts-on.ts'
import { findParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { readExplanations } from '../../engine/rulesets/explanations/index.ts'
import { fitsGlob } from '../../gate/excuse/glob.ts'
import { ignoreKey } from '../../gate/excuse/inline-ignores.ts'
import { type Explanation, explainRule, findReason } from './explain-rule.ts'

/**
 * The rules of ruleset files (those of the config where none are named), of the dashboard or its workspace, and the
 * built-in ones. Throws GovError, usage: a file that was named cannot be read.
 */
export async function findRules(
  request: OpenServiceRequest,
  rulesetFiles: readonly string[] | undefined,
  world: World,
) {
  const { settings } = await findSettings(request, world)
  const named = rulesetFiles && {
    value: rulesetFiles,
    origin: { source: 'flag', place: '--ruleset-file' } as const,
  }
  const used = named ?? settings.ruleset_files
  const files = used?.value ?? []
  const local = await fileDrafts(used, world.sources, request.trustPaths)
  const { rulesets, faults } = await dashboardDrafts(settings, request, world)
  const day = today(world.now())
  const known = [...local, ...rulesets, ...(await builtinDrafts())].map((ruleset) => ({
    ...ruleset,
    drafts: applyDay(ruleset.drafts, day),
  }))
  return {
    known,
    /** What kept others from being read. */
    faults,
    /** Throws GovError, usage: none of the rulesets, which could all be read, has a rule that fits; `*` matches any characters. */
    require: (rule: string): void => {
      const isKnown = listIds(known).some((id) => fitsGlob(rule, id))
      if (!isKnown && faults.length === 0) throw unknownRuleError(rule, known, false)
    },
    /** Throws GovError, usage: none of the rulesets has the rule. */
    explain: async (rule: string): Promise<Explanation> => {
      const limit = untilDeadline('the explanation', settings['dashboard.deadline'].value, world)
      const explanation =
        (await explainRule(rule, known, files, world.sources, limit)) ?? explainBreaking(rule)
      if (explanation === undefined) throw unknownRuleError(rule, known, faults.length > 0)
      return explanation
    },
  }
}

/** The rulesets that a check uses. Throws GovError, usage: a file that is named cannot be read. */
export async function findUsedRulesets(request: CheckRequest, world: World): Promise<KnownRulesets> {
  const { settings } = await readSettings(request, silenceWarnings(world))
  const { ruleset_files: files } = settings
  const { rulesets, faults } = files
    ? { rulesets: await fileDrafts(files, world.sources, request.trustPaths), faults: [] }
    : await dashboardDrafts(settings, request, world)
  const day = today(world.now())
  return {
    rulesets: rulesets.map((ruleset) => ({ ...ruleset, drafts: applyDay(ruleset.drafts, day) })),
    faults,
  }
}

function listIds(known: readonly KnownRuleset[]): readonly string[] {
  const ofRulesets = known.flatMap(({ drafts }) => [...drafts.rules.keys()])
  return [...new Set([...ofRulesets, ...breakingRules.map(({ id }) => id), placeholderRule])]
}

function unknownRuleError(rule: string, known: readonly KnownRuleset[], isPartial: boolean): Error {
  if (rule === ignoreKey)
    return usageError(
      'rule-unknown',
      `${ignoreKey} is a key of definitions, not a rule: it names rules that a dashboard then drops the issues of`,
      'Here they count, unless the policy says inline_waivers: x-lint-ignore. Give a waiver with a reason instead: gov waiver add.',
    )
  const near = suggestAll(rule, listIds(known))
  const meant = near.length === 0 ? '' : `Did you mean ${near.map((id) => `"${id}"`).join(', ')}? `
  const column =
    /[\s:]/.test(rule) && near.length === 0 ? "Pass a rule's id, as gov check lists it with each issue. " : ''
  const elsewhere = isPartial ? 'Some rulesets could not be searched. ' : ''
  const message = `no known ruleset has a rule "${rule}"`
  const hint = `${meant}${column}${elsewhere}For a rule in a file, pass --ruleset-file. gov explain lists the known rules.`
  return usageError('rule-unknown', message, hint)
}

/** A rule of breaking changes; undefined for any other. Its document that fails is both versions. */
function explainBreaking(id: string): Explanation | undefined {
  const rule = breakingRules.find((breakingRule) => breakingRule.id === id)
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
  const known = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
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
  const found = new Map<string, Issue>()
  for (const issue of issues) found.set(`${issue.ruleset_id} ${issue.rule_id}`, issue)
  const helps = [...found.values()].flatMap(({ ruleset_id, rule_id }) => {
    const help = find(ruleset_id, rule_id)
    return help.why || help.documentation_url ? [{ ruleset_id, id: rule_id, ...help }] : []
  })
  return sortRuleHelp(helps)
}
