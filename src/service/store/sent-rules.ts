import type { RulesetReader } from '../../engine/ruleset/ruleset-source.ts'
import { usageError } from '../../model/errors.ts'

/** Rules that came in a request: the files of this machine are not theirs to extend. */
export function sentRules(id: string, text: string) {
  const read: RulesetReader = async (reference) => {
    const hint = 'Include what it extends.'
    throw usageError(
      'ruleset-extends-file',
      `it extends ${reference}, and a saved ruleset has no files`,
      hint,
    )
  }
  return { name: `${id}.json`, text, format: 'json' as const, read }
}
