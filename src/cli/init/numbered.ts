import { usageError } from '../../model/errors.ts'
import type { Named } from '../../run/init/dashboard-facts.ts'
import { suggest } from '../../text/suggest.ts'

/** A list to choose from by number. */
export function numbered(items: readonly Named[]): string {
  const width = Math.max(0, ...items.map(({ id }) => id.length))
  return items
    .map(({ id, name }, at) => `  ${String(at + 1).padStart(2)}  ${id.padEnd(width)}  ${name}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}

/** What an answer names: numbers of the list, and ids that need not be in it: not all may be listed. */
export function idsOf(answer: string, items: readonly Named[]): string[] {
  const words = answer.split(/[\s,]+/).filter((word) => word !== '')
  const known = items.map(({ id }) => id)
  for (const word of words) refuseSlip(word, known)
  return [
    ...new Set(
      words.map((word) => (/^\d{1,3}$/.test(word) ? items[Number(word) - 1]?.id : undefined) ?? word),
    ),
  ]
}

function refuseSlip(word: string, known: readonly string[]): void {
  if (known.includes(word) || /^\d{1,3}$/.test(word)) return
  const meant = suggest(word, known)
  if (meant === undefined) return
  throw usageError('answer-invalid', `${JSON.stringify(word)} is not listed`, `Did you mean ${meant}?`)
}
