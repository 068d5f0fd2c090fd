import type { Run } from '../model/run.ts'
import { type Severity, severities } from '../model/severity.ts'
import type { SeverityCounts } from '../model/severity-counts.ts'
import { oneLine } from './sanitize.ts'

const nouns: Record<Severity, readonly [one: string, many: string]> = {
  error: ['error', 'errors'],
  warn: ['warning', 'warnings'],
  info: ['info', 'info'],
  hint: ['hint', 'hints'],
}

/** `1240` as `1,240`, whatever the machine's language. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `+1,204`, `-3` or `0`. */
export function renderSigned(change: number): string {
  return `${change > 0 ? '+' : change < 0 ? '-' : ''}${grouped(Math.abs(change))}`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** At most `most` names, and how many more there are. */
export function joinNames(names: readonly string[], most: number): string {
  const more = names.length - most
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`
}

/** At most `most` lines, and one about how many more there are. */
export function limitLines(
  lines: readonly string[],
  most: number,
  renderMore: (more: number) => string,
): readonly string[] {
  const more = lines.length - most
  return more > 0 ? [...lines.slice(0, most), renderMore(more)] : lines
}

export function chooseNoun(count: number, severity: Severity): string {
  return nouns[severity][count === 1 ? 0 : 1]
}

export function renderCount(count: number, severity: Severity): string {
  return plural(count, ...nouns[severity])
}

/** Names the engine unless it is the usual one. */
export function engineText({ engine }: Run): string {
  return engine === undefined ? '' : ` (engine: ${engine})`
}

/** Each severity's count in words; `some` leaves the zeros out. */
export function countWords(counts: SeverityCounts, which: 'all' | 'some'): [Severity, string][] {
  return severities
    .filter((severity) => which === 'all' || counts[`${severity}_count`] > 0)
    .map((severity) => [severity, renderCount(counts[`${severity}_count`], severity)])
}

/** `2 errors, 1 warning, 0 info, 0 hints`. */
export function countList(counts: SeverityCounts, which: 'all' | 'some'): string {
  return countWords(counts, which)
    .map(([, text]) => text)
    .join(', ')
}

/** `312 ms`, `4.2 s`, `2 min 5 s`. */
export function renderDuration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${grouped(Math.floor(seconds / 60))} min ${seconds % 60} s`
}

/** `20 November 2026, 10:00 UTC` of an RFC 3339 time; what is none stays as it is. */
export function renderTime(started: string): string {
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(started) ? started : '')
  if (Number.isNaN(time.getTime())) return started
  const day = time.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`
}

/** Foreign text on one safe line; past `longest` characters it ends in an ellipsis. */
export function excerpt(text: string, longest = 300): string {
  // The text is cut before it is sanitised: a message may be megabytes long.
  const line = oneLine(text.slice(0, longest * 20))
  if (line.length <= longest && text.length <= longest * 20) return line
  const characters = [...line.slice(0, longest * 2 + 2)]
  const whole = characters.length <= longest && text.length <= longest * 20
  return whole ? line : `${characters.slice(0, longest).join('')}…`
}
