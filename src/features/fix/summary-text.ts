import { oneLine } from '../../core/text/sanitize.ts'
import { excerpt, grouped, plural } from '../../reporters/wording.ts'
import {
  addUpCounts,
  type FixableCounts,
  type FixResult,
  type RuleCount,
  type Unfixed,
} from './fix-result.ts'
import { listTodos, type Todo } from './write-fixes.ts'

interface Done {
  readonly writes: boolean
  /** Other rules than the chosen ones are left as they are. */
  readonly choosesRules: boolean
}

const mostRules = 20
const mostReasons = 10
const mostTodos = 20
const longestTodo = 60

export function summaryText(result: FixResult, did: Done): string {
  const { files, fixed, unfixed } = result
  const todos = listTodos(files)
  const lines = [
    ...rows(fixed),
    ...unfixed.slice(0, mostReasons).map(reasonLine),
    ...(unfixed.length > mostReasons
      ? [`and ${grouped(unfixed.length - mostReasons)} more that cannot be fixed here`]
      : []),
    ...todoLines(todos),
    `${doneText(result, did)}${todoText(todos, did)}; ${leftText(result, did)}`,
  ]
  return lines.map((line) => `${oneLine(line)}\n`).join('')
}

function rows(counts: readonly RuleCount[]): readonly string[] {
  const shown = counts.slice(0, mostRules).map(({ rule, count }) => `${rule}: ${grouped(count)}`)
  const more = counts.slice(mostRules)
  return more.length === 0
    ? shown
    : [...shown, `${plural(more.length, 'more rule')}: ${grouped(addUpCounts(more))}`]
}

function reasonLine({ rule, file, line, reason }: Unfixed): string {
  return `not fixed: ${file}${line === undefined ? '' : `:${line}`} ${rule}: ${reason}`
}

function todoLines(todos: readonly Todo[]): readonly string[] {
  const more = todos.length - mostTodos
  return [
    ...todos
      .slice(0, mostTodos)
      .map(({ file, line, text }) => `to complete: ${file}:${line} ${excerpt(text, longestTodo)}`),
    ...(more > 0 ? [`and ${plural(more, 'more line')} to complete: search for gov-fix`] : []),
    ...(todos.length > 0 ? ['gov check fails until they are completed (gov:placeholder)'] : []),
  ]
}

function todoText({ length }: readonly Todo[], { writes }: Done): string {
  return length === 0 ? '' : `, and ${writes ? 'left' : 'leave'} placeholders in ${plural(length, 'line')}`
}

function doneText({ files, fixed, declined, unfixed }: FixResult, { writes }: Done): string {
  const notMade = declined === 0 ? '' : `, ${plural(declined, 'fix', 'fixes')} not made`
  if (files.length === 0 && declined > 0) return `nothing fixed${notMade}`
  if (files.length === 0 && unfixed.length > 0)
    return `${plural(unfixed.length, 'fix', 'fixes')} refused, nothing else to fix`
  if (files.length === 0) return 'nothing to fix'
  const what = `${plural(addUpCounts(fixed), 'issue')} of ${plural(fixed.length, 'rule')}`
  return `${writes ? 'fixed' : 'would fix'} ${what} in ${plural(files.length, 'file')}${notMade}`
}

function leftText({ remaining, fixable }: FixResult, { choosesRules }: Done): string {
  const left = addUpCounts(remaining)
  if (left === 0) return 'no issue left'
  const more = fixableText(left, fixable, { unsafe: '--unsafe', placeholder: '--placeholders' })
  return `${plural(left, 'issue')} left${choosesRules ? ' of all rules' : ''}${more}`
}

/** How many of the issues that are left each flag or argument would fix. */
export function fixableText(
  left: number,
  fixable: FixableCounts,
  names: Readonly<Record<keyof FixableCounts, string>>,
): string {
  const { unsafe, placeholder } = fixable
  if (unsafe + placeholder === 0) return ''
  if (unsafe === left || placeholder === left)
    return `, ${left === 1 ? '' : 'all '}fixable with ${unsafe > 0 ? names.unsafe : names.placeholder}`
  const first = unsafe > 0 ? `, ${grouped(unsafe)} of them fixable with ${names.unsafe}` : ''
  if (placeholder === 0) return first
  return `${first}, ${grouped(placeholder)} ${first === '' ? 'of them fixable ' : ''}with ${names.placeholder}`
}
