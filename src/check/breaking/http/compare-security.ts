import { isRecord } from '../../../core/model/record.ts'
import type { TellChange } from '../api-change.ts'
import { type ApiDocument, child, children, getRoot, missingNode, type Node, ownChild } from '../document.ts'
import type { ComparedOperations, Operation } from './operation.ts'

/** Credentials that are enough together: the scopes of each scheme. */
type Requirement = ReadonlyMap<string, ReadonlySet<string>>

interface Security {
  readonly at: Node
  /** The scopes that can be had, by the flow that gives them. */
  readonly offered: ReadonlyMap<string, ReadonlySet<string>>
  /** Any of them is enough; one without schemes asks for nothing. */
  readonly requirements: readonly Requirement[]
}

/**
 * Clients that were let in have to be let in: the credentials of each requirement of the old version have to meet one of
 * the new one. Whether that was reported.
 */
export function compareSecurity(compared: ComparedOperations): boolean {
  const { oldOperation, newOperation, oldApi, newApi, report } = compared
  const [oldSecurity, newSecurity] = [readSecurity(oldOperation, oldApi), readSecurity(newOperation, newApi)]
  const [oldAt, newAt] = [oldSecurity.at, newSecurity.at]
  const meets = (known: Requirement) => newSecurity.requirements.filter((wanted) => suffices(known, wanted))
  const refused = oldSecurity.requirements.find((known) => meets(known).length === 0)
  if (refused === undefined) {
    const losses = oldSecurity.requirements.flatMap((known) => {
      const lost = meets(known).map((wanted) => findLostScope(wanted, oldSecurity, newSecurity))
      return lost.includes(undefined) ? [] : lost.slice(0, 1)
    })
    for (const [flow, scope] of losses.filter((lost) => lost !== undefined)) {
      const message = `the scope \`${scope}\`, which is needed, can no longer be had from ${flow}`
      report('breaking-security-changed', message, oldAt, newAt)
    }
    return losses.length > 0
  }
  const wanted = newSecurity.requirements.map(renderRequirement).join(', or ')
  const former = renderRequirement(refused)
  if (refused.size === 0)
    report('breaking-security-added', `requests now need credentials: ${wanted}`, oldAt, newAt)
  else {
    const message = `credentials that were enough no longer are: ${former}; now needed: ${wanted}`
    report('breaking-security-changed', message, oldAt, newAt)
  }
  return true
}

/** Lists the schemes that came and went, and what else one of a name offers: its flows, by their addresses, with scopes. */
export function describeSchemes(oldApi: ApiDocument, newApi: ApiDocument, tell: TellChange): void {
  const [oldSchemes, newSchemes] = [new Map(listSchemes(oldApi)), new Map(listSchemes(newApi))]
  for (const [name, at] of newSchemes)
    if (!oldSchemes.has(name)) tell('added', `the security scheme \`${name}\` was added`, getRoot(oldApi), at)
  for (const [name, oldAt] of oldSchemes) {
    const newAt = newSchemes.get(name)
    const what = `security scheme \`${name}\``
    if (newAt === undefined) {
      tell('removed', `the ${what} was removed`, oldAt, missingNode(getRoot(newApi), ...oldAt.path))
      continue
    }
    const [oldOffers, newOffers] = [listOffers(name, oldAt, oldApi), listOffers(name, newAt, newApi)]
    for (const offer of newOffers)
      if (!oldOffers.has(offer)) tell('added', `${what}: ${offer} was added`, oldAt, newAt)
    for (const offer of oldOffers)
      if (!newOffers.has(offer)) tell('removed', `${what}: ${offer} was removed`, oldAt, newAt)
  }
}

function listOffers(name: string, scheme: Node, api: ApiDocument): ReadonlySet<string> {
  const flows = readFlows(scheme, api).flatMap(([flow, scopes]) => [
    flow,
    ...scopes.map((scope) => `the scope \`${scope}\` of ${flow}`),
  ])
  return new Set(flows.length > 0 ? flows : identities(name, scheme, api))
}

/** The names of the schemes, as they are written. */
export function readSecurityText(at: Node, api: ApiDocument): string {
  const security = ownChild(at, 'security') ?? ownChild(getRoot(api), 'security')
  const list = Array.isArray(security?.value) ? security.value.filter(isRecord) : []
  const texts = list.map((requirement) => Object.keys(requirement).join(' and ') || 'none')
  return texts.join(', or ') || 'none'
}

/** A scope that is needed and that its flow no longer has: nobody gets credentials with it. */
function findLostScope(
  wanted: Requirement,
  oldSecurity: Security,
  newSecurity: Security,
): readonly [flow: string, scope: string] | undefined {
  for (const [flow, scopes] of wanted)
    for (const scope of scopes)
      if (oldSecurity.offered.get(flow)?.has(scope) && !newSecurity.offered.get(flow)?.has(scope))
        return [flow, scope]
  return undefined
}

