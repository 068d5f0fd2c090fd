import { isDeepStrictEqual } from 'node:util'
import type { CheckRequest } from '../../check/check-request.ts'
import { readSettings } from '../../check/read-settings.ts'
import { quiet, type World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import { createRulesetId } from '../../settings/rules.ts'
import {
  builtinDraft,
  builtinNames,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
} from '../explain/index.ts'
import { asksForField } from './asks-for-field.ts'
import { casingFixes } from './casing-fixes.ts'
import { type Fix, toFix } from './propose/fix.ts'
import { builtinFixes } from './rules/index.ts'

/** The fixes of the rules of a check. */
export interface KnownFixes {
  /** The rules that have one. */
  readonly ruleIds: readonly string[]
  /** The first that has changes is taken. */
  readonly of: (issue: Pick<Issue, 'ruleset_id' | 'rule_id'>) => readonly Fix[]
}

/**
 * The fixes that the ruleset of an issue declares come before those of gov, which are for gov's own rules only. A
 * ruleset that is not read here is taken to have those, such as a dashboard's over a network.
 */
export async function collectFixes(request: CheckRequest, world: World): Promise<KnownFixes> {
  const rulesets = await openRulesets(request, world)
  const builtin = await findBuiltin(rulesets.flatMap(({ drafts }) => [...listVariants(drafts)]))
  const known = new Map(rulesets.map((ruleset) => [chooseId(ruleset), listDeclaredFixes(ruleset, builtin)]))
  const declared = [...known.values()].flatMap((fixes) => [...fixes.keys()])
  return {
    ruleIds: [...new Set([...builtinFixes.keys(), ...declared])],
    of: ({ ruleset_id, rule_id }) => known.get(ruleset_id)?.get(rule_id) ?? builtinFixes.get(rule_id) ?? [],
  }
}

function chooseId({ name, from }: KnownRuleset): string {
  return from === 'file' ? createRulesetId(name) : name
}

/** The rules as they are, and as overrides have them. */
function listVariants({ rules, overrides }: KnownRuleset['drafts']) {
  return [rules, ...overrides.map(({ apply }) => apply(rules))]
}

/** The built-in rulesets up to those that have all these rules: to read all of them takes longer than a small check. */
async function findBuiltin(
  variants: readonly ReadonlyMap<string, ParsedRule>[],
): Promise<readonly KnownRuleset[]> {
  const read: KnownRuleset[] = []
  let left = variants.flatMap((variant) => [...variant.values()]).filter(({ id }) => builtinFixes.has(id))
  for (const name of builtinNames) {
    if (left.length === 0) break
    const next = await builtinDraft(name)
    read.push(next)
    left = left.filter((draft) => !isSame(draft, next.drafts.rules.get(draft.id)))
  }
  return read
}

/** A rule has an empty list where it has the id of a built-in one and looks for something else. */
function listDeclaredFixes(
  { drafts }: KnownRuleset,
  builtin: readonly KnownRuleset[],
): ReadonlyMap<string, readonly Fix[]> {
  const variants = listVariants(drafts)
  const ids = new Set(variants.flatMap((variant) => [...variant.keys()]))
  return new Map(
    [...ids].flatMap((id) => {
      const drafts = variants.flatMap((variant) => variant.get(id) ?? [])
      const isBuiltin = drafts.every((draft) =>
        builtin.some((knownRuleset) => isSame(draft, knownRuleset.drafts.rules.get(id))),
      )
      const fixes = [...ownFixes(drafts[0]), ...((isBuiltin && builtinFixes.get(id)) || [])]
      return fixes.length > 0 || builtinFixes.has(id) ? [[id, fixes] as const] : []
    }),
  )
}

/** What the ruleset declares; else what the rule's function tells. */
function ownFixes(draft: ParsedRule | undefined): readonly Fix[] {
  if (!draft) return []
  const { fix, given, then, resolved } = draft
  if (!fix) return casingFixes(draft)
  return [toFix(fix, asksForField(given.map(({ queries }) => ({ given: queries, then, resolved }))))]
}

/** It looks for the same at the same places. */
function isSame(draft: ParsedRule, other: ParsedRule | undefined): boolean {
  return other !== undefined && isDeepStrictEqual(renderCheck(draft), renderCheck(other))
}

function renderCheck({ given, then }: ParsedRule) {
  const places = given.map(({ queries }) => queries.map(({ text }) => text))
  return [places, then.map((each) => [each.field, each.function, each.written])]
}

/** The check has read them already: what keeps them from being read here is worth no more than a warning. */
async function openRulesets(request: CheckRequest, world: World): Promise<readonly KnownRuleset[]> {
  const { settings } = await readSettings(request, quiet(world))
  try {
    const files = settings.ruleset_files?.value
    if (files) return await fileDrafts(files, world.sources, request.trustPaths)
    if (dashboardAddress(settings) !== undefined) return []
    return (await dashboardDrafts(settings, request, world)).rulesets
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    world.observe.warning(`fixes that the rulesets declare are not made: ${error.message}`)
    return []
  }
}
