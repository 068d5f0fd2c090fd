import { isDeepStrictEqual } from 'node:util'
import { GovError } from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import { isInherited, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import type { CheckRequest } from '../plan/check-request.ts'
import { readSettings } from '../plan/read-settings.ts'
import {
  builtinDraft,
  builtinNames,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
} from '../rulesets/known-rulesets.ts'
import { silenceWarnings, type World } from '../world.ts'
import { marks } from './marks.ts'

/** A rule of a run, as far as its fixes depend on it. */
export interface FixedRule {
  /** Absent: its ruleset is not read here. */
  readonly draft?: ParsedRule | undefined
  /** It checks what the built-in rule of its name does, which has a fix. */
  readonly isBuiltin: boolean
}

export interface FixedRules {
  readonly all: ReadonlyMap<string, FixedRule>
  readonly find: (issue: Pick<Issue, 'ruleset_id' | 'rule_id'>) => FixedRule
}

/** A ruleset that is not read here, such as one on a dashboard, is taken to have the built-in rules. */
export async function readFixedRules(request: CheckRequest, world: World): Promise<FixedRules> {
  const rulesets = await openRulesets(request, world)
  const builtin = await findBuiltin(rulesets.flatMap(({ drafts }) => [...listVariants(drafts)]))
  const known = new Map(rulesets.map((ruleset) => [ruleset.id, listRules(ruleset, builtin)]))
  return {
    all: new Map([...known.values()].flatMap((rules) => [...rules])),
    find: ({ ruleset_id, rule_id }) =>
      known.get(ruleset_id)?.get(rule_id) ?? { isBuiltin: Object.hasOwn(marks, rule_id) },
  }
}

function listVariants({ rules, overrides }: KnownRuleset['drafts']) {
  return [rules, ...overrides.map(({ apply }) => apply(rules))]
}

/** The built-in rulesets up to those that have all rules that may be copies: to read all of them takes longer than a small check. */
async function findBuiltin(
  variants: readonly ReadonlyMap<string, ParsedRule>[],
): Promise<readonly KnownRuleset[]> {
  const read: KnownRuleset[] = []
  let left = variants
    .flatMap((variant) => [...variant.values()])
    .filter((draft) => Object.hasOwn(marks, draft.id) && !isInherited(draft))
  for (const name of builtinNames) {
    if (left.length === 0) break
    const next = await builtinDraft(name)
    read.push(next)
    left = left.filter((draft) => !isSame(draft, next.drafts.rules.get(draft.id)))
  }
  return read
}

function listRules(
  { drafts }: KnownRuleset,
  builtin: readonly KnownRuleset[],
): ReadonlyMap<string, FixedRule> {
  const variants = listVariants(drafts)
  const ids = new Set(variants.flatMap((variant) => [...variant.keys()]))
  return new Map(
    [...ids].flatMap((id) => {
      const rules = variants.flatMap((variant) => variant.get(id) ?? [])
      const isBuiltin =
        Object.hasOwn(marks, id) &&
        rules.every(
          (rule) =>
            isInherited(rule) || builtin.some(({ drafts: known }) => isSame(rule, known.rules.get(id))),
        )
      const names = [id, ...rules.flatMap(({ statedId }) => statedId ?? [])]
      return names.map((name) => [name, { draft: rules[0], isBuiltin }] as const)
    }),
  )
}

function isSame(draft: ParsedRule, other: ParsedRule | undefined): boolean {
  return other !== undefined && isDeepStrictEqual(renderCheck(draft), renderCheck(other))
}

function renderCheck({ given, then }: ParsedRule) {
  const places = given.map(({ queries }) => queries.map(({ text }) => text))
  return [places, then.map((each) => [each.field, each.function, each.written])]
}

/** An error becomes a warning: the check itself has already read these rulesets. */
async function openRulesets(request: CheckRequest, world: World): Promise<readonly KnownRuleset[]> {
  const { settings } = await readSettings(request, silenceWarnings(world))
  try {
    const { ruleset_files: files } = settings
    if (files) return await fileDrafts(files, world.sources, request.trustPaths)
    if (dashboardAddress(settings) !== undefined) return []
    return (await dashboardDrafts(settings, request, world)).rulesets
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    world.observe.warning(`fixes that the rulesets declare are not made: ${error.message}`)
    return []
  }
}
