import type { BreakingReason } from '../model/reason.ts'
import { listed, plural } from './wording.ts'

const maxNamed = 5

/** `2 breaking changes`, with what is not looked for and what versions allow; foreign text. */
export function breakingText({ level, count, allowed_count, versions, off }: BreakingReason): string {
  if (level === undefined) return 'breaking changes not looked for (see --breaking)'
  if (level === 'off') return 'breaking changes not looked for (policy.breaking: off)'
  const allowed = versions.filter(({ refused }) => refused === undefined)
  const refused = versions.flatMap(({ file, refused: why }) => (why === undefined ? [] : [`${file}: ${why}`]))
  const majors = allowed.map(({ file, from, to }) => `${file}: ${from} to ${to}`)
  return [
    plural(count, 'breaking change'),
    ...(allowed_count === 0
      ? []
      : [`${allowed_count} allowed by a new major version (${listed(majors, maxNamed)})`]),
    ...(refused.length === 0 ? [] : [`not allowed: ${listed(refused, maxNamed)}`]),
    ...(off.length === 0 ? [] : [`not looked for: ${listed(off, maxNamed)}`]),
  ].join('; ')
}
