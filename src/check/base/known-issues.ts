import { GovError } from '../../core/model/errors.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import { getPointer, isPlaced, parsePointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { fileSegment } from '../../engine/openapi/files.ts'
import { findOperationUses, isSameUse } from '../../gate/excuse/uses.ts'
import { createCounterpart } from './counterpart.ts'
import { type DefinitionView, findReferences, findWrittenPath } from './definition-view.ts'
import { type BasedRun, evaluateBase, type Pair } from './evaluate-base.ts'

/** The issues of one version of a definition. */
interface IssueSide {
  readonly file: string
  readonly issues: readonly Issue[]
}

export interface ViewedVersions {
  readonly oldView: DefinitionView
  readonly newView: DefinitionView
}

/** An issue, and the one of the base that it is. */
type KnownPair = readonly [issue: Issue, oldIssue: Issue]

/**
 * The issues of `current` that `base` has too, in pairs: of the same rule, with the same message, at the same node, wherever that has
 * moved. Each of `base` stands for one. Where it is not known where one is, it is new. The definitions are looked at only
 * where keys alone do not tell: in lists, and where something is no longer where it was.
 */
export async function knownIssues(
  current: IssueSide,
  base: IssueSide,
  views: () => Promise<ViewedVersions>,
): Promise<readonly KnownPair[]> {
  const [left, right] = [current, base].map(({ issues }) => new Set(issues.filter(isPlaced)))
  if (left === undefined || right === undefined) return []
  const known = takePairs(left, right, {
    oldKeys: (issue) => (isInList(issue) ? [] : [exactKey(issue, base.file)]),
    newKey: (issue) => exactKey(issue, current.file),
  })
  if (left.size === 0 || right.size === 0) return known
  const { oldView, newView } = await views()
  const counterpart = createCounterpart(oldView, newView)
  const places = new Map([...right].map((issue) => [issue, counterpart(getIssuePath(issue, base.file))]))
  const written = new Map(
    [...left].map((issue) => [issue, findWrittenPath(getIssuePath(issue, current.file), newView)]),
  )
  for (const wordsOf of [({ message }: Issue) => message, withoutPlace])
    known.push(
      ...takePairs(left, right, {
        oldKeys: (issue) => (places.get(issue) ?? []).map((path) => placedKey(issue, path, wordsOf(issue))),
        newKey: (issue) => placedKey(issue, written.get(issue) ?? [], wordsOf(issue)),
      }),
    )
  return known
}

/** The pairs whose issue is at no new path: an operation that a new path refers to is new there. */
export async function withoutNewUses(
  pairs: readonly KnownPair[],
  baseFile: string,
  views: () => Promise<ViewedVersions>,
): Promise<readonly KnownPair[]> {
  if (pairs.every(([issue]) => issue.used_by === undefined)) return pairs
  const { oldView } = await views()
  return pairs.filter(([issue, oldIssue]) => {
    if (issue.used_by === undefined) return true
    const path = getIssuePath(oldIssue, baseFile)
    return isSameUse(issue, {
      used_by: [...findOperationUses({ path, referencesTo: (at) => findReferences(at, oldView) })],
    })
  })
}

interface Keys {
  /** One for each place at which it may be now. */
  readonly oldKeys: (issue: Issue) => readonly string[]
  readonly newKey: (issue: Issue) => string
}

/** Takes pairs of equal keys out of both, and gives them. */
function takePairs(left: Set<Issue>, right: Set<Issue>, keys: Keys): KnownPair[] {
  const open = groupBy(left, keys.newKey)
  const taken: KnownPair[] = []
  for (const issue of right) {
    const found = keys.oldKeys(issue).flatMap((key) => open.get(key) ?? [])[0]
    if (found === undefined) continue
    for (const key of keys.oldKeys(issue))
      open.set(
        key,
        (open.get(key) ?? []).filter((each) => each !== found),
      )
    taken.push([found, issue])
    left.delete(found)
    right.delete(issue)
  }
  return taken
}

function isInList(issue: Issue): boolean {
  return /\/\d+(\/|$)/.test(getPointer(issue))
}

function exactKey(issue: Issue, file: string): string {
  const part = issue.file === file ? '' : (issue.file ?? '')
  return JSON.stringify([part, issue.ruleset_id, issue.rule_id, getPointer(issue), issue.message])
}

function placedKey({ ruleset_id, rule_id }: Issue, path: Path, words: string): string {
  return JSON.stringify([ruleset_id, rule_id, path, words])
}

/** Its node's keys, after the `fileSegment` of another file than the definition. */
export function getIssuePath(issue: Issue, file: string): Path {
  const path = parsePointer(getPointer(issue))
  return issue.file === undefined || issue.file === file ? path : [fileSegment(issue.file), ...path]
}

/** The message without the issue's path and list index, which differ between versions. */
function withoutPlace(issue: Issue): string {
  const pointer = getPointer(issue)
  const last = issue.path.slice(issue.path.lastIndexOf('.') + 1)
  const path = issue.path === '' ? issue.message : issue.message.replaceAll(issue.path, '…')
  const words = pointer === '' ? path : path.replaceAll(pointer, '…')
  return /^\d+$/.test(last) ? words.replaceAll(`"${last}"`, '"…"').replaceAll(`[${last}]`, '[…]') : words
}

interface Rest {
  /** Changed definitions whose base the rulesets of `ran` have evaluated. */
  readonly changed: readonly Pair[]
  readonly ran: readonly string[]
  /** Finds the changed definitions whose base is not evaluated yet. */
  readonly others: () => Promise<readonly Pair[]>
}

/**
 * How many issues the base has where nothing is found now: all of them are fixed. The verdict needs none of it, so that a
 * base which cannot tell leaves the number unknown.
 */
export async function countFixed(
  { rulesets }: Evaluation,
  { changed, others: findOthers, ran }: Rest,
  based: BasedRun,
): Promise<{ readonly count: number; readonly requests: number } | undefined> {
  try {
    const others = await findOthers()
    const idle = rulesets.map(({ id }) => id).filter((id) => !ran.includes(id))
    let [count, requests] = [0, 0]
    for (const [pairs, by] of [
      [[...changed, ...others], idle],
      [others, ran],
    ] as const) {
      if (pairs.length === 0 || by.length === 0) continue
      const found = await evaluateBase(pairs, by, based)
      if (found.gaps.length > 0) return undefined
      count += found.issues.filter(isPlaced).length
      requests += found.requests
    }
    return { count, requests }
  } catch (error) {
    if (error instanceof GovError && error.kind !== 'interrupted') return undefined
    throw error
  }
}
