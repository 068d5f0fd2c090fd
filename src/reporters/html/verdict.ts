import type { Report } from '../../model/report.ts'
import { excusedWords } from '../excuse.ts'
import { faultsOf, faultText } from '../faults.ts'
import { htmlText } from '../html-text.ts'
import { checkedNothing } from '../outcome-words.ts'
import { duration, excerpt, grouped, plural } from '../wording.ts'

const mostReasons = 50

/** Pass or fail, every reason, and what was run. */
export function verdictHtml(report: Report): string {
  const { verdict, run } = report
  const word = wordOf(report)
  const reasons = report.failure
    ? faultsOf(report).map((fault) => item(false, faultText(fault)))
    : verdict.reasons.map(({ passed, message }) => item(passed, message))
  const more = reasons.length - mostReasons
  const shown =
    more > 0 ? [...reasons.slice(0, mostReasons), `<li>${plural(more, 'more reason')}</li>`] : reasons
  const facts = [
    `${grouped(report.evaluated_apis)} of ${plural(run.api_ids.length + run.definitions.length, 'API')}`,
    plural(report.rulesets.length, 'ruleset'),
    `on ${text(run.dashboard)}`,
    ...(run.policy?.origin === undefined ? [] : [`policy: ${text(run.policy.origin)}`]),
    text(run.started),
    duration(run.took_ms),
    `gov ${text(run.gov)}`,
    `exit code ${verdict.exit_code}`,
  ]
  return `<section class="verdict ${verdict.passed ? 'pass' : 'fail'}" aria-label="Verdict">
<p class="word">${word}</p>
<div><ul>${shown.join('')}</ul>
<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join(' ')}</p></div>
</section>`
}

export function wordOf(report: Report): string {
  if (checkedNothing(report)) return 'Nothing checked'
  if (report.verdict.passed) return 'Pass'
  return report.failure ? 'Not decided' : 'Fail'
}

function item(passed: boolean, message: string): string {
  const [mark, word] = passed ? ['✓', 'holds'] : ['✗', 'does not hold']
  return `<li class="${passed ? 'held' : 'broken'}"><span aria-label="${word}">${mark}</span> ${text(message)}</li>`
}

function text(value: string): string {
  return `<bdi>${htmlText(excerpt(value, 1000))}</bdi>`
}

/** `3 issues are waived ...`; empty when nothing is excused. */
export function excusedHtml(report: Report): string {
  const words = excusedWords(report)
  return words === '' ? '' : `<p class="note">Not counted: ${words}.</p>`
}
