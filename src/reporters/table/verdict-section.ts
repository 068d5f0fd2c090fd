import type { Decision, Undecided } from '../../core/model/outcome.ts'
import type { Reason, Threshold } from '../../core/model/reason.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../../core/model/report.ts'
import { severities } from '../../core/model/severity.ts'
import { measureWidth } from '../../core/text/width.ts'
import { countOnlyCounted, describeCoverage } from '../coverage.ts'
import { listProblems } from '../faults.ts'
import { reasonText } from '../reason-text.ts'
import { failureLabel, findVerdict, verdictWords } from '../verdict.ts'
import { countWords, excerpt, plural } from '../wording.ts'
import type { Style } from './palette.ts'
import { gap, hanging } from './part.ts'

/** Reasons shown beside the first; a machine format lists all. */
const maxOthers = 10

/**
 * Pass or fail and why. The last line is the verdict with its first reason, and others come above it; alone, the verdict
 * comes first. A pass does not repeat the reasons of `shownKinds`, which appear above it.
 */
export function verdictSection(
  report: Report,
  options: Style,
  alone = false,
  shownKinds: readonly Reason['kind'][] = [],
): string[] {
  const { palette, width } = options
  if (!isEvaluated(report)) return failureLines(report.outcome, options)
  if (report.outcome.kind === 'passed') {
    const held = report.outcome.held.filter(({ kind }) => !shownKinds.includes(kind))
    const verdict = findVerdict(report)
    const [paint, what] =
      verdict === 'empty'
        ? ([palette.title, 'nothing was checked'] as const)
        : ([palette.pass, alone ? countsOf(report) : `${describeCoverage(report)} checked`] as const)
    return hanging(
      verdictWords[verdict].label,
      paint,
      [what, ...held.map((reason) => excerpt(reasonText(reason)))].join('; '),
      width,
    )
  }
  const label = failureLabel(report.outcome)
  const problems = listProblems(report).map(({ message }) => excerpt(message))
  const reasons = alone ? aloneReasons(report, problems) : problems
  const policy = policyLines(report.outcome, options, alone)
  const all = reasons.join('; ')
  if (policy.length === 0 && measureWidth(label) + gap + measureWidth(all) <= width)
    return hanging(label, palette.fail, all, width)
  const [first = '', ...others] = reasons
  const hidden = others.length - maxOthers
  const shown =
    hidden > 1 ? [`${plural(hidden, 'more reason')} in --format json`, ...others.slice(0, maxOthers)] : others
  const verdict = hanging(label, palette.fail, first, width)
  const also = [...policy, ...shown.flatMap((reason) => hanging('also', palette.quiet, reason, width))]
  return alone ? [...verdict, ...also] : [...also, ...verdict]
}

/** The counts, and the reasons that say more than they. */
function aloneReasons(report: EvaluatedReport, problems: readonly string[]): readonly string[] {
  const { outcome } = report
  const [reason, ...others] = outcome.kind === 'failed' ? outcome.broken : []
  return reason?.kind === 'threshold' && others.length === 0 && isOfAll(reason, countOnlyCounted(report))
    ? [`${countsOf(report)} (fail_on: ${reason.level})`]
    : outcome.kind === 'failed'
      ? [countsOf(report), ...problems]
      : [problems[0] ?? '', countsOf(report), ...problems.slice(1)]
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
function countsOf(report: EvaluatedReport): string {
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
]

/** Whose policy failed the run, and what of the definitions speaks against it. */
function policyLines({ held }: Decision, { palette, width }: Style, alone: boolean): string[] {
  return held
    .filter((reason) => shownWithFailure.includes(reason.kind) || (alone && isRefused(reason)))
    .flatMap((reason) => hanging('also', palette.quiet, excerpt(reasonText(reason)), width))
}

/** A version does not allow what it was raised for. */
function isRefused(reason: Reason): boolean {
  return reason.kind === 'breaking' && reason.versions.some(({ refused }) => refused !== undefined)
}

function failureLines(outcome: Undecided, { palette, width }: Style): string[] {
  const { message, hint } = outcome.failure
  return [
    ...hanging(failureLabel(outcome), palette.fail, excerpt(message), width),
    ...(hint === '' ? [] : hanging('hint', palette.title, excerpt(hint), width)),
  ]
}
