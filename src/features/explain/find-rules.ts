import { breakingRules } from '../../check/breaking/rules/index.ts'
import { findSettings } from '../../check/config/read-settings.ts'
import type { OpenServiceRequest } from '../../check/connect/open-service.ts'
import { untilDeadline } from '../../check/evaluation/evaluator.ts'
import {
  builtinDrafts,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
} from '../../check/rulesets/known-rulesets.ts'
import { findRulePage } from '../../check/rulesets/rule-page.ts'
import { today, type World } from '../../check/world.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import { survivable, usageError } from '../../core/model/errors.ts'
import { fitsPattern } from '../../core/text/path-pattern.ts'
import { suggestAll } from '../../core/text/suggest.ts'
import { applyDay } from '../../engine/apply-day.ts'
import { documentRules } from '../../engine/openapi/document-rules.ts'
import { ignoreKey } from '../../gate/excuse/inline-ignores.ts'
import { type Explanation, explainRule } from './explain-rule.ts'

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
    /** Errors that kept other rulesets from being read. */
    faults,
    /** Throws GovError, usage: none of the rulesets, which could all be read, has a rule that fits; `*` matches any characters. */
    require: (rule: string): void => {
      const isKnown = listIds(known).some((id) => fitsPattern(rule, id))
      if (!isKnown && faults.length === 0) throw unknownRuleError(rule, known, false)
    },
    /** Throws GovError, usage: none of the rulesets has the rule. */
    explain: async (rule: string): Promise<Explanation> => {
      const limit = untilDeadline('the explanation', settings['dashboard.deadline'].value, world)
      const explanation =
        (await explainRule(rule, known, files, world.sources, limit, world)) ?? explainBreaking(rule, world)
      if (explanation === undefined) throw unknownRuleError(rule, known, faults.length > 0)
      return explanation
    },
  }
}

/** Warns where no ruleset has the rule, and says which was meant. Rulesets that cannot be read may have it. */
export async function warnOfUnknownRule(
  rule: string,
  request: OpenServiceRequest,
  rulesetFiles: readonly string[] | undefined,
  world: World,
): Promise<void> {
  const unknown = await findRules(request, rulesetFiles, world)
    .then((found) => found.require(rule))
    .catch(survivable)
  if (unknown?.code === 'rule-unknown')
    world.observe.warning(`${unknown.message}. ${unknown.hint.replace(/ For a rule in a file.*/, '')}`)
}

function listIds(known: readonly KnownRuleset[]): readonly string[] {
  const ofRulesets = known.flatMap(({ drafts }) => [...drafts.rules.keys()])
  const ofNone = [...breakingRules, ...documentRules].map(({ id }) => id)
  return [...new Set([...ofRulesets, ...ofNone])]
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
export function explainBreaking(id: string, world: Pick<World, 'site'> = {}): Explanation | undefined {
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
    documentation_url: findRulePage(id, world),
    rulesets: [{ name: breakingRuleset, from: 'built-in', severity }],
    fails: `# at the base\n${example.before.trimEnd()}\n# now\n${example.after.trimEnd()}\n`,
  }
}
