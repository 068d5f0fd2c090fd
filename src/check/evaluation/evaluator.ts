import { GovError } from '../../core/model/errors.ts'
import type { Capabilities } from '../types.ts'

export const dashboardCapabilities: Capabilities = {
  readsFiles: false,
  tellsMatches: false,
  listsAll: false,
  dropsIgnored: true,
  waits: true,
}

export const engineCapabilities: Capabilities = {
  readsFiles: true,
  tellsMatches: true,
  listsAll: true,
  dropsIgnored: false,
  waits: false,
}

/** The dashboard answered, and not with a definition. */
export function isRefusal(error: unknown): error is GovError {
  if (!(error instanceof GovError)) return false
  const { kind, code } = error
  return kind === 'access' || kind === 'not_found' || kind === 'usage' || code.startsWith('answer-')
}
