import { baseName } from '../core/model/base.ts'
import type { BaseReason, BreakingReason } from '../core/model/reason.ts'
import { grouped, listed, plural } from './wording.ts'

const mostNamed = 5

/** `1 new issue, 200 known at main (1a2b3c4), 2 fixed`. */
export function baseText(reason: BaseReason): string {
  const { new_count, known_count, fixed_count = 0, policy, new_definitions } = reason
  const also = {
    all: ', and both count',
    touched: ', of which those count that the change touches',
    new: '',
  }[policy]
  const fixed = fixed_count === 0 ? '' : `, ${grouped(fixed_count)} fixed`
  const files = new_definitions.length === 0 ? '' : `; not there yet: ${listed(new_definitions, mostNamed)}`
  return `${plural(new_count, 'new issue')}, ${grouped(known_count)} known at ${baseName(reason)}${also}${fixed}${files}`
}

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
      : [`${allowed_count} allowed by a new major version (${listed(majors, mostNamed)})`]),
    ...(refused.length === 0 ? [] : [`not allowed: ${listed(refused, mostNamed)}`]),
    ...(off.length === 0 ? [] : [`not looked for: ${listed(off, mostNamed)}`]),
  ].join('; ')
}
