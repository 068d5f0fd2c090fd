import type { BasePolicy } from '../../core/model/base.ts'
import { getPointer, isPlaced, parsePointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { fileSegment } from '../../engine/openapi/files.ts'
import { findOperationUses, isSameUse } from '../../gate/excuse/uses.ts'
import type { BasedRun, Pair } from './base.ts'
import { createCounterpart, renderContent } from './counterpart.ts'
import {
  type DefinitionView,
  findReferences,
  findTarget,
  findWrittenPath,
  type ViewedVersions,
  viewDefinition,
} from './definition-view.ts'

/** Tells issues of definitions that were there before, and which of them the change touches, if the policy counts those. */
export async function compareWithBaseIssues(
  pairs: readonly Pair[],
  allOldIssues: readonly Issue[],
  policy: BasePolicy,
  { base, world }: BasedRun,
) {
  const known = new Set<Issue>()
  const touched = new Set<Issue>()
  let fixed = 0
  for (const { definition, baseFile, issues } of pairs) {
    const { file } = definition
    const oldIssues = allOldIssues.filter((issue) => findDefinitionFile(issue) === baseFile)
    const view = async () => ({
      oldView: await viewDefinition(baseFile, base.sources),
      newView: await viewDefinition(file, world.sources),
    })
    const equal = await pairKnownIssues({ file, issues }, { file: baseFile, issues: oldIssues }, view)
    fixed += oldIssues.filter(isPlaced).length - equal.length
    const kept = (await dropNewUses(equal, baseFile, view)).map(([issue]) => issue)
    for (const issue of kept) known.add(issue)
    if (policy !== 'touched' || kept.length === 0) continue
    for (const issue of kept.filter(createTouchedTest(await view(), file))) touched.add(issue)
  }
  return { known, touched, fixed }
}

/** The issues of one version of a definition. */
interface IssueSide {
  readonly file: string
  readonly issues: readonly Issue[]
}

/** An issue, and the one of the base that it is. */
type KnownPair = readonly [issue: Issue, oldIssue: Issue]

/**
 * Pairs issues of two versions: of the same rule, with the same message, at the same node, wherever that has moved. Each
 * old one stands for one. Where it is not known where an old one is, the issue is new. The definitions are looked at only
 * where keys alone do not tell: in lists, and where something is no longer where it was.
 */
export async function pairKnownIssues(
  newSide: IssueSide,
  oldSide: IssueSide,
  view: () => Promise<ViewedVersions>,
): Promise<readonly KnownPair[]> {
  const newIssues = new Set(newSide.issues.filter(isPlaced))
  const oldIssues = new Set(oldSide.issues.filter(isPlaced))
  const exact = takePairs(newIssues, oldIssues, {
    oldKeys: (issue) => (isInList(issue) ? [] : [exactKey(issue, oldSide.file)]),
    newKey: (issue) => exactKey(issue, newSide.file),
  })
  if (newIssues.size === 0 || oldIssues.size === 0) return exact
  const { oldView, newView } = await view()
  const findCounterpart = createCounterpart(oldView, newView)
  const listPlaces = rememberPerObject((issue: Issue) => findCounterpart(getIssuePath(issue, oldSide.file)))
  const findPlace = rememberPerObject((issue: Issue) =>
    findWrittenPath(getIssuePath(issue, newSide.file), newView),
  )
  const takePlaced = (readWords: (issue: Issue) => string) =>
    takePairs(newIssues, oldIssues, {
      oldKeys: (issue) => listPlaces(issue).map((path) => placedKey(issue, path, readWords(issue))),
      newKey: (issue) => placedKey(issue, findPlace(issue), readWords(issue)),
    })
  return [...exact, ...takePlaced(({ message }) => message), ...takePlaced(withoutPlace)]
}

/** Drops pairs whose issue is at a new path: an operation that a new path refers to is new there. */
async function dropNewUses(
  pairs: readonly KnownPair[],
  baseFile: string,
  view: () => Promise<ViewedVersions>,
): Promise<readonly KnownPair[]> {
  if (pairs.every(([issue]) => issue.used_by === undefined)) return pairs
  const { oldView } = await view()
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
function takePairs(
  newIssues: Set<Issue>,
  oldIssues: Set<Issue>,
  { oldKeys, newKey }: Keys,
): readonly KnownPair[] {
  const open = groupBy(newIssues, newKey)
  const taken: KnownPair[] = []
  for (const oldIssue of oldIssues) {
    const keys = oldKeys(oldIssue)
    const key = keys.find((place) => open.get(place)?.length)
    const issue = key === undefined ? undefined : open.get(key)?.shift()
    if (issue === undefined) continue
    taken.push([issue, oldIssue])
    newIssues.delete(issue)
    oldIssues.delete(oldIssue)
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

/** Whether an issue is in what the change touches: an operation, a component, a file or a top key whose content is new or changed. */
function createTouchedTest({ oldView, newView }: ViewedVersions, file: string): (issue: Issue) => boolean {
  const touched = new Map<string, boolean>()
  return (issue) => {
    const unit = findUnit(findWrittenPath(getIssuePath(issue, file), newView))
    const key = JSON.stringify(unit)
    const isTouched = touched.get(key) ?? renderUnit(unit, oldView) !== renderUnit(unit, newView)
    touched.set(key, isTouched)
    return isTouched
  }
}

const grouped = new Set<unknown>(['paths', 'webhooks', 'x-webhooks', 'components'])

function findUnit(path: Path): Path {
  return path.slice(0, grouped.has(path[0]) ? 3 : 1)
}

/** The content, in whichever order it is written; undefined where there is none. */
function renderUnit(path: Path, view: DefinitionView): string | undefined {
  const target = findTarget(path, view)
  return target && renderContent(target.value)
}
