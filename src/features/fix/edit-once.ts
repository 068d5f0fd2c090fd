import { isDeepStrictEqual } from 'node:util'
import { Unwritable } from '../../check/fixable/change.ts'
import { findNode } from '../../check/fixable/find-node.ts'
import type { KnownFixes } from '../../check/fixable/known-fixes.ts'
import type { FixKind } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { fitsPattern } from '../../core/text/path-pattern.ts'
import { isUrl } from '../../core/text/url.ts'
import { createViews } from './definition-views.ts'
import type { FileDrafts } from './drafts.ts'
import type { IssueProposal, RefusedIssue } from './fix-result.ts'
import { applyFixes } from './propose/apply-fixes.ts'
import { propose, type Refused } from './propose/propose.ts'
import type { SkippedIssues } from './skipped.ts'
import { type FindReasonAgainst, readWhole, type WholeDefinition } from './whole.ts'

export interface FixOptions {
  /** Also fixes that may change what an API means. */
  readonly allowsUnsafe?: boolean | undefined
  /** Also fixes that leave a placeholder for a person to complete. */
  readonly allowsPlaceholders?: boolean | undefined
  /** Only rules of these ids; `*` stands for any characters. */
  readonly rules?: readonly string[] | undefined
  /** Only issues at this path, dotted or as a JSON Pointer. */
  readonly path?: string | undefined
  /** Edits no file that the definitions refer to. */
  readonly ownFileOnly?: boolean | undefined
  /** The files will be as the result has them; else what is not fixed keeps its place. */
  readonly writes?: boolean | undefined
  /** Called once per fix; equal edits that several definitions need count as one fix. */
  readonly accepts?: ((fix: Offer) => Promise<boolean>) | undefined
}

interface Offer {
  readonly alike: readonly [IssueProposal, ...IssueProposal[]]
  readonly readText: (file: string) => string
  readonly number: string
}

export interface Round {
  readonly done: readonly IssueProposal[]
  readonly left: readonly IssueProposal[]
  /** How many were not made, as nobody wanted them. */
  readonly declined: number
  readonly unfixed: readonly RefusedIssue[]
}

/** Edits each file once: of fixes that overlap, the first is made. */
export async function editOnce(
  issues: readonly Issue[],
  options: FixOptions,
  known: KnownDefinitions,
): Promise<Round> {
  const { drafts, fixes } = known
  const isAsked = (issue: Issue) =>
    (options.rules?.some((rule) => fitsPattern(rule, issue.rule_id)) ?? true) &&
    (options.path === undefined || isAtPath(issue, options.path))
  const wanted = issues.filter((issue) => fixes.of(issue).length > 0 && isAsked(issue))
  const { proposals, unfixed } = await proposeAll(wanted, known)
  const allowedKinds: Readonly<Record<FixKind, boolean | undefined>> = {
    safe: true,
    unsafe: options.allowsUnsafe,
    placeholder: options.allowsPlaceholders,
  }
  const isAllowed = ({ kind }: IssueProposal) => allowedKinds[kind] === true
  let done: readonly IssueProposal[] = []
  let declined = 0
  const allowed = proposals.filter(isAllowed)
  // Fixes with `isLast` are made only in a round without others.
  for (const turn of [allowed.filter(({ isLast }) => !isLast), allowed.filter(({ isLast }) => isLast)]) {
    const answer = await ask(turn, drafts, options)
    const { files, applied, refused } = applyFixes(drafts.get, answer.accepted)
    for (const [file, edited] of files) drafts.save(file, edited)
    unfixed.push(...refused)
    declined += answer.declined
    done = applied
    if (done.length > 0) break
  }
  return { done, left: proposals.filter((proposal) => !isAllowed(proposal)), declined, unfixed }
}

export function isAtPath({ path, pointer }: Issue, asked: string): boolean {
  return path === asked || pointer === asked
}

/** Keeps the definitions apart. */
async function proposeAll(wanted: readonly Issue[], known: KnownDefinitions) {
  const propose = createProposer(known)
  const unfixed: RefusedIssue[] = []
  const proposals: IssueProposal[] = []
  for (const issues of groupBy(wanted, findDefinitionFile).values()) {
    for (const issue of issues) {
      const reason = known.skipped.reasonFor(issue)
      const found = reason === undefined ? await propose(issue) : { reason }
      if (found && 'reason' in found) unfixed.push({ issue, reason: found.reason })
      else if (found) proposals.push(found)
    }
  }
  return { proposals: alignKinds(proposals), unfixed }
}

/** Kept, as many issues may want the same edits. */
const digestFiles = rememberPerObject((files: IssueProposal['files']) => computeDigest(JSON.stringify(files)))

