import type { Issue } from '../model/issue.ts'
import { sha256 } from './sha256.ts'

/**
 * What an issue is known by from run to run, 32 hexadecimal characters: its API, ruleset, rule, path and message,
 * never its line. Of several that agree in all five, the second and later ones also have their number.
 */
export function fingerprintsOf(issues: readonly Issue[]): string[] {
  const met = new Map<string, number>()
  return issues.map(({ api_id, ruleset_id, rule_id, path, message }) => {
    const identity = JSON.stringify([api_id, ruleset_id, rule_id, path, message])
    const key = sha256(identity).slice(0, 32)
    const number = (met.get(key) ?? 0) + 1
    met.set(key, number)
    return number === 1 ? key : sha256(`${identity}${number}`).slice(0, 32)
  })
}
