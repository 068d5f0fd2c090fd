import type { CheckRequest } from '../../check/check-request.ts'
import { quiet, type World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import type { FixKind } from '../../core/model/fixes.ts'
import { findDefinitionFile } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { createDrafts } from './drafts.ts'
import { proposeAll } from './edit-once.ts'
import type { IssueProposal } from './fix-result.ts'
import { collectFixes } from './fixes-of.ts'
import { createOtherUsers } from './other-users.ts'
import type { Fix } from './propose/fix.ts'
import { createSkipped } from './skipped.ts'

/**
 * The report with what `gov fix` would do about its issues that count; the same report where that is not known. Whether a
 * fix brings issues is found only by making it.
 */
export async function withFixable(
  report: EvaluatedReport,
  request: CheckRequest,
  world: World,
): Promise<EvaluatedReport> {
  const counting = report.issues.filter(({ excused }) => excused === undefined)
  if (report.outcome.kind === 'incomplete') return report
  if (counting.every((issue) => findDefinitionFile(issue) === undefined)) return report
  const files = report.run.definitions.map(({ file }) => file)
  try {
    const kinds = await findFixKinds(report.issues, files, request, quiet(world), {
      allowsPlaceholders: false,
    })
    const issues = report.issues.map((issue): Issue => {
      if (issue.excused !== undefined) return issue
      const kind = kinds.get(issue)
      return { ...issue, fixable: kind === undefined || kind === 'placeholder' ? 'no' : kind }
    })
    return { ...report, issues }
  } catch (error) {
    if (error instanceof GovError && error.kind === 'interrupted') throw error
    // The verdict does not depend on it: a fault of a fix is no fault of the check.
    if (!(error instanceof GovError))
      world.observe.warning(`what gov fix would fix is not known: ${readMessage(error)}`)
    return report
  }
}

/**
 * Of the issues that count, those that have a fix which suits the definitions `files`; it is not known yet whether it brings
 * other issues.
 */
export async function findFixKinds(
  issues: readonly Issue[],
  files: readonly string[],
  request: CheckRequest,
  world: World,
  { allowsPlaceholders = true }: { readonly allowsPlaceholders?: boolean } = {},
): Promise<ReadonlyMap<Issue, FixKind>> {
  const fixes = await collectFixes(request, world)
  const isWanted = ({ asksPerson }: Fix) => allowsPlaceholders || !asksPerson
  const wanted = issues.filter(
    (issue) =>
      issue.excused === undefined &&
      fixes.of(issue).some(isWanted) &&
      findDefinitionFile(issue) !== undefined,
  )
  const users = createOtherUsers(files, request, world)
  const proposals: IssueProposal[] = []
  // One definition after the other, so that only one is kept.
  for (const own of groupBy(wanted, findDefinitionFile).values()) {
    const known = { drafts: createDrafts(world), fixes, skipped: createSkipped(), users }
    proposals.push(...(await proposeAll(own, known)).proposals)
  }
  return new Map(proposals.map(({ issue, kind }) => [issue, kind]))
}