/** Marks equal edits of a shared file unsafe for all definitions if they are unsafe for one. */
function alignKinds(proposals: readonly IssueProposal[]): readonly IssueProposal[] {
  if (proposals.every(({ kind }) => kind === proposals[0]?.kind)) return proposals
  const unsafe = new Set(
    proposals.flatMap(({ kind, files }) => (kind === 'unsafe' ? digestFiles(files) : [])),
  )
  return proposals.map((proposal) =>
    unsafe.has(digestFiles(proposal.files)) ? { ...proposal, kind: 'unsafe' } : proposal,
  )
}

async function ask(allowed: readonly IssueProposal[], { get }: FileDrafts, { accepts }: FixOptions) {
  if (accepts === undefined) return { accepted: allowed, declined: 0 }
  const groups = [...groupBy(allowed, createKey).values()]
  const readText = (file: string) => get(file).outline.text
  const accepted = new Set<IssueProposal>()
  let declined = 0
  for (const [index, [first, ...others]] of groups.entries()) {
    if (!first) continue
    const alike: Offer['alike'] = [first, ...others]
    const isAccepted = await accepts({ alike, readText, number: `${index + 1} of ${groups.length}` })
    if (isAccepted) for (const issueProposal of alike) accepted.add(issueProposal)
    else declined++
  }
  return { accepted: allowed.filter((issueProposal) => accepted.has(issueProposal)), declined }
}

function createKey({ issue, files }: IssueProposal): string {
  const { _id: id, file, definition } = issue
  return JSON.stringify([
    issue.rule_id,
    issue.message,
    digestFiles(files),
    definition === undefined && [file, id],
  ])
}

export interface KnownDefinitions {
  readonly drafts: FileDrafts
  readonly fixes: KnownFixes
  readonly skipped: SkippedIssues
  readonly findReasonAgainst: FindReasonAgainst
}

/** The fix of an issue, or why it cannot be made here; undefined: no fix is for it. */
type FoundFix = IssueProposal | Refused | undefined

function createProposer(known: KnownDefinitions) {
  const wholes = new Map<string, WholeDefinition>()

  async function getWhole(definition: string): Promise<WholeDefinition> {
    const read = wholes.get(definition)
    if (read) return read
    const { drafts } = known
    await drafts.openDefinition(definition)
    const { value } = drafts.get(definition).outline
    const whole = await readWhole(definition, value, () => drafts.worldOf().sources)
    for (const file of whole.values.keys()) if (file !== definition) await drafts.openPart(file)
    wholes.set(definition, whole)
    return whole
  }

  return async (issue: Issue): Promise<FoundFix> => {
    const definition = findDefinitionFile(issue)
    if (definition === undefined) return undefined
    const whole = await getWhole(definition)
    const found = chooseOne(proposeFixes(issue, whole, known))
    if (!found || 'reason' in found) return found
    const names = found.files.map(({ file }) => file)
    const opened = names.map(known.drafts.nameOf)
    if (new Set(opened).size < names.length) return { reason: 'a file has two names' }
    if (names.some(isUrl)) return { reason: 'a file at a URL cannot be changed from here' }
    const reason = await known.findReasonAgainst(names, definition)
    if (reason !== undefined) return { reason }
    if (opened.every((name, index) => name === names[index])) return found
    return { ...found, files: found.files.map((file, index) => ({ ...file, file: opened[index] ?? '' })) }
  }
}

/** One for each way in which the definition uses the place. */
function proposeFixes(
  issue: Issue,
  whole: WholeDefinition,
  { drafts, fixes }: KnownDefinitions,
): readonly FoundFix[] {
  const { file = whole.file } = issue
  const unclear = (reason: string): readonly FoundFix[] => [{ reason }]
  if (!whole.values.has(file)) return unclear('it is in a file that is not read as data')
  try {
    const path = findNode(issue, whole.values.get(file))
    if (path === undefined) return unclear('its path fits several places, because keys hold dots')
    const views = createViews(file, path, whole, (name) => drafts.get(name).outline)
    if (views.length === 0) return unclear('no $ref of the definition leads there')
    return views.map((view) => {
      const found = propose(view, fixes.of(issue))
      return found && { ...found, issue, path }
    })
  } catch (error) {
    if (error instanceof Unwritable) return unclear(error.message)
    throw error
  }
}

/** A part that is used at several places is edited only as all of them ask. */
function chooseOne(all: readonly FoundFix[]): FoundFix {
  const found = all.flatMap((each) => each ?? [])
  const refused = found.find((each) => 'reason' in each)
  const [first, ...others] = found.flatMap((each) => ('files' in each ? [each] : []))
  if (refused || !first) return refused
  const isAlike = others.every(
    ({ files, kind }) => kind === first.kind && isDeepStrictEqual(files, first.files),
  )
  return isAlike ? first : { reason: 'it is used at several places, which ask for different fixes' }
}
