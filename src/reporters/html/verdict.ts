import { isEvaluated, type Report } from '../../core/model/report.ts'
import { comparedCounts, comparedLines } from '../compared-lines.ts'
import { countEvaluated, describeRulesets, isLocal } from '../coverage.ts'
import { heldReasons, listProblems } from '../faults.ts'
import { isolated } from '../markup-text.ts'
import { findVerdict, verdictWords } from '../verdict.ts'
import { duration, excerpt, plural, timeText } from '../wording.ts'

const maxReasons = 50

export function verdictHtml(report: Report): string {
  const { outcome, run } = report
  const reasons = [
    ...listProblems(report).map(({ message }) => item('broken', message)),
    ...heldReasons(report).map(({ isMet, message }) => item(isMet ? 'held' : 'noted', message)),
  ]
  const more = reasons.length - maxReasons
  const shown =
    more > 0 ? [...reasons.slice(0, maxReasons), `<li>${plural(more, 'more reason')}</li>`] : reasons
  const facts = [
    ...(isEvaluated(report) ? [countEvaluated(report), isolated(describeRulesets(report), 1000)] : []),
    ...(isLocal(run) ? [] : [`on ${isolated(run.dashboard, 1000)}`]),
    ...(run.engine === undefined ? [] : [`engine: ${run.engine}`]),
    ...(run.policy?.origin === undefined ? [] : [policyWords(run.policy.origin)]),
    isolated(timeText(excerpt(run.started, 40))),
    `took ${duration(run.took_ms)}`,
    `gov ${isolated(run.gov, 1000)}`,
  ]
  return `<section class="verdict ${outcome.kind === 'passed' ? 'pass' : 'fail'}" aria-label="Verdict">
<p class="word">${verdictWords[findVerdict(report)].title}</p>
<div><ul>${shown.join('')}</ul>
<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join(' ')}</p></div>
</section>`
}

function policyWords(origin: string): string {
  return origin === 'defaults' ? 'default policy' : `policy of ${isolated(origin, 1000)}`
}

const marks = { broken: ['✗', 'fails'], held: ['✓', 'holds'], noted: ['•', 'note'] } as const

function item(kind: keyof typeof marks, message: string): string {
  const [mark, word] = marks[kind]
  return `<li class="${kind}"><span aria-label="${word}">${mark}</span> ${isolated(message, 1000)}</li>`
}

/** What is new and fixed since an earlier run; empty where the report was compared with none. */
export function comparisonHtml(report: Report): string {
  if (!isEvaluated(report) || report.comparison === undefined) return ''
  const { comparison } = report
  const lines = comparedLines(comparison).map((line) => `<li>${isolated(line, 2000)}</li>`)
  const more = comparison.new_issues.length + comparison.fixed_issues.length - lines.length
  const rest = more > 0 ? `<li>${plural(more, 'more issue')} new or fixed</li>` : ''
  const list = lines.length === 0 ? '' : `<ul>${lines.join('')}${rest}</ul>`
  return `<section class="compared" aria-label="Comparison">
<p class="note">Compared: ${isolated(comparedCounts(comparison), 2000)}.</p>${list}</section>
`
}
