import { excerpt, grouped, plural } from '../../reporters/wording.ts'
import { type FixResult, type RuleCount, sumOf, type Unfixed } from '../../run/fix/fix-result.ts'
import { type Todo, todosIn } from '../../run/fix/write-fixes.ts'
import { oneLine } from '../../text/sanitize.ts'

interface Done {
  readonly writes: boolean
  readonly allowsUnsafe: boolean
  /** Other rules than the chosen ones are left as they are. */
  readonly choosesRules: boolean
}

const mostRules = 20
const mostReasons = 10
const mostTodos = 20
const longestTodo = 60

export function summaryText(result: FixResult, did: Done): string {
  const { files, fixed, gained, unfixed } = result
  const todos = todosIn(files)
  const lines = [
    ...rows(fixed),
    ...unfixed.slice(0, mostReasons).map(reasonLine),
    ...(unfixed.length > mostReasons
      ? [`and ${grouped(unfixed.length - mostReasons)} more that cannot be fixed here`]
      : []),
    ...gained.map(({ rule, count }) => `warning: ${rule} has ${plural(count, 'more issue')} than before`),
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
    : [...shown, `${plural(more.length, 'more rule')}: ${grouped(sumOf(more))}`]
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
    ...(more > 0 ? [`and ${plural(more, 'more line')} to complete: search for TODO`] : []),
  ]
}

function todoText({ length }: readonly Todo[], { writes }: Done): string {
  return length === 0
    ? ''
    : `, and ${writes ? 'left' : 'leave'} a TODO in ${plural(length, 'line')} to complete`
}

function doneText({ files, fixed, declined, unfixed }: FixResult, { writes }: Done): string {
  const notMade = declined === 0 ? '' : `, ${plural(declined, 'fix', 'fixes')} not made`
  if (files.length === 0 && declined > 0) return `nothing fixed${notMade}`
  if (files.length === 0 && unfixed.length > 0)
    return `${plural(unfixed.length, 'fix', 'fixes')} refused, nothing else to fix`
  if (files.length === 0) return 'nothing to fix'
  const what = `${plural(sumOf(fixed), 'issue')} of ${plural(fixed.length, 'rule')}`
  return `${writes ? 'fixed' : 'would fix'} ${what} in ${plural(files.length, 'file')}${notMade}`
}

function leftText({ remaining, unsafe }: FixResult, { allowsUnsafe, choosesRules }: Done): string {
  const left = sumOf(remaining)
  if (left === 0) return 'no issue left'
  const more = allowsUnsafe ? '' : fixableText(left, sumOf(unsafe), '--unsafe')
  return `${plural(left, 'issue')} left${choosesRules ? ' of all rules' : ''}${more}`
}

/** How many of the issues that are left this would fix. */
export function fixableText(left: number, fixable: number, by: string): string {
  if (fixable === 0) return ''
  if (fixable < left) return `, ${grouped(fixable)} of them fixable with ${by}`
  return `, ${left === 1 ? '' : 'all '}fixable with ${by}`
}
