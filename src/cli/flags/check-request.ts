import type { CheckRequest } from '../../run/check-request.ts'
import type { Env } from '../../run/world.ts'
import { readFlags } from '../../settings/flags.ts'
import type { PolicyFlags } from '../check/check-flags.ts'
import type { AskFlags } from './ask-flags.ts'
import { connectionValues } from './connection-flags.ts'

/** What the flags ask for, with the policy of `GOV_POLICY` where they name none: an empty one is refused where it is read. */
export function checkRequest(flags: AskFlags & PolicyFlags, { GOV_POLICY }: Env = {}): CheckRequest {
  const { config: file, policy = GOV_POLICY } = flags
  return { ...flags, own: ownSettings(flags), config: file === undefined ? 'nearest' : { file }, policy }
}

function ownSettings(flags: AskFlags & PolicyFlags): CheckRequest['own'] {
  return readFlags({
    url: flags.url,
    workspace: flags.workspace,
    ...connectionValues(flags),
    concurrency: flags.concurrency,
    apiIds: flags.apiId,
    definitions: flags.definition?.map((file) => ({ file })),
    rulesetIds: flags.rulesetId,
    categories: flags.category,
    rulesetFiles: flags.rulesetFile,
    failOn: flags.failOn,
    maxError: flags.maxError,
    maxWarn: flags.maxWarn,
    maxInfo: flags.maxInfo,
    maxHint: flags.maxHint,
    onTruncation: flags.onTruncation,
    baseline: flags.baseline,
  })
}
