import packageJson from '../../../package.json' with { type: 'json' }
import { carryOutCheck } from '../../check/check.ts'
import type { KnownFixes } from '../../check/fixable/known-fixes.ts'
import type { Judged } from '../../check/judge.ts'
import type { CheckRequest } from '../../check/types.ts'
import { silenceWarnings, type World } from '../../check/world.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { FixKind } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import { placeholderRule } from '../../core/model/placeholder.ts'
import { fitsPattern } from '../../core/text/path-pattern.ts'
import { suggestAll } from '../../core/text/suggest.ts'
import { renderGap } from '../../reporters/words/gap-text.ts'
import { createDrafts, type FileDrafts } from './drafts.ts'
import { editOnce, type FixOptions, isAtPath, type KnownDefinitions, type Round } from './edit-once.ts'
import { countRules, type FixResult, type IssueProposal, listGains, subtractCounts } from './fix-result.ts'
import { collectFixes } from './fixes-of.ts'
import { createSkipped, renderIdentity, type Skipped } from './skipped.ts'
import { createReasonFinder, type FindReasonAgainst, requireRepositoryFiles } from './whole.ts'

const mostRounds = 10
const mostRestarts = 5
/** Limits how often the fix that brings an issue is looked for: each search is some checks. */
const mostSearches = 20
const mostPasses = 10

/**
 * Checks, edits in memory and checks again, in passes, until one of them makes no fix: then a second run makes none
 * either. Throws GovError like a check, and if the check is incomplete.
 */
export async function fixDefinitions(
  request: CheckRequest,
  options: FixOptions,
  world: World,
): Promise<FixResult> {
  const { issues: first, files } = await firstIssues(request, world)
  const findReasonAgainst = options.ownFileOnly ? refuseOtherFiles : createReasonFinder(files, request, world)
  const fixes = await collectFixes(request, world)
  refuseUnfixable(options, fixes)
  const recheck = async (drafted: World) => {
    // Suppress warnings: the first check already showed them.
    const silent = silenceWarnings(drafted)
    return countingIssues(await checked(request, silent), silent)
  }
  return fixIssues(first, options, { fixes, findReasonAgainst, recheck, world })
}

interface FixRun {
  readonly fixes: KnownFixes
  readonly findReasonAgainst: FindReasonAgainst
  /** The issues that count in this world, whose sources are the drafts. Throws GovError if the check is incomplete. */
  readonly recheck: (drafted: World) => Promise<readonly Issue[]>
  readonly world: World
}

/** Fixes issues of the world's definitions, by the passes of `fixDefinitions`. Throws GovError. */
export async function fixIssues(
  first: readonly Issue[],
  options: FixOptions,
  { world, ...run }: FixRun,
): Promise<FixResult> {
  refuseOtherPlace(options, first)
  let [drafts, issues] = [createDrafts(world), first]
  for (let passes = 1; ; passes++) {
    const skipped = createSkipped()
    const fixing = { ...run, options, skipped, drafts, first: issues }
    const made = await fixWithoutGains(fixing)
    const isBetter = countAll(made.issues) < countAll(issues)
    if (isBetter) [drafts, issues] = [made.drafts, made.issues]
    if (!isBetter || skipped.size() === 0 || passes === mostPasses)
      return createResult(first, { ...made, drafts, issues }, options)
  }
}

const refuseOtherFiles: FindReasonAgainst = async (files, definition) =>
  files.some((file) => file !== definition) ? 'it is in another file than standard input' : undefined

/** With the files as a pass begins, and their issues. */
interface Fixing extends KnownDefinitions, Pick<FixRun, 'recheck'> {
  readonly options: FixOptions
  readonly skipped: Skipped
  readonly first: readonly Issue[]
}

interface Made {
  readonly drafts: FileDrafts
  readonly issues: readonly Issue[]
  readonly done: readonly IssueProposal[]
  readonly last: Round
  /** Rules that have more issues in some definition than before the pass, most first. */
  readonly gained: readonly string[]
}

/**
 * All rounds of a pass. A fix that keeps its issue or adds others is excluded, and all rounds start again; where it is not
 * clear which fix that is, it is looked for.
 */
async function fixWithoutGains(fixing: Fixing): Promise<Made> {
  const { skipped } = fixing
  let made = await fixAll(fixing)
  for (let known = 0, restarts = 0; skipped.size() > known && restarts < mostRestarts; restarts++) {
    known = skipped.size()
    made = await fixAll(fixing)
  }
  for (let searches = 0; made.gained.length > 0; searches++) {
    const { harmful, before } = await findHarmful(made, fixing)
    if (harmful === undefined || searches === mostSearches) return before
    made = await fixAll(fixing)
  }
  return made
}

