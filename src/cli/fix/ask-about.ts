import { usageError } from '../../model/errors.ts'
import type { FixOptions } from '../../run/fix/fix.ts'
import type { IssueProposal } from '../../run/fix/fix-result.ts'
import { oneLine } from '../../text/sanitize.ts'
import { unifiedDiff } from '../../text/unified-diff.ts'
import type { Conversation } from '../init/conversation.ts'
import { printable } from './diff-text.ts'

type Answer = 'yes' | 'no' | 'all' | 'quit'

/** Shows each fix and asks once about it. After `quit` no more are made; those before it are. */
export function askAbout({ ask, show }: Conversation, color: boolean): NonNullable<FixOptions['accepts']> {
  const answers = new Map<string, boolean>()
  let rest: boolean | undefined
  return async ({ alike: [proposal], textOf, number }) => {
    const key = keyOf(proposal)
    const known = answers.get(key) ?? rest
    if (known !== undefined) return known
    await show(`${titleOf(proposal)}\n${printable(diffOf(proposal, textOf), color)}`)
    const answer = await ask(`${number}. Make this fix? [y]es, [n]o, [a]ll, [q]uit:`, readAnswer)
    if (answer === 'all' || answer === 'quit') rest = answer === 'all'
    const isAccepted = answer === 'yes' || answer === 'all'
    answers.set(key, isAccepted)
    return isAccepted
  }
}

function keyOf({ issue }: IssueProposal): string {
  return JSON.stringify([issue.source.file, issue.rule, issue.path, issue.message])
}

function diffOf({ files }: IssueProposal, textOf: (file: string) => string): string {
  return files.map(({ file, edits }) => unifiedDiff(file, textOf(file), inOrder(edits))).join('')
}

function titleOf({ issue, safe }: IssueProposal): string {
  return oneLine(`${issue.rule}${safe ? '' : ' (unsafe)'}: ${issue.message}`)
}

type Edits = IssueProposal['files'][number]['edits']

function inOrder(edits: Edits): Edits {
  return [...edits].sort((one, other) => one.start - other.start || one.end - other.end)
}

function readAnswer(text: string): Answer {
  const answers: readonly Answer[] = ['yes', 'no', 'all', 'quit']
  const found = answers.find((each) => text !== '' && each.startsWith(text.toLowerCase()))
  if (found) return found
  throw usageError('answer-unknown', `"${text}" is not one of the answers`, 'Type y, n, a or q.')
}