function readSecurity(operation: Operation, api: ApiDocument): Security {
  const at = child(operation.at, 'security', api) ?? child(getRoot(api), 'security', api)
  const list = Array.isArray(at?.value) ? at.value : []
  const requirements = list.filter(isRecord).flatMap((each) => readRequirements(each, api))
  return {
    at: at ?? getRoot(api),
    offered: readOffered(api),
    requirements: requirements.length > 0 ? requirements : [new Map()],
  }
}

/** One for each combination of the flows that its schemes offer. */
function readRequirements(
  written: Readonly<Record<string, unknown>>,
  api: ApiDocument,
): readonly Requirement[] {
  const schemes = new Map(listSchemes(api))
  return Object.entries(written).reduce<readonly Requirement[]>(
    (found, [name, scopes]) => {
      const list = new Set(Array.isArray(scopes) ? scopes.map(String) : [])
      return identities(name, schemes.get(name) ?? api.follow({ $ref: name }), api).flatMap((identity) =>
        found.map((requirement) => new Map([...requirement, [identity, list] as const])),
      )
    },
    [new Map()],
  )
}

function listSchemes(api: ApiDocument): readonly (readonly [string, Node])[] {
  const components = child(getRoot(api), 'components', api)
  const schemes = components && child(components, 'securitySchemes', api)
  return children(schemes ?? child(getRoot(api), 'securityDefinitions', api), api, 'security-scheme')
}

/** Each way to use a scheme, as it is on the wire: its name in the definition does not matter. */
function identities(name: string, scheme: Node | undefined, api: ApiDocument): readonly string[] {
  if (scheme === undefined || !isRecord(scheme.value) || typeof scheme.value.type !== 'string') return [name]
  const { type, in: place, name: key, scheme: http, openIdConnectUrl } = scheme.value
  if (type === 'basic') return ['http basic']
  if (type === 'apiKey') {
    const text = place === 'header' ? String(key).toLowerCase() : String(key)
    return [`apiKey ${text} in ${String(place)}`]
  }
  if (type === 'openIdConnect') return [`openIdConnect${normalizeUrls([openIdConnectUrl])}`]
  if (type === 'oauth2') return listFlows(scheme, api)
  return [type === 'http' ? `http ${String(http).toLowerCase()}` : type]
}

/** Names that 2.0 has for the flows of 3.0. */
const flowNames = new Map([
  ['accessCode', 'authorizationCode'],
  ['application', 'clientCredentials'],
])

function listFlows(scheme: Node, api: ApiDocument): readonly string[] {
  const found = readFlows(scheme, api).map(([flow]) => flow)
  return found.length > 0 ? found : ['oauth2']
}

/** The flows of a scheme, and the scopes of each. */
function readFlows(scheme: Node, api: ApiDocument) {
  const { flow, tokenUrl, authorizationUrl, scopes } = isRecord(scheme.value) ? scheme.value : {}
  const flows = child(scheme, 'flows', api)
  const name = typeof flow === 'string' ? (flowNames.get(flow) ?? flow) : undefined
  const all =
    name === undefined
      ? Object(flows && api.read('oauth-flows', flows).value)
      : { [name]: { tokenUrl, authorizationUrl, scopes } }
  return Object.entries(all).flatMap(([kind, each]) => {
    if (!isRecord(each)) return []
    const urls = normalizeUrls([each.deviceAuthorizationUrl, each.authorizationUrl, each.tokenUrl])
    return [[`oauth2 ${kind}${urls}`, Object.keys(Object(each.scopes))] as const]
  })
}

function readOffered(api: ApiDocument): Security['offered'] {
  const offered = new Map<string, Set<string>>()
  for (const [, scheme] of listSchemes(api))
    for (const [flow, scopes] of readFlows(scheme, api))
      offered.set(flow, new Set([...(offered.get(flow) ?? []), ...scopes]))
  return offered
}

/** Without the scheme, so that leaving http changes nothing. */
function normalizeUrls(urls: readonly unknown[]): string {
  const texts = urls.flatMap((url) => (typeof url === 'string' ? url.replace(/^https?:\/\//i, '') : []))
  return texts.length === 0 ? '' : ` at ${texts.join(' and ')}`
}

function suffices(known: Requirement, wanted: Requirement): boolean {
  return [...wanted].every(([scheme, scopes]) => {
    const own = known.get(scheme)
    return own !== undefined && [...scopes].every((scope) => own.has(scope))
  })
}

function renderRequirement(requirement: Requirement): string {
  if (requirement.size === 0) return 'none'
  const texts = [...requirement].map(([scheme, scopes]) => {
    return scopes.size === 0 ? scheme : `${scheme} (${[...scopes].join(', ')})`
  })
  return texts.join(' and ')
}
