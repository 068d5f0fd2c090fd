import { isDeepStrictEqual } from 'node:util'
import { survivable } from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import { isInherited, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import { readSettings } from '../config/read-settings.ts'
import {
  builtinDraft,
  builtinNames,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
} from '../rulesets/known-rulesets.ts'
import type { CheckRequest } from '../types.ts'
import { silenceWarnings, type World } from '../world.ts'
import type { Fix, Fixes } from './fix.ts'

export interface KnownFixes {
  readonly ruleIds: readonly string[]
  /** The first that has changes is taken. */
  readonly of: (issue: Pick<Issue, 'ruleset_id' | 'rule_id'>) => readonly Fix[]
}

/** The fixes of built-in rules, and those that a rule has by what it says. */
export interface FixMakers {
  readonly builtin: Fixes
  readonly listOwn: (draft: ParsedRule) => readonly Fix[]
}

export async function collectKnownFixes(
  request: CheckRequest,
  world: World,
  makers: FixMakers,
): Promise<KnownFixes> {
  return createKnownFixes(await openRulesets(request, world), makers)
}

/**
 * A fix that a rule declares comes first, then the built-in fix of a built-in rule. A ruleset that is not read here, such as
 * one on a dashboard, is taken to have the built-in rules.
 */
export async function createKnownFixes(
  rulesets: readonly KnownRuleset[],
  makers: FixMakers,
): Promise<KnownFixes> {
  const { builtin } = makers
  const variants = rulesets.flatMap(({ drafts }) => listVariants(drafts))
  const originals = await findBuiltin(variants, builtin)
  const known = new Map(rulesets.map((ruleset) => [ruleset.id, listFixes(ruleset, originals, makers)]))
  const fixed = [...known.values()].flatMap((fixes) =>
    [...fixes].flatMap(([id, { length }]) => (length > 0 ? id : [])),
  )
  return {
    ruleIds: [...new Set([...builtin.keys(), ...fixed])],
    of: ({ ruleset_id, rule_id }) => known.get(ruleset_id)?.get(rule_id) ?? builtin.get(rule_id) ?? [],
  }
}

function listVariants({ rules, overrides }: KnownRuleset['drafts']) {
  return [rules, ...overrides.map(({ apply }) => apply(rules))]
}

/** The built-in rulesets up to those that have all rules that may be copies: to read all of them takes longer than a small check. */
async function findBuiltin(variants: readonly ReadonlyMap<string, ParsedRule>[], fixes: Fixes) {
  const read: KnownRuleset[] = []
  let left = variants
    .flatMap((variant) => [...variant.values()])
    .filter((draft) => fixes.has(draft.id) && !isInherited(draft))
  for (const name of builtinNames) {
    if (left.length === 0) break
    const next = await builtinDraft(name)
    read.push(next)
    left = left.filter((draft) => !isSame(draft, next.drafts.rules.get(draft.id)))
  }
  return read
}

function listFixes(
  { drafts }: KnownRuleset,
  originals: readonly KnownRuleset[],
  { builtin, listOwn }: FixMakers,
): ReadonlyMap<string, readonly Fix[]> {
  const variants = listVariants(drafts)
  const ids = new Set(variants.flatMap((variant) => [...variant.keys()]))
  const isOriginal = (rule: ParsedRule) =>
    isInherited(rule) || originals.some(({ drafts: { rules } }) => isSame(rule, rules.get(rule.id)))
  return new Map(
    [...ids].flatMap((id) => {
      const rules = variants.flatMap((variant) => variant.get(id) ?? [])
      const [first] = rules
      const names = [id, ...rules.flatMap(({ statedId }) => statedId ?? [])]
      const inBuiltin = builtin.has(id) && rules.every(isOriginal)
      return names.map((name) => {
        const others = (inBuiltin && builtin.get(name)) || []
        return [name, [...(first ? listOwn(first) : []), ...others]] as const
      })
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
    world.observe.warning(`fixes that the rulesets declare are not made: ${survivable(error).message}`)
    return []
  }
}
