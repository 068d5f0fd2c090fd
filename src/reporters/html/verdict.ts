import { exitCodeOf } from '../../model/outcome.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../../model/report.ts'
import { excusedWords } from '../excuse.ts'
import { faultsOf, faultText, heldOf, refusalsOf } from '../faults.ts'
import { htmlText } from '../html-text.ts'
import { checkedNothing } from '../outcome-words.ts'
import { duration, excerpt, grouped, plural } from '../wording.ts'

const mostReasons = 50

/** Pass or fail, every reason, and what was run. */
export function verdictHtml(report: Report): string {
  const { outcome, run } = report
  const word = wordOf(report)
  const reasons = [
    ...faultsOf(report).map((fault) => item(false, faultText(fault))),
    ...refusalsOf(report).map((message) => item(false, message)),
    ...heldOf(report).map((message) => item(true, message)),
  ]
  const more = reasons.length - mostReasons
  const shown =
    more > 0 ? [...reasons.slice(0, mostReasons), `<li>${plural(more, 'more reason')}</li>`] : reasons
  const facts = [
    ...(isEvaluated(report) ? coverage(report) : []),
    `on ${text(run.dashboard)}`,
    ...(run.policy?.origin === undefined ? [] : [`policy: ${text(run.policy.origin)}`]),
    text(run.started),
    duration(run.took_ms),
    `gov ${text(run.gov)}`,
    `exit code ${exitCodeOf(outcome)}`,
  ]
  return `<section class="verdict ${outcome.kind === 'passed' ? 'pass' : 'fail'}" aria-label="Verdict">
<p class="word">${word}</p>
<div><ul>${shown.join('')}</ul>
<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join(' ')}</p></div>
</section>`
}

export function wordOf(report: Report): string {
  if (!isEvaluated(report)) return 'Not decided'
  if (checkedNothing(report)) return 'Nothing checked'
  return report.outcome.kind === 'passed' ? 'Pass' : 'Fail'
}

function coverage({ evaluated_apis, rulesets, run }: EvaluatedReport): string[] {
  const apis = plural(run.api_ids.length + run.definitions.length, 'API')
  return [`${grouped(evaluated_apis)} of ${apis}`, plural(rulesets.length, 'ruleset')]
}

function item(passed: boolean, message: string): string {
  const [mark, word] = passed ? ['✓', 'holds'] : ['✗', 'fails']
  return `<li class="${passed ? 'held' : 'broken'}"><span aria-label="${word}">${mark}</span> ${text(message)}</li>`
}

function text(value: string): string {
  return `<bdi>${htmlText(excerpt(value, 1000))}</bdi>`
}

/** `3 issues are waived ...`; empty when nothing is excused. */
export function excusedHtml(report: Report): string {
  const words = isEvaluated(report) ? excusedWords(report) : ''
  return words === '' ? '' : `<p class="note">Not counted: ${words}.</p>`
}
