import type { CheckRequest } from '../../run/check-request.ts'
import type { Env } from '../../run/world.ts'
import { readFlags } from '../../settings/flags.ts'
import type { PolicyFlags } from '../check/check-flags.ts'
import type { AskFlags } from './ask-flags.ts'

/** What the flags ask for, with the policy of `GOV_POLICY` where they name none: an empty one is refused where it is read. */
export function checkRequest(flags: AskFlags & PolicyFlags, { GOV_POLICY }: Env = {}): CheckRequest {
  const { config: file, policy = GOV_POLICY } = flags
  return { ...flags, own: readFlags(flags), config: file === undefined ? 'nearest' : { file }, policy }
}
