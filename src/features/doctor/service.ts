import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProbeOptions } from '../../check/connect/dashboard.ts'
import { readProxies } from '../../check/connect/network-dashboard.ts'
import type { World } from '../../check/world.ts'
import { GovError, survivable } from '../../core/model/errors.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { connectionError } from '../../dashboard/connection-error.ts'
import { serviceLimits } from '../../dashboard/contract/evaluation.ts'
import { type Probe, probe, type TlsFacts } from '../../dashboard/transport/probe.ts'
import { chooseProxy } from '../../dashboard/transport/proxy.ts'
import { attempt, type Finding, failed, good, skipped, tried, warnFinding } from './finding.ts'

/** Tries each permission of the credential, and changes nothing. Returns whether an evaluation can be tried. */
export async function* serviceFindings(
  client: DashboardClient,
  tokenName: string,
): AsyncGenerator<Finding, boolean> {
  const read = await tried('token', async () => {
    for await (const _firstPage of client.listApis()) return
  })
  const refused = 'finding' in read ? read : undefined
  if (refused && refused.error.code !== 'forbidden') {
    yield refused.finding
    return false
  }
  yield good('token', tokenName)
  yield* userFindings(client)
  yield refused ? failed('read', refused.error) : good('read', 'may read APIs')
  const evaluation = await evaluationFinding(client)
  yield evaluation
  yield await rulesetsFinding(client)
  if (evaluation.status !== 'ok') return false
  yield await capsFinding(client)
  return true
}

/** A dashboard may not say whose its token is. */
async function* userFindings(client: DashboardClient): AsyncGenerator<Finding> {
  const user = await client.getOwnUser().catch(() => undefined)
  if (user) yield good('user', `${user.email_address || user.id}; gov whoami shows what they may do`)
}

/** An evaluation of nothing: every server checks the permission before the content. */
async function evaluationFinding(client: DashboardClient): Promise<Finding> {
  try {
    await client.evaluateApis([], { ruleset_ids: [] })
  } catch (thrown) {
    const error = survivable(thrown)
    if (error.code === 'request-refused') return good('evaluate', 'may evaluate, and governance is on')
    const { kind, code, message } = error
    const isForbidden = code === 'forbidden'
    return failed('evaluate', isForbidden ? new GovError(kind, code, message, permissionHint) : error)
  }
  return warnFinding('evaluate', 'the dashboard accepted an empty evaluation', askAdministrator)
}

const askAdministrator = "Ask the dashboard's administrator."

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

/** Asks for one API more than the limit. None of them exists, so that nothing runs. */
async function capsFinding(client: DashboardClient): Promise<Finding> {
  const most = serviceLimits.apis
  const ids = Array.from({ length: most + 1 }, (_, index) => `gov-doctor-${index}`)
  const asked = await tried('caps', () => client.evaluateApis(ids, { ruleset_ids: ['gov-doctor'] }))
  if ('result' in asked)
    return warnFinding('caps', 'the dashboard evaluated APIs that do not exist', askAdministrator)
  const { finding, error } = asked
  const sent = `gov sends at most ${most} APIs and ${serviceLimits.rulesets} rulesets per request`
  if (error.code === 'request-refused') return good('caps', `${most + 1} APIs at once are refused; ${sent}`)
  return error.kind === 'not_found' ? good('caps', `${most + 1} APIs at once are accepted; ${sent}`) : finding
}

/** Proxy, DNS name, connection, certificate and clock, in order. Returns whether a credential may be sent. */
export async function* examineWay(
  url: string,
  options: ProbeOptions,
  world: World,
): AsyncGenerator<Finding, boolean> {
  const proxied = yield* attempt('proxy', () => chooseProxy(new URL(url), readProxies(world.env)))
  if (!proxied) return false
  const proxy = proxied.result
  yield good('proxy', proxy ? `through ${proxy.host}` : 'none')
  const named = await nameFinding(proxy?.hostname ?? new URL(url).hostname, options, world)
  yield named
  if (named.status === 'fail') return false
  const begun = performance.now()
  // Send no credential: the host may be anyone's.
  const asked = { ...options, proxies: readProxies(world.env), signal: world.interruption() }
  const reached = yield* attempt('connection', () => probe(url, asked))
  if (!reached) return false
  const took = Math.max(1, Math.round(performance.now() - begun))
  const { status, server } = reached.result
  const who = server === undefined ? '' : `, ${server}`
  yield good('connection', `${new URL(url).host} answered in ${took} ms (HTTP ${status}${who})`)
  const tls = tlsFinding(url, reached.result.tls, options, world)
  yield tls
  yield clockFinding(reached.result, world)
  return tls.status !== 'fail'
}

async function nameFinding(hostname: string, { timeoutMs }: ProbeOptions, world: World): Promise<Finding> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return good('dns', `${host} is an IP address`)
  const looked = await tried('dns', async () => {
    const late = sleep(timeoutMs, undefined, { ref: false, signal: world.interruption() }).then(() => [])
    return Promise.race([lookup(host, { all: true }), late]).catch((error: unknown) => {
      if (world.interruption().aborted) throw world.interruption().reason
      throw connectionError(error, { url: `http://${hostname}` })
    })
  })
  if ('finding' in looked) return looked.finding
  const addresses = looked.result.map(({ address }) => address)
  if (addresses.length > 0) return good('dns', `${host} is ${addresses.slice(0, 3).join(', ')}`)
  const message = `${host} lookup timed out after ${timeoutMs / 1000} s`
  return failed('dns', new GovError('unavailable', 'dns-slow', message, "Check this machine's name servers."))
}

const dayMs = 24 * 60 * 60_000
const fewDays = 14

function tlsFinding(
  url: string,
  tls: TlsFacts | undefined,
  { trust }: ProbeOptions,
  { now }: World,
): Finding {
  if (tls === undefined) return skipped('tls', 'plain http: nothing is encrypted')
  const { protocol, issuer, validTo, distrust } = tls
  const days = Math.floor((validTo.getTime() - now().getTime()) / dayMs)
  const facts = `${protocol}, issued by ${issuer}, ${days} ${days === 1 ? 'day' : 'days'} left`
  if (distrust !== undefined && !trust?.insecure) {
    const error = connectionError(Object.assign(new Error(distrust), { code: distrust }), { url })
    return failed('tls', new GovError(error.kind, error.code, `${error.message} (${facts})`, error.hint))
  }
  if (trust?.insecure) return warnFinding('tls', `not verified (${facts})`, 'Omit --insecure-tls.')
  if (days >= fewDays) return good('tls', facts)
  return warnFinding('tls', facts, "Renew the dashboard's certificate.")
}

const mostSkewMs = 60_000

/** The Date header counts whole seconds, and a response takes time: less than a minute proves nothing. */
function clockFinding({ date }: Probe, { now }: World): Finding {
  if (date === undefined) return skipped('clock', 'the response has no date')
  const skewMs = now().getTime() - date.getTime()
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  if (Math.abs(skewMs) <= mostSkewMs)
    return good('clock', `within ${Math.max(1, seconds)} s of the dashboard's`)
  const way = skewMs > 0 ? 'ahead of' : 'behind'
  const message = `${seconds} s ${way} the dashboard's`
  return warnFinding('clock', message, "Set this machine's clock: certificates and waivers depend on it.")
}