/** Bisects the fixes that were made for the first that brings an issue with those before it, and excludes it. */
async function findHarmful({ done, gained }: Made, fixing: Fixing) {
  const only = (count: number) => fixAll(fixing, done.slice(0, count))
  let [before, low, high, reason] = [await only(0), 0, done.length, gained[0] ?? '']
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const made = await only(middle)
    if (made.gained.length === 0) [before, low] = [made, middle]
    else [high, reason] = [middle, made.gained[0] ?? '']
  }
  const harmful = done[low]
  if (harmful) fixing.skipped.noteHarmful(harmful, reason)
  return { harmful, before }
}

/** Rounds until nothing is left to fix, or nothing of `only`. */
async function fixAll(fixing: Fixing, only?: readonly IssueProposal[]): Promise<Made> {
  const { recheck, options, first, skipped } = fixing
  const drafts = fixing.drafts.copy()
  const known = { ...fixing, drafts, skipped: only === undefined ? skipped : skipped.allBut(only) }
  const done: IssueProposal[] = []
  let issues = first
  let last = await editOnce(issues, options, known)
  for (let count = 1; last.done.length > 0; count++) {
    done.push(...last.done)
    issues = await recheck(drafts.worldOf())
    if (count === mostRounds) {
      skipped.noteEndless(last.done)
      break
    }
    last = await editOnce(issues, options, known)
  }
  const others = issues.filter(isFound)
  if (only === undefined) {
    skipped.noteIdle(done, issues)
    skipped.noteHarm(done, first, others)
  }
  return { drafts, issues, done, last, gained: countRules(listGains(first, others)).map(({ rule }) => rule) }
}

/** Not one that a fix leaves for a person. */
function isFound({ rule_id }: Issue): boolean {
  return rule_id !== placeholderRule
}

function countAll(issues: readonly Issue[]): number {
  return issues.filter(isFound).length
}

function createResult(
  first: readonly Issue[],
  { drafts, issues, last }: Omit<Made, 'done' | 'gained'>,
  { writes }: FixOptions,
): FixResult {
  const lines = new Map((writes ? issues : first).map((issue) => [renderIdentity(issue), issue.line]))
  const countLeft = (kind: FixKind) => last.left.filter((issueProposal) => issueProposal.kind === kind).length
  const [before, after] = [countRules(first), countRules(issues)]
  return {
    files: drafts.files(),
    fixed: subtractCounts(before, after),
    remaining: after,
    fixable: { unsafe: countLeft('unsafe'), placeholder: countLeft('placeholder') },
    declined: last.declined,
    unfixed: last.unfixed.map(({ issue, reason }) => {
      const { rule_id: rule, file = '' } = issue
      return { rule, file, line: lines.get(renderIdentity(issue)), reason }
    }),
  }
}

async function firstIssues(request: CheckRequest, world: World) {
  const judged = await checked(request, world)
  const files = judged.report.run.definitions.map(({ file }) => file)
  if (files.length === 0) {
    const hint = 'Name an OpenAPI file, or list definitions in the config. Saved APIs are not edited.'
    throw usageError('fix-nothing-local', 'there is no local definition to fix', hint)
  }
  await requireRepositoryFiles(files, world.cwd)
  return { issues: countingIssues(judged, world), files }
}

async function checked(request: CheckRequest, world: World): Promise<Judged> {
  return carryOutCheck({ ...request, fixes: true, withoutBreaking: true }, world)
}

function countingIssues({ report, warnings }: Judged, { observe }: World): readonly Issue[] {
  for (const warning of warnings) observe.warning(warning)
  if (report.outcome.kind === 'incomplete') {
    const hint = 'Nothing was written. Fix what keeps gov check from completing.'
    throw new GovError('incomplete', 'fix-incomplete', renderGap(report.outcome.gaps[0]), hint)
  }
  return report.issues.filter(({ excused }) => excused === undefined)
}

/** Throws GovError, usage: an issue that is gone, or a misspelt path, would look like nothing to fix. */
function refuseOtherPlace({ path }: FixOptions, issues: readonly Issue[]): void {
  if (path === undefined || issues.some((issue) => isAtPath(issue, path))) return
  const hint = 'Pass the path of an issue as gov check lists it.'
  throw usageError('fix-path-unknown', `no issue that counts is at ${path}`, hint)
}

/** Throws GovError, usage, if no fixable rule matches: a misspelt name would look like nothing to fix. */
function refuseUnfixable({ rules = [] }: FixOptions, { ruleIds: known }: KnownFixes): void {
  const wrong = rules.find((rule) => !known.some((id) => fitsPattern(rule, id)))
  if (wrong === undefined) return
  const near = suggestAll(wrong, known)
  const meant = near.length === 0 ? '' : `Did you mean ${near.map((id) => `"${id}"`).join(', ')}? `
  const page = `${packageJson.homepage.replace(/#.*/, '')}/blob/main/docs/built-in-rules.md`
  const hint = `${meant}The rules that have a fix: ${page}`
  throw usageError('fix-rule-unknown', `no rule "${wrong}" has a fix`, hint)
}
