import { GovError, survivable } from '../../core/model/errors.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { serviceLimits } from '../../dashboard/contract/evaluation.ts'
import { type Finding, failed, good, skipped, tried, warnFinding } from './finding.ts'

/**
 * Tries each permission of the credential with a request that changes nothing. Returns false if the
 * evaluation cannot be tried.
 */
export async function* serviceFindings(
  client: DashboardClient,
  tokenName: string,
): AsyncGenerator<Finding, boolean> {
  const read = await tried('token', () => firstPage(client))
  const refused = 'finding' in read ? read : undefined
  if (refused && refused.error.code !== 'forbidden') {
    yield refused.finding
    return false
  }
  yield good('token', tokenName)
  yield refused ? failed('read', refused.error) : good('read', 'may read APIs')
  const evaluation = await evaluationFinding(client)
  yield evaluation
  yield await rulesetsFinding(client)
  if (evaluation.status !== 'ok') return false
  yield await capsFinding(client)
  return true
}

async function firstPage(client: DashboardClient): Promise<void> {
  for await (const _page of client.listApis()) return
}

/** An evaluation of nothing: every server checks the permission before the content. */
async function evaluationFinding(client: DashboardClient): Promise<Finding> {
  try {
    await client.evaluateApis([], { ruleset_ids: [] })
  } catch (thrown) {
    const error = survivable(thrown)
    if (error.code === 'request-refused') return good('evaluate', 'may evaluate, and governance is on')
    const { kind, code, message } = error
    return failed(
      'evaluate',
      code === 'forbidden' ? new GovError(kind, code, message, permissionHint) : error,
    )
  }
  return warnFinding(
    'evaluate',
    'the dashboard accepted an empty evaluation',
    "Ask the dashboard's administrator.",
  )
}

const permissionHint =
  'The licence must include governance. The user needs apis: read, or apis: write on servers where every POST is a write.'

async function rulesetsFinding(client: DashboardClient): Promise<Finding> {
  try {
    for await (const { rulesets } of client.listRulesets()) {
      const count = rulesets?.length ?? 0
      return count > 0
        ? good('rulesets', 'may read rulesets')
        : warnFinding('rulesets', 'the dashboard has no rulesets', 'Create one there, or use local rulesets.')
    }
    return skipped('rulesets', 'the dashboard did not list them')
  } catch (thrown) {
    const error = survivable(thrown)
    if (error.code !== 'forbidden') return failed('rulesets', error)
    const hint = 'gov check does not need it; gov ruleset and gov init need governance: read.'
    return warnFinding('rulesets', 'may not read rulesets (403)', hint)
  }
}

/**
 * Sends one API more than the limit. None of the ids exists, so nothing runs, whatever the dashboard answers.
 */
async function capsFinding(client: DashboardClient): Promise<Finding> {
  const most = serviceLimits.apis
  const ids = Array.from({ length: most + 1 }, (_, index) => `gov-doctor-${index}`)
  const asked = await tried('caps', () => client.evaluateApis(ids, { ruleset_ids: ['gov-doctor'] }))
  if ('result' in asked)
    return warnFinding(
      'caps',
      'the dashboard evaluated APIs that do not exist',
      "Ask the dashboard's administrator.",
    )
  const { finding, error } = asked
  const sent = `gov sends at most ${most} APIs and ${serviceLimits.rulesets} rulesets per request`
  if (error.code === 'request-refused') return good('caps', `${most + 1} APIs at once are refused; ${sent}`)
  return error.kind === 'not_found' ? good('caps', `${most + 1} APIs at once are accepted; ${sent}`) : finding
}
