import { parseEvents } from 'js-yaml'
import type { Path } from '../model.ts'
import { findKeyFaults } from './yaml-keys.ts'

/**
 * The paths of keys that a mapping holds more than once. Parsers keep the last of them without a word, and what the
 * others said (half a policy, say) would be lost. `text` is YAML or JSON that has been parsed before.
 */
export function findRepeatedKeys(text: string): readonly Path[] {
  const faults = findKeyFaults(text, parseEvents(text, {}))
  const repeated = faults.filter(({ kind }) => kind === 'repeated')
  return [...new Map(repeated.map(({ path }) => [JSON.stringify(path), path])).values()]
}
