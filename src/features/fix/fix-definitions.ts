import packageJson from '../../../package.json' with { type: 'json' }
import { check } from '../../check/check.ts'
import type { CheckRequest } from '../../check/check-request.ts'
import type { Judged } from '../../check/judge.ts'
import { quiet, type World } from '../../check/world.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { FixKind } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import { placeholderRule } from '../../core/model/placeholder.ts'
import { suggestAll } from '../../core/text/suggest.ts'
import { fitsGlob } from '../../gate/excuse/glob.ts'
import { gapText } from '../../reporters/gap-text.ts'
import { createDrafts } from './drafts.ts'
import { editOnce, type FixOptions } from './edit-once.ts'
import { countRules, type FixResult, findGains, type IssueProposal, subtractCounts } from './fix-result.ts'
import { collectFixes, type KnownFixes } from './fixes-of.ts'
import { createOtherUsers, type OtherUsers, requireRepositoryFiles } from './other-users.ts'
import { createSkipped, type Skipped } from './skipped.ts'

export type { FixOptions } from './edit-once.ts'

const mostRounds = 10
const mostRestarts = 5

/**
 * Checks, edits in memory and checks again until nothing is left to fix. A fix that keeps its issue or adds
 * others is excluded, and all rounds start again. Throws GovError like a check, and if the check is
 * incomplete.
 */
export async function fixDefinitions(
  request: CheckRequest,
  options: FixOptions,
  world: World,
): Promise<FixResult> {
  const { issues: first, files } = await firstIssues(request, world)
  let users = createOtherUsers(files, request, world)
  const fixes = await collectFixes(request, world)
  refuseUnfixable(options, fixes)
  const skipped = createSkipped()
  for (let restarts = 0; ; restarts++) {
    const known = skipped.size()
    const result = await fixAll(first, { request, options, world, fixes, skipped, users })
    const isLast = skipped.size() === known || restarts >= mostRestarts
    if (isLast && (result.gained.length === 0 || users === ownFilesOnly)) return result
    if (isLast) users = ownFilesOnly
  }
}

/** Last resort if a rule still gains issues: edits only files of the definition itself. */
const ownFilesOnly: OtherUsers = {
  reasonAgainst: async (files, definition) =>
    files.some((file) => file !== definition)
      ? 'no way was found to edit files that several definitions may use without an issue more'
      : undefined,
}

interface Fixing {
  readonly request: CheckRequest
  readonly options: FixOptions
  readonly world: World
  readonly fixes: KnownFixes
  readonly skipped: Skipped
  readonly users: OtherUsers
}

/** All rounds, from the files as they are. */
async function fixAll(
  first: readonly Issue[],
  { request, options, world, ...shared }: Fixing,
): Promise<FixResult> {
  const drafts = createDrafts(world)
  const known = { ...shared, drafts }
  const { skipped } = shared
  const done: IssueProposal[] = []
  let issues = first
  let round = await editOnce(issues, options, known)
  for (let count = 1; round.done.length > 0; count++) {
    done.push(...round.done)
    // Suppress warnings: the first check already showed them.
    const silent = quiet(drafts.worldOf())
    issues = countingIssues(await checked(request, silent), silent)
    if (count === mostRounds) {
      skipped.noteEndless(round.done)
      break
    }
    round = await editOnce(issues, options, known)
  }
  skipped.noteIdle(done, issues)
  const others = issues.filter(({ rule_id }) => rule_id !== placeholderRule)
  skipped.noteHarm(done, first, others)
  const countLeft = (kind: FixKind) =>
    round.left.filter((issueProposal) => issueProposal.kind === kind).length
  const [before, after] = [countRules(first), countRules(issues)]
  return {
    files: drafts.files(),
    fixed: subtractCounts(before, after),
    gained: findGains(first, others),
    remaining: after,
    fixable: { unsafe: countLeft('unsafe'), placeholder: countLeft('placeholder') },
    declined: round.declined,
    unfixed: round.unfixed,
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
  return check({ ...request, fixes: true, withoutBreaking: true }, world)
}

/** The issues that nothing excuses. */
function countingIssues({ report, warnings }: Judged, { observe }: World): readonly Issue[] {
  for (const warning of warnings) observe.warning(warning)
  if (report.outcome.kind === 'incomplete') {
    const hint = 'Nothing was written. Fix what keeps gov check from completing.'
    throw new GovError('incomplete', 'fix-incomplete', gapText(report.outcome.gaps[0]), hint)
  }
  return report.issues.filter(({ excused }) => excused === undefined)
}

/** Throws GovError, usage, if no fixable rule matches: a misspelt name would look like nothing to fix. */
function refuseUnfixable({ rules = [] }: FixOptions, { ruleIds: known }: KnownFixes): void {
  const wrong = rules.find((rule) => !known.some((id) => fitsGlob(rule, id)))
  if (wrong === undefined) return
  const near = suggestAll(wrong, known)
  const meant = near.length === 0 ? '' : `Did you mean ${near.map((id) => `"${id}"`).join(', ')}? `
  const page = `${packageJson.homepage.replace(/#.*/, '')}/blob/main/docs/fixing.md`
  const hint = `${meant}The rules that have a fix: ${page}`
  throw usageError('fix-rule-unknown', `no rule "${wrong}" has a fix`, hint)
}
