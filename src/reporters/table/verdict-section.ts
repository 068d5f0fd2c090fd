import { exitCodes } from '../../model/errors.ts'
import type { Failure, Reason, Verdict } from '../../model/outcome.ts'
import type { Report } from '../../model/report.ts'
import { widthOf, wrap } from '../../text/width.ts'
import { checkedNothing } from '../outcome-words.ts'
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

/** Pass or fail and why. The last line is the verdict with its first reason; others stand above it. */
export function verdictSection(report: Report, options: SectionOptions): string[] {
  const { palette, width } = options
  const { verdict, failure } = report
  const label = failLabel(verdict.exit_code)
  if (failure) return failureLines(failure, label, options)
  if (verdict.passed) {
    const reasons = verdict.reasons.map(({ message }) => excerpt(message))
    if (checkedNothing(report))
      return hanging('EMPTY', palette.title, ['nothing was checked', ...reasons].join('; '), width)
    return hanging('PASS', palette.pass, [`${coverage(report)} checked`, ...reasons].join('; '), width)
  }
  const reasons = failed(verdict).map(({ message }) => excerpt(message))
  const judged = verdict.reasons.filter(({ passed, rule }) => passed && rule === 'policy')
  const policy = judged.flatMap(({ message }) => hanging('also', palette.quiet, excerpt(message), width))
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

function failureLines(
  { message, hint }: Failure,
  label: string,
  { palette, width }: SectionOptions,
): string[] {
  return [
    ...hanging(label, palette.fail, excerpt(message), width),
    ...(hint === '' ? [] : hanging('hint', palette.title, excerpt(hint), width)),
  ]
}

/** The reasons that set the exit code come first. */
function failed({ reasons, exit_code }: Verdict): Reason[] {
  const all = reasons.filter(({ passed }) => !passed)
  return [
    ...all.filter((reason) => reason.exit_code === exit_code),
    ...all.filter((reason) => reason.exit_code !== exit_code),
  ]
}

/** `FAIL` alone is the policy's word; anything else is named as in the table of exit codes. */
function failLabel(exitCode: number): string {
  const outcome = Object.entries(exitCodes).find(([, code]) => code === exitCode)?.[0] ?? 'policy'
  return outcome === 'policy' || outcome === 'pass' ? 'FAIL' : `FAIL (${outcome.replaceAll('_', ' ')})`
}

/** A label and a text, whose further lines stand under its first. */
function hanging(label: string, paint: Paint, text: string, width: number): string[] {
  const indent = ' '.repeat(widthOf(label) + gap)
  const [first = '', ...rest] = wrap(text, width - indent.length)
  return [`${paint(label)}${' '.repeat(gap)}${first}`.trimEnd(), ...rest.map((line) => indent + line)]
}
