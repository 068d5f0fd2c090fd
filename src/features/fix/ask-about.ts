import { usageError } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { unifiedDiff } from '../../core/text/unified-diff.ts'
import type { Conversation } from '../../terminal/conversation.ts'
import { printable } from './diff-text.ts'
import type { FixOptions } from './edit-once.ts'
import type { IssueProposal } from './fix-result.ts'
import { byPlace } from './propose/change.ts'

type UserAnswer = 'yes' | 'no' | 'rule' | 'all' | 'quit'

/** Shows each fix and asks once about it. After `rule` no more of its rule are made, after `quit` none; those before are. */
export function askAbout({ ask, show }: Conversation, color: boolean): NonNullable<FixOptions['accepts']> {
  const answers = new Map<string, boolean>()
  const unwanted = new Set<string>()
  let rest: boolean | undefined
  return async ({ alike: [proposal], readText, number }) => {
    const key = createKey(proposal)
    const { rule_id: rule } = proposal.issue
    const known = answers.get(key) ?? (unwanted.has(rule) ? false : rest)
    if (known !== undefined) return known
    await show(`${renderTitle(proposal)}\n${printable(renderProposalDiff(proposal, readText), color)}`)
    const answer = await ask(
      `${number}. Make this fix? [y]es, [n]o, [r]ule: none of it, [a]ll, [q]uit:`,
      readAnswer,
    )
    if (answer === 'rule') unwanted.add(rule)
    if (answer === 'all' || answer === 'quit') rest = answer === 'all'
    const isAccepted = answer === 'yes' || answer === 'all'
    answers.set(key, isAccepted)
    return isAccepted
  }
}

function createKey({ issue, path }: IssueProposal): string {
  return JSON.stringify([issue.file, issue.rule_id, path, issue.message])
}

function renderProposalDiff({ files }: IssueProposal, textOf: (file: string) => string): string {
  return files.map(({ file, edits }) => unifiedDiff(file, textOf(file), [...edits].sort(byPlace))).join('')
}

function renderTitle({ issue, kind }: IssueProposal): string {
  return oneLine(`${issue.rule_id}${kind === 'safe' ? '' : ` (${kind})`}: ${issue.message}`)
}

function readAnswer(text: string): UserAnswer {
  const answers: readonly UserAnswer[] = ['yes', 'no', 'rule', 'all', 'quit']
  const found = answers.find((answer) => text !== '' && answer.startsWith(text.toLowerCase()))
  if (found) return found
  throw usageError('answer-unknown', `"${text}" is not one of the answers`, 'Type y, n, r, a or q.')
}
