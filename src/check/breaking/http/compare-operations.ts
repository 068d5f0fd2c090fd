import { isRecord } from '../../../core/model/record.ts'
import { type ApiDocument, child, children, getRoot, missingNode, type Node, readText } from '../document.ts'
import { compareSunsets, loweredStability } from '../lifecycle.ts'
import { compareBodies } from './compare-body.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareResponses } from './compare-responses.ts'
import { compareReversed } from './compare-reversed.ts'
import { listOperations, type Operation, type PathItem, pathItems, type ReportScope } from './operation.ts'

export function compareOperation(before: Operation, after: Operation, scope: ReportScope): void {
  compareParameters(before, after, scope)
  compareBodies(before, after, false, scope)
  compareResponses(before, after, false, scope)
  compareSecurity(before, after, scope)
  compareSunsets(before.at, after.at, `\`${before.name}\``, scope)
  compareStability(before, after, scope)
  compareCallbacks(before, after, scope)
}

function compareStability(before: Operation, after: Operation, { report }: ReportScope): void {
  const change = loweredStability(
    readText(before.at, 'x-stability-level'),
    readText(after.at, 'x-stability-level'),
  )
  if (change !== undefined)
    report('breaking-stability-lowered', `\`${before.name}\` ${change}`, before.at, after.at)
}

/** What the API calls at an address that a client gave. The name of a callback says nothing, unless two have the address. */
function compareCallbacks(before: Operation, after: Operation, scope: ReportScope): void {
  const others = listCallbacks(after, scope.head)
  for (const { name, expression, item } of listCallbacks(before, scope.base)) {
    const namesakes = others.filter((other) => other.expression === expression)
    const match = namesakes.find((other) => other.name === name) ?? namesakes[0]
    const found = match && listOperations(expression, match.item, scope.head)
    for (const [method, operation] of listOperations(expression, item, scope.base)) {
      const called = found?.get(method)
      if (called) compareReversed(operation, called, scope)
      else {
        const message = `the callback \`${name}\` no longer makes \`${operation.name}\``
        const place = match?.item ?? missingNode(after.at, 'callbacks', name, expression)
        scope.report(
          'breaking-callback-removed',
          message,
          operation.at,
          missingNode(place, ...operation.keys),
        )
      }
    }
  }
}

interface Callback {
  readonly name: string
  readonly expression: string
  readonly item: PathItem
}

function listCallbacks({ at }: Operation, api: ReportScope['base']): readonly Callback[] {
  return children(child(at, 'callbacks', api), api).flatMap(([name, callback]) =>
    pathItems(callback, api).map(([expression, item]) => ({ name, expression, item })),
  )
}

/** Credentials that are enough together: the scopes of each scheme. */
type Requirement = ReadonlyMap<string, ReadonlySet<string>>

interface Security {
  readonly at: Node
  /** The scopes that can be had, by the flow that gives them. */
  readonly offered: ReadonlyMap<string, ReadonlySet<string>>
  /** Any of them is enough; one without schemes asks for nothing. */
  readonly requirements: readonly Requirement[]
}

/** Clients that were let in have to be let in: the credentials of each requirement of the base have to meet one of the head. */
function compareSecurity(before: Operation, after: Operation, { base, head, report }: ReportScope): void {
  const [some, others] = [readSecurity(before, base), readSecurity(after, head)]
  const meets = (known: Requirement) => others.requirements.filter((wanted) => suffices(known, wanted))
  const refused = some.requirements.find((known) => meets(known).length === 0)
  if (refused === undefined) {
    for (const known of some.requirements) {
      const [lost, ...more] = meets(known).map((wanted) => findLostScope(wanted, some, others))
      if (lost === undefined || more.includes(undefined)) continue
      const [flow, scope] = lost
      const message = `the scope \`${scope}\`, which is needed, can no longer be had from ${flow}`
      report('breaking-security-changed', message, some.at, others.at)
    }
    return
  }
  const wanted = others.requirements.map(renderRequirement).join(', or ')
  if (refused.size === 0)
    report('breaking-security-added', `requests now need credentials: ${wanted}`, some.at, others.at)
  else {
    const message = `credentials that were enough no longer are: ${renderRequirement(refused)}; now needed: ${wanted}`
    report('breaking-security-changed', message, some.at, others.at)
  }
}

/** A scope that is needed and that its flow no longer has: nobody gets credentials with it. */
function findLostScope(
  wanted: Requirement,
  before: Security,
  after: Security,
): readonly [flow: string, scope: string] | undefined {
  for (const [flow, scopes] of wanted)
    for (const scope of scopes)
      if (before.offered.get(flow)?.has(scope) && !after.offered.get(flow)?.has(scope)) return [flow, scope]
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

/** What a scheme is on the wire, each way to use it: its name in the definition does not matter. */
function identities(name: string, scheme: Node | undefined, api: ApiDocument): readonly string[] {
  if (scheme === undefined || !isRecord(scheme.value) || typeof scheme.value.type !== 'string') return [name]
  const { type, in: place, name: key, scheme: http, openIdConnectUrl } = scheme.value
  if (type === 'basic') return ['http basic']
  if (type === 'apiKey') return [`apiKey ${String(key)} in ${String(place)}`]
  if (type === 'openIdConnect') return [`openIdConnect${normalizeUrl(openIdConnectUrl)}`]
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
    const url = normalizeUrl(each.tokenUrl ?? each.authorizationUrl)
    return [[`oauth2 ${kind}${url}`, Object.keys(Object(each.scopes))] as const]
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
function normalizeUrl(url: unknown): string {
  return typeof url === 'string' ? ` at ${url.replace(/^https?:\/\//i, '')}` : ''
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
