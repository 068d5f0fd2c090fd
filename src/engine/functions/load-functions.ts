import type { RuleFunction } from '../rule.ts'
import { spectralFunctions } from './index.ts'

/** The functions among which a `then` finds `names`. The code of vacuum's and OWASP's is loaded only for a name that is not Spectral's. */
export async function loadFunctions(names: readonly string[]): Promise<ReadonlyMap<string, RuleFunction>> {
  if (names.every((name) => spectralFunctions.has(name))) return spectralFunctions
  return (await import('./all-functions.ts')).allFunctions
}
