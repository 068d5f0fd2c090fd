import { applyFixes } from '../../fix/apply-fixes.ts'
import { Refusal } from '../../fix/change.ts'
import type { Outline } from '../../fix/outline.ts'
import { propose } from '../../fix/propose.ts'
import { fitsGlob } from '../../gate/glob.ts'
import { definitionOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import type { Drafts } from './drafts.ts'
import type { IssueProposal, Unfixed } from './fix-result.ts'
import { fixableIssue } from './fixable-issue.ts'
import type { KnownFixes } from './fixes-of.ts'
import type { Skipped } from './skipped.ts'

export interface FixOptions {
  /** Also fixes that may change what an API means. */
  readonly allowsUnsafe?: boolean | undefined
  /** Only rules of these ids; `*` stands for any characters. */
  readonly rules?: readonly string[] | undefined
  /** Asked about each fix, with the text that it edits and its number among those of the round. */
  readonly accepts?:
    | ((proposal: IssueProposal, file: string, text: string, number: string) => Promise<boolean>)
    | undefined
}

/** What one edit of the definitions came to. */
export interface Round {
  readonly done: readonly IssueProposal[]
  /** Left, because they are not safe. */
  readonly unsafe: readonly IssueProposal[]
  /** Not made, as nobody wanted them. */
  readonly declined: readonly IssueProposal[]
  readonly unfixed: readonly Unfixed[]
}

/** Edits each definition once: of fixes that overlap, the first is made. */
export async function editOnce(
  issues: readonly Issue[],
  drafts: Drafts,
  options: FixOptions,
  fixes: KnownFixes,
  skipped: Skipped,
): Promise<Round> {
  const wanted = issues.filter(
    (issue) =>
      fixes.of(issue).length > 0 && (options.rules?.some((rule) => fitsGlob(rule, issue.rule_id)) ?? true),
  )
  const found: Found[] = []
  for (const file of new Set(wanted.map(definitionOf)))
    if (file !== undefined) {
      const own = wanted.filter((each) => definitionOf(each) === file)
      found.push(await proposeAll(file, own, drafts, options, fixes, skipped))
    }
  const count = found.reduce((sum, { allowed }) => sum + allowed.length, 0)
  const rounds: Round[] = []
  let before = 0
  for (const each of found) {
    const first = before + 1
    rounds.push(await editFile(each, drafts, options, (nth) => `${first + nth} of ${count}`))
    before += each.allowed.length
  }
  return {
    done: rounds.flatMap(({ done }) => done),
    unsafe: rounds.flatMap(({ unsafe }) => unsafe),
    declined: rounds.flatMap(({ declined }) => declined),
    unfixed: rounds.flatMap(({ unfixed }) => unfixed),
  }
}

/** The fixes of a file's issues, before anyone is asked. */
interface Found extends Pick<Round, 'unsafe' | 'unfixed'> {
  readonly file: string
  readonly allowed: readonly IssueProposal[]
}

async function proposeAll(
  file: string,
  issues: readonly Issue[],
  drafts: Drafts,
  { allowsUnsafe = false }: FixOptions,
  fixes: KnownFixes,
  skipped: Skipped,
): Promise<Found> {
  const { outline } = await drafts.open(file)
  const unfixed: Unfixed[] = []
  const proposals: IssueProposal[] = []
  for (const issue of issues) {
    const reason = skipped.reasonFor(issue)
    const found = reason === undefined ? proposalFor(issue, file, outline, fixes) : unfixedOf(issue, reason)
    if (found && 'reason' in found) unfixed.push(found)
    else if (found) proposals.push(found)
  }
  const isAllowed = ({ safe }: IssueProposal) => safe || allowsUnsafe
  const unsafe = proposals.filter((each) => !isAllowed(each))
  return { file, allowed: firstOf(proposals.filter(isAllowed)), unsafe, unfixed }
}

async function editFile(
  { file, allowed, unsafe, unfixed }: Found,
  drafts: Drafts,
  { accepts = async () => true }: FixOptions,
  numberOf: (nth: number) => string,
): Promise<Round> {
  const { outline, read } = await drafts.open(file)
  const accepted: IssueProposal[] = []
  for (const [nth, each] of allowed.entries())
    if (await accepts(each, file, outline.text, numberOf(nth))) accepted.push(each)
  const result = applyFixes(outline, read, accepted)
  drafts.save(file, result)
  const refused = result.refused.map(({ issue, reason }) => unfixedOf(issue.source, reason))
  const declined = allowed.filter((each) => !accepted.includes(each))
  return { done: result.applied, unsafe, declined, unfixed: [...unfixed, ...refused] }
}

/** Leaves out what waits for others, unless there are none. */
function firstOf(proposals: readonly IssueProposal[]): readonly IssueProposal[] {
  const early = proposals.filter(({ isLast }) => !isLast)
  return early.length > 0 ? early : proposals
}

function proposalFor(
  issue: Issue,
  file: string,
  outline: Outline,
  fixes: KnownFixes,
): IssueProposal | Unfixed | undefined {
  if (issue.file !== file) return unfixedOf(issue, 'it is in a file that the definition refers to')
  try {
    const found = propose(fixableIssue(issue, outline.value), outline, fixes.of(issue))
    return found && 'reason' in found ? unfixedOf(issue, found.reason) : found
  } catch (error) {
    if (error instanceof Refusal) return unfixedOf(issue, error.message)
    throw error
  }
}

function unfixedOf({ rule_id: rule, file = '', line }: Issue, reason: string): Unfixed {
  return { rule, file, line, reason }
}
