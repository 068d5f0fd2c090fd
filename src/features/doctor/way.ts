import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProbeOptions } from '../../check/connect/dashboard.ts'
import { readProxies } from '../../check/connect/network-dashboard.ts'
import type { World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import { connectionError } from '../../dashboard/connection-error.ts'
import { type Probe, probe, type TlsFacts } from '../../dashboard/transport/probe.ts'
import { chooseProxy } from '../../dashboard/transport/proxy.ts'
import { attempt, type Finding, failed, good, skipped, tried, warnFinding } from './finding.ts'

/**
 * Checks proxy, DNS name, connection, certificate and clock in this order. Returns true if a credential may
 * be sent.
 */
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

/**
 * The Date header counts whole seconds and the response takes time, so a difference below a minute proves
 * nothing.
 */
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
