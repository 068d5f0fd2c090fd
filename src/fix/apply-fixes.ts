import { ParseError } from '../document/parse-error.ts'
import { readDocument } from '../document/read-document.ts'
import type { ReadText } from '../document/read-text.ts'
import type { Change, Edit } from './change.ts'
import { changedValue, isSameValue } from './changed-value.ts'
import { createChoice } from './choose-edits.ts'
import type { Outline } from './outline.ts'
import type { Fixable, Proposal, Refused } from './propose.ts'

export interface Applied<Issue extends Fixable> {
  readonly text: string
  readonly read: ReadText
  /** What was done to the text. */
  readonly edits: readonly Edit[]
  readonly applied: readonly Proposal<Issue>[]
  /** In the way of these was another one. */
  readonly deferred: readonly Proposal<Issue>[]
  readonly refused: readonly Refused<Issue>[]
}

const wouldBreak = 'the text could not be edited without changing something else'

/**
 * Writes fixes into a text. Of those that overlap the first is applied, the others are deferred. What comes out is
 * parsed: it has the value that the changes ask for, and nothing else is different, or the fix is refused.
 */
export function applyFixes<Issue extends Fixable>(
  outline: Outline,
  read: ReadText,
  proposals: readonly Proposal<Issue>[],
): Applied<Issue> {
  const choice = createChoice()
  const fitting: Proposal<Issue>[] = []
  const deferred: Proposal<Issue>[] = []
  for (const each of proposals) (choice.take(each.edits) ? fitting : deferred).push(each)
  const refused: Refused<Issue>[] = []
  let best: { kept: readonly Proposal<Issue>[]; edits: readonly Edit[]; read: ReadText; text: string } = {
    kept: [],
    edits: [],
    read,
    text: outline.text,
  }

  /** Adds what holds; halves find what does not. */
  function add(more: readonly Proposal<Issue>[]): void {
    if (more.length === 0) return
    const kept = [...best.kept, ...more]
    const edits = inOrder(kept.flatMap((each) => each.edits))
    const text = edited(outline.text, edits)
    const after = readAs(text, outline.format, changesOf(kept), read)
    if (after) best = { kept, edits, read: after, text }
    else if (more.length === 1) refused.push(...more.map(({ issue }) => ({ issue, reason: wouldBreak })))
    else {
      add(more.slice(0, more.length >> 1))
      add(more.slice(more.length >> 1))
    }
  }
  add(fitting)
  return {
    text: best.text,
    read: best.read,
    edits: best.edits,
    applied: best.kept,
    deferred,
    refused,
  }
}

/** What is read, if that is the old value with the changes, and no key is repeated that was not. */
function readAs(
  text: string,
  format: Outline['format'],
  changes: readonly Change[],
  before: ReadText,
): ReadText | undefined {
  try {
    const after = readDocument(text, format)
    const isSame = isSameValue(after.value, changedValue(before.value, changes))
    return isSame && repeatedKeys(after) <= repeatedKeys(before) ? after : undefined
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
}

function repeatedKeys({ keyFaults }: ReadText): number {
  return keyFaults().filter(({ kind }) => kind === 'repeated').length
}

/** Two fixes may want the same, such as one tag for two operations: that is done once. */
function changesOf(proposals: readonly Proposal[]): readonly Change[] {
  const changes = proposals.flatMap((each) => each.changes)
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const distinct = new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit]))
  return [...distinct.values()].sort((one, other) => one.start - other.start || one.end - other.end)
}

/** The text with edits that do not overlap, in their order. */
export function edited(text: string, edits: readonly Edit[]): string {
  let at = 0
  const parts: string[] = []
  for (const { start, end, text: written } of edits) {
    parts.push(text.slice(at, start), written)
    at = end
  }
  return [...parts, text.slice(at)].join('')
}
