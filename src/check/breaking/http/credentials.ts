import { isRecord } from '../../../core/model/record.ts'
import { type ApiDocument, child, children, getRoot, type Node } from '../document.ts'

/** A way to use a scheme, as it is on the wire: its name in the definition does not matter. */
export interface SentCredential {
  /** Without its URLs: `oauth2 authorizationCode`. */
  readonly kind: string
  /** With each URL in one spelling (RFC 3986 6.2). */
  readonly key: string
  /** As it is written. */
  readonly text: string
  readonly urls: readonly string[]
  readonly scheme: Node | undefined
  readonly refreshUrl?: string | undefined
  readonly scopes: readonly string[]
  /** The text of each scope. */
  readonly texts?: Readonly<Record<string, unknown>>
}

export function listSchemes(api: ApiDocument): readonly (readonly [string, Node])[] {
  const components = child(getRoot(api), 'components', api)
  const schemes = components && child(components, 'securitySchemes', api)
  return children(schemes ?? child(getRoot(api), 'securityDefinitions', api), api, 'security-scheme')
}

export function listCredentials(
  name: string,
  scheme: Node | undefined,
  api: ApiDocument,
): readonly SentCredential[] {
  return readCredentials(name, scheme, api).map((credential) => ({ ...credential, scheme }))
}

function readCredentials(
  name: string,
  scheme: Node | undefined,
  api: ApiDocument,
): readonly SentCredential[] {
  const value = isRecord(scheme?.value) ? scheme.value : {}
  const { type, in: place, name: key, scheme: http, openIdConnectUrl } = value
  if (scheme === undefined || typeof type !== 'string') return [createCredential(name)]
  if (type === 'oauth2') return listFlows(scheme, api)
  if (type === 'openIdConnect') return [createCredential('openIdConnect', [openIdConnectUrl])]
  if (type === 'apiKey') {
    const text = place === 'header' ? String(key).toLowerCase() : String(key)
    return [createCredential(`apiKey ${text} in ${String(place)}`)]
  }
  if (type === 'basic') return [createCredential('http basic')]
  return [createCredential(type === 'http' ? `http ${String(http).toLowerCase()}` : type)]
}

function createCredential(kind: string, written: readonly unknown[] = []): SentCredential {
  const all = written.filter((url) => typeof url === 'string')
  const describe = (texts: readonly string[]) =>
    texts.length === 0 ? kind : `${kind} at ${texts.join(' and ')}`
  return {
    kind,
    key: describe(all.map(normalizeUrl)),
    text: describe(all),
    urls: all,
    scheme: undefined,
    scopes: [],
  }
}

function normalizeUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

export function withoutScheme(key: string): string {
  return key.replaceAll(/\bhttps?:\/\//g, '')
}

/** Names that 2.0 has for the flows of 3.0. */
const flowNames = new Map([
  ['accessCode', 'authorizationCode'],
  ['application', 'clientCredentials'],
])

/** The flows of a scheme, each with all its scopes. */
function listFlows(scheme: Node, api: ApiDocument): readonly SentCredential[] {
  const { flow, tokenUrl, authorizationUrl, scopes } = Object(scheme.value)
  const flows = child(scheme, 'flows', api)
  const all =
    typeof flow === 'string'
      ? { [flowNames.get(flow) ?? flow]: { tokenUrl, authorizationUrl, scopes } }
      : Object(flows && api.read('oauth-flows', flows).value)
  const found = Object.entries(all).flatMap(([kind, each]) => {
    if (!isRecord(each)) return []
    const urls = [each.deviceAuthorizationUrl, each.authorizationUrl, each.tokenUrl]
    const refreshUrl = typeof each.refreshUrl === 'string' ? normalizeUrl(each.refreshUrl) : undefined
    const texts: Readonly<Record<string, unknown>> = Object(each.scopes)
    return [{ ...createCredential(`oauth2 ${kind}`, urls), refreshUrl, scopes: Object.keys(texts), texts }]
  })
  return found.length > 0 ? found : [createCredential('oauth2')]
}
