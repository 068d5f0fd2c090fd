import { grouped, plural } from '../../reporters/wording.ts'
import { sumOf } from '../../run/fix/count-rules.ts'
import type { FixResult, RuleCount, Unfixed } from '../../run/fix/fix-result.ts'
import { oneLine } from '../../text/sanitize.ts'

interface Done {
  readonly writes: boolean
  readonly allowsUnsafe: boolean
}

const mostRules = 20
const mostReasons = 10

/** What was fixed, by rule, and what is left. */
export function summaryText(result: FixResult, { writes, allowsUnsafe }: Done): string {
  const { fixed, gained, remaining, unsafe, unfixed } = result
  const lines = [
    ...rows(fixed),
    ...unfixed.slice(0, mostReasons).map(reasonLine),
    ...(unfixed.length > mostReasons
      ? [`and ${grouped(unfixed.length - mostReasons)} more that cannot be fixed here`]
      : []),
    ...gained.map(({ rule, count }) => `warning: ${rule} has ${plural(count, 'more issue')} than before`),
    `${doneText(result, writes)}; ${leftText(remaining, unsafe, allowsUnsafe)}`,
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

function doneText({ files, fixed, declined }: FixResult, writes: boolean): string {
  const notMade = declined === 0 ? '' : `, ${plural(declined, 'fix', 'fixes')} not made`
  if (files.length === 0) return declined === 0 ? 'nothing to fix' : `nothing fixed${notMade}`
  const what = `${plural(sumOf(fixed), 'issue')} of ${plural(fixed.length, 'rule')}`
  return `${writes ? 'fixed' : 'would fix'} ${what} in ${plural(files.length, 'file')}${notMade}`
}

function leftText(
  remaining: readonly RuleCount[],
  unsafe: readonly RuleCount[],
  allowsUnsafe: boolean,
): string {
  const left = sumOf(remaining)
  if (left === 0) return 'no issue left'
  const more =
    allowsUnsafe || unsafe.length === 0 ? '' : `, ${grouped(sumOf(unsafe))} of them fixable with --unsafe`
  return `${plural(left, 'issue')} left${more}`
}
