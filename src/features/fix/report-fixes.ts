import { carryOutCheck } from '../../check/check.ts'
import type { CheckRequest } from '../../check/types.ts'
import { silenceWarnings, type World } from '../../check/world.ts'
import { createLocator } from '../../core/document/lines.ts'
import type { FileReplacements, IssueFixes, Replacement } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { severities } from '../../core/model/severity.ts'
import type { Edit } from '../../core/text/unified-diff.ts'
import { differ } from '../../core/text/unified-diff.ts'
import { createDrafts } from './drafts.ts'
import { editOnce } from './edit-once.ts'
import { type FixedFile, type IssueProposal, listGains, withMark } from './fix-result.ts'
import { collectFixes } from './fixes-of.ts'
import { byPlace } from './propose/change.ts'
import { createSkipped } from './skipped.ts'
import { createReasonFinder } from './whole.ts'

/** A run of more definitions gets no fixes: to check it again would take long. */
const mostDefinitions = 20
/** The worst ones get fixes, so that the report stays small. */
const mostIssues = 1000
/** A larger one is for `gov fix`, not for a reader. */
const mostCharacters = 4000

/**
 * The safe fixes of a report's issues, each for itself, proven as `gov fix` proves them: they are all made in memory, and
 * after another check those are left out that leave their issue or bring one; all, where it is not clear which. None over a
 * network.
 */
export async function reportFixes(
  report: EvaluatedReport,
  request: CheckRequest,
  world: World,
): Promise<IssueFixes> {
  const { dashboard, definitions, api_ids } = report.run
  const isSmall = definitions.length <= mostDefinitions && api_ids.length === 0
  if (dashboard !== 'embedded' || !isSmall || report.outcome.kind === 'incomplete') return new Map()
  const silent = silenceWarnings(world)
  const skipped = createSkipped()
  const fixes = await collectFixes(request, silent)
  const wanted = worst(report.issues.filter((issue) => fixes.of(issue).some(({ safe }) => safe)))
  const files = definitions.map(({ file }) => file)
  const findReasonAgainst = createReasonFinder(files, request, silent)
  for (let known = 0; ; known = skipped.size()) {
    const drafts = createDrafts(silent)
    const { done } = await editOnce(wanted, {}, { drafts, fixes, skipped, findReasonAgainst })
    if (done.length === 0) return new Map()
    const { sources } = drafts.worldOf()
    const after = (await carryOutCheck(withoutEarlier(request), { ...silent, sources })).report.issues
    skipped.noteIdle(done, after)
    skipped.noteHarm(done, report.issues, after)
    if (skipped.size() > known) continue
    return listGains(report.issues, after).length > 0 ? new Map() : groupFixes(done, drafts.files())
  }
}

/** Removes comparisons with other runs, so that only this run's issues count. */
function withoutEarlier({ own, ...request }: CheckRequest): CheckRequest {
  const { 'policy.base': _base, 'policy.breaking': _breaking, ...others } = own
  return { ...request, own: others, compare: undefined, base: undefined, withoutBreaking: true }
}

function worst(issues: readonly Issue[]): readonly Issue[] {
  const counting = issues.filter(({ excused }) => excused === undefined)
  const rankIssue = ({ severity }: Issue) => severities.indexOf(severity)
  return counting.sort((one, other) => rankIssue(one) - rankIssue(other)).slice(0, mostIssues)
}

function groupFixes(proposals: readonly IssueProposal[], all: readonly FixedFile[]): IssueFixes {
  const writers = new Map(all.map((fixedFile) => [fixedFile.file, writer(fixedFile)]))
  return new Map(
    proposals.flatMap(({ issue, files }) => {
      const written = files.flatMap(({ file, edits }) => writers.get(file)?.([...edits].sort(byPlace)) ?? [])
      const isWhole = written.length === files.length && countEdits(files) <= mostCharacters
      const replacements = written.map(({ diff: _, ...inFile }) => inFile)
      const diff = written.map((each) => each.diff).join('')
      return isWhole ? [[issue, { files: replacements, diff }] as const] : []
    }),
  )
}

function countEdits(files: IssueProposal['files']): number {
  const all = files.flatMap(({ edits }) => edits)
  return all.reduce((sum, { start, end, text }) => sum + end - start + text.length, 0)
}

function writer(fixed: FixedFile): (edits: readonly Edit[]) => FileReplacements & { readonly diff: string } {
  const { file, before: text } = fixed
  const diff = differ(file, fixed.mark + text)
  const toLocation = createLocator(text)
  const replacement = ({ text: written, ...range }: Edit): Replacement => {
    const { start_line, start_char: start_column, end_line, end_char: end_column } = toLocation(range)
    return { start_line, start_column, end_line, end_column, text: written }
  }
  return (edits) => {
    return { file, replacements: edits.map(replacement), diff: diff(withMark({ ...fixed, edits }).edits) }
  }
}
