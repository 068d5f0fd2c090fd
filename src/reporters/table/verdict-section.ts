import { exitNameOf } from '../../model/errors.ts'
import { type Decision, exitCodeOf, type Outcome, type Undecided } from '../../model/outcome.ts'
import { isEvaluated, type Report } from '../../model/report.ts'
import { widthOf, wrap } from '../../text/width.ts'
import { faultsOf, faultText, heldOf, refusalsOf } from '../faults.ts'
import { checkedNothing } from '../outcome-words.ts'
import { reasonText } from '../reason-text.ts'
import { excerpt, plural } from '../wording.ts'
import type { Paint, Palette } from './palette.ts'
import { gap } from './part.ts'
import { coverage } from './run-section.ts'

interface SectionOptions {
  readonly palette: Palette
  readonly width: number
}

/** Reasons shown beside the first; a machine format lists all. */
const mostOthers = 10

/** Pass or fail and why. The last line is the verdict with its first reason; others come above it. */
export function verdictSection(report: Report, options: SectionOptions): string[] {
  const { palette, width } = options
  if (!isEvaluated(report)) return failureLines(report.outcome, options)
  if (report.outcome.kind === 'passed') {
    const [label, paint, what] = checkedNothing(report)
      ? (['EMPTY', palette.title, 'nothing was checked'] as const)
      : (['PASS', palette.pass, `${coverage(report)} checked`] as const)
    return hanging(label, paint, [what, ...heldOf(report).map((text) => excerpt(text))].join('; '), width)
  }
  const label = failLabel(report.outcome)
  const faults = faultsOf(report).map(faultText)
  const reasons = [...faults, ...refusalsOf(report)].map((text) => excerpt(text))
  const policy = policyLines(report.outcome, options)
  const all = reasons.join('; ')
  if (policy.length === 0 && widthOf(label) + gap + widthOf(all) <= width)
    return hanging(label, palette.fail, all, width)
  const [first = '', ...others] = reasons
  const hidden = others.length - mostOthers
  const shown =
    hidden > 1
      ? [`${plural(hidden, 'more reason')} in --format json`, ...others.slice(0, mostOthers)]
      : others
  return [
    ...policy,
    ...shown.flatMap((reason) => hanging('also', palette.quiet, reason, width)),
    ...hanging(label, palette.fail, first, width),
  ]
}

/** Whose policy failed the run. */
function policyLines({ held }: Decision, { palette, width }: SectionOptions): string[] {
  return held
    .filter(({ kind }) => kind === 'weaker-policy' || kind === 'trusted-policy')
    .flatMap((reason) => hanging('also', palette.quiet, excerpt(reasonText(reason)), width))
}

function failureLines(outcome: Undecided, { palette, width }: SectionOptions): string[] {
  const { message, hint } = outcome.failure
  return [
    ...hanging(failLabel(outcome), palette.fail, excerpt(message), width),
    ...(hint === '' ? [] : hanging('hint', palette.title, excerpt(hint), width)),
  ]
}

/** `FAIL` alone is the policy's word; anything else is named as in the table of exit codes. */
function failLabel(outcome: Outcome): string {
  return outcome.kind === 'failed' ? 'FAIL' : `FAIL (${exitNameOf(exitCodeOf(outcome)).replaceAll('-', ' ')})`
}

/** A label and a text, whose further lines stand under its first. */
function hanging(label: string, paint: Paint, text: string, width: number): string[] {
  const indent = ' '.repeat(widthOf(label) + gap)
  const [first = '', ...rest] = wrap(text, width - indent.length)
  return [`${paint(label)}${' '.repeat(gap)}${first}`.trimEnd(), ...rest.map((line) => indent + line)]
}
