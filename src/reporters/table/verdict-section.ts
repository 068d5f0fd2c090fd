import type { Decision, Undecided } from '../../core/model/outcome.ts'
import type { Reason, Threshold } from '../../core/model/reason.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../../core/model/report.ts'
import { severities } from '../../core/model/severity.ts'
import { columnGap, renderHanging } from '../../core/text/sections.ts'
import { measureWidth } from '../../core/text/width.ts'
import { countWords, excerpt, plural } from '../../core/text/wording.ts'
import { listProblems } from '../faults.ts'
import { countOnlyCounted, describeCoverage } from '../words/coverage.ts'
import { reasonText } from '../words/reason-text.ts'
import { findVerdict, nameFailure, verdictWords } from '../words/verdict.ts'
import type { TableStyle } from './palette.ts'

/** Reasons shown beside the first; a machine format lists all. */
const maxOthers = 10

/**
 * Pass or fail and why. The last line is the verdict with its first reason, and others come above it; alone, the verdict
 * comes first. A pass does not repeat the reasons of `shownKinds`, which appear above it.
 */
export function renderVerdictSection(
  report: Report,
  options: TableStyle,
  alone = false,
  shownKinds: readonly Reason['kind'][] = [],
): string[] {
  const { palette, width } = options
  if (!isEvaluated(report)) return renderFailure(report.outcome, options)
  if (report.outcome.kind === 'passed') {
    const held = report.outcome.held.filter(({ kind }) => !shownKinds.includes(kind))
    const verdict = findVerdict(report)
    const [paint, what] =
      verdict === 'empty'
        ? ([palette.title, 'nothing was checked'] as const)
        : ([palette.pass, alone ? describeCounts(report) : `${describeCoverage(report)} checked`] as const)
    return renderHanging(
      verdictWords[verdict].label,
      paint,
      [what, ...held.map((reason) => excerpt(reasonText(reason)))].join('; '),
      width,
    )
  }
  const label = nameFailure(report.outcome)
  const problems = listProblems(report).map(({ message }) => excerpt(message))
  const reasons = alone ? listAloneReasons(report, problems) : problems
  const policy = renderPolicyLines(report.outcome, options, alone)
  const all = reasons.join('; ')
  if (policy.length === 0 && measureWidth(label) + columnGap + measureWidth(all) <= width)
    return renderHanging(label, palette.fail, all, width)
  const [first = '', ...others] = reasons
  const hidden = others.length - maxOthers
  const shown =
    hidden > 1 ? [`${plural(hidden, 'more reason')} in --format json`, ...others.slice(0, maxOthers)] : others
  const verdict = renderHanging(label, palette.fail, first, width)
  const also = [...policy, ...shown.flatMap((reason) => renderHanging('also', palette.quiet, reason, width))]
  return alone ? [...verdict, ...also] : [...also, ...verdict]
}

/** The reason that decided, then the counts, unless it has them, and the other reasons. */
function listAloneReasons(report: EvaluatedReport, problems: readonly string[]): readonly string[] {
  const { outcome } = report
  const [reason, ...others] = outcome.kind === 'failed' ? outcome.broken : []
  return reason?.kind === 'threshold' && others.length === 0 && isOfAll(reason, countOnlyCounted(report))
    ? [`${describeCounts(report)} (fail_on: ${reason.level})`]
    : [problems[0] ?? '', describeCounts(report), ...problems.slice(1)]
}

/** Whether the threshold counted every issue, and left out no ruleset with a policy of its own. */
function isOfAll({ ruleset_id, counts }: Threshold, report: EvaluatedReport): boolean {
  return (
    ruleset_id === undefined &&
    severities.every(
      (severity) => (counts[severity] ?? report[`${severity}_count`]) === report[`${severity}_count`],
    )
  )
}

/** `2 errors, 1 warning in 3 APIs x 1 ruleset`: what a verdict alone says first, whatever it is. */
function describeCounts(report: EvaluatedReport): string {
  const words = countWords(countOnlyCounted(report), 'all').filter(
    ([severity, text]) => severity === 'error' || severity === 'warn' || !text.startsWith('0 '),
  )
  return `${words.map(([, text]) => text).join(', ')} in ${describeCoverage(report)}`
}

const shownWithFailure: readonly Reason['kind'][] = [
  'api-selection',
  'weaker-policy',
  'trusted-policy',
  'inline-ignores',
  'turned-off',
]

/** The policy that failed the run, and reasons about the definitions that explain it. */
function renderPolicyLines({ held }: Decision, { palette, width }: TableStyle, alone: boolean): string[] {
  return held
    .filter((reason) => shownWithFailure.includes(reason.kind) || (alone && isRefused(reason)))
    .flatMap((reason) => renderHanging('also', palette.quiet, excerpt(reasonText(reason)), width))
}

/** A version does not allow what it was raised for. */
function isRefused(reason: Reason): boolean {
  return reason.kind === 'breaking' && reason.versions.some(({ refused }) => refused !== undefined)
}

function renderFailure(outcome: Undecided, { palette, width }: TableStyle): string[] {
  const { message, hint } = outcome.failure
  return [
    ...renderHanging(nameFailure(outcome), palette.fail, excerpt(message), width),
    ...(hint === '' ? [] : renderHanging('hint', palette.title, excerpt(hint), width)),
  ]
}
