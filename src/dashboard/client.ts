import { apiMethods } from './apis.ts'
import { createAsk } from './ask.ts'
import { evaluationMethods } from './evaluations.ts'
import { keyMethods, tokenMethods } from './keys.ts'
import { portalMethods } from './portal.ts'
import type { Fetch } from './read-answer.ts'
import { findGatewayMessage } from './refusal.ts'
import { type OnTag, rulesetMethods } from './rulesets.ts'
import { suggestIds } from './suggest-ids.ts'
import { adminMethods, userMethods } from './users.ts'

/** The management API, typed. Every method throws a GovError when there is no answer that the contract allows. */
export type DashboardClient = ReturnType<typeof createClient>

/** Gives a credential; a function, so that nothing holds the secret that can be printed. */
type Reveal = () => string

export interface ClientOptions {
  /** How messages call it. */
  readonly name?: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Sent as `Authorization: Bearer`. */
  readonly token?: Reveal
  /** Sent as `Admin-Auth`. */
  readonly adminToken?: Reveal
  readonly gateway?: GatewayOptions
  readonly fetch: Fetch
}

interface GatewayOptions extends Pick<ClientOptions, 'name' | 'baseUrl'> {
  /** The word in its paths and in its header. */
  readonly product: string
  /** Sent as `X-{product}-Authorization`. */
  readonly token: Reveal
}

export function createClient(options: ClientOptions) {
  const {
    name = 'the dashboard',
    baseUrl,
    token = throwMissingCredential,
    adminToken = throwMissingCredential,
    gateway,
    fetch,
  } = options
  const asUser = { name, baseUrl, credential: () => ({ authorization: `Bearer ${token()}` }), fetch }
  const ask = createAsk(asUser)
  const asAdmin = createAsk({
    name,
    baseUrl,
    credential: () => ({ 'admin-auth': adminToken() }),
    fetch,
    hints: { 401: adminHint, 403: adminHint },
  })
  const apis = apiMethods(ask)
  const rulesets = rulesetMethods(ask)
  const suggesting = (ids: Parameters<typeof suggestIds>[1]) => async (error: unknown) => {
    throw await suggestIds(error, ids, async () => ({ ...apis, ...rulesets }))
  }
  return {
    ...evaluationMethods(asUser),
    ...apis,
    getApi: (id: string) => apis.getApi(id).catch(suggesting({ apis: [id] })),
    ...rulesets,
    getRuleset: (id: string, onTag?: OnTag) =>
      rulesets.getRuleset(id, onTag).catch(suggesting({ rulesets: [id] })),
    ...adminMethods(asAdmin),
    ...keyMethods(ask),
    ...userMethods(ask),
    ...portalMethods(ask),
    ...gatewayMethods(gateway, fetch),
  }
}

const adminHint = "Set GOV_ADMIN_TOKEN to the admin secret from the dashboard's configuration."

const noGateway: GatewayOptions = { baseUrl: '', product: 'gw', token: throwMissingCredential }

function gatewayMethods(options: GatewayOptions = noGateway, fetch: Fetch) {
  const { name = 'the gateway', baseUrl, product, token } = options
  const header = `X-${product.charAt(0).toUpperCase()}${product.slice(1)}-Authorization`
  const hint = `Set GOV_GATEWAY_TOKEN to the gateway's secret, and gateway.product to its product. gov sent it as ${header}.`
  const ask = createAsk({
    name,
    baseUrl,
    credential: () => ({ [header.toLowerCase()]: token() }),
    fetch,
    hints: { 401: hint, 403: hint },
    messageOf: findGatewayMessage,
  })
  return tokenMethods(ask, product)
}

/** Commands ask for the credential that they need before they open a dashboard. */
function throwMissingCredential(): never {
  throw new Error('this client has no such credential')
}
