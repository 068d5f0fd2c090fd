import { baseName } from '../model/base.ts'
import type { BaseReason } from '../model/reason.ts'
import { grouped, listed, plural } from './wording.ts'

const maxNamed = 5

/** `1 new issue, 200 known at main (1a2b3c4), 2 fixed`. */
export function baseText(reason: BaseReason): string {
  const { new_count, known_count, fixed_count = 0, policy, new_definitions } = reason
  const also = {
    all: ', and both count',
    touched: ', of which those count that the change touches',
    new: '',
  }[policy]
  const fixed = fixed_count === 0 ? '' : `, ${grouped(fixed_count)} fixed`
  const files = new_definitions.length === 0 ? '' : `; not there yet: ${listed(new_definitions, maxNamed)}`
  return `${plural(new_count, 'new issue')}, ${grouped(known_count)} known at ${baseName(reason)}${also}${fixed}${files}`
}
