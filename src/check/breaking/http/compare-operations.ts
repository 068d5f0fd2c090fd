import { isRecord } from '../../../core/model/record.ts'
import type { TellChange } from '../api-change.ts'
import {
  type ApiDocument,
  child,
  children,
  getRoot,
  missingNode,
  type Node,
  ownChild,
  readText,
} from '../document.ts'
import { compareSunsets, loweredStability } from '../lifecycle.ts'
import { compareBodies, readBody } from './compare-body.ts'
import { findMedia } from './compare-content.ts'
import { neededHeaders } from './compare-encoding.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareResponses, newOfDefault, type Response, readResponses } from './compare-responses.ts'
import {
  compareDeprecation,
  compareTexts,
  type ItemPair,
  type Operation,
  type OperationWalk,
  type PathItem,
  pairOperations,
  pathItems,
} from './operation.ts'

/** Compares what a client calls; `isReversed`: what the API calls, in webhooks and callbacks, whose request clients receive. */
export function compareOperation(
  oldOperation: Operation,
  newOperation: Operation,
  isReversed: boolean,
  walk: OperationWalk,
): void {
  const { tell } = walk
  const [oldAt, newAt] = [oldOperation.at, newOperation.at]
  if (oldOperation.path !== newOperation.path)
    tell('changed', `the path is now written \`${newOperation.path}\``, oldAt, newAt)
  compareNames(oldAt, newAt, tell)
  if (isReversed || !compareSunsets(oldAt, newAt, `\`${oldOperation.name}\``, walk))
    compareDeprecation(oldAt, newAt, 'the operation', tell)
  compareTexts(['summary', 'description'], oldAt, newAt, tell)
  compareParameters(oldOperation, newOperation, isReversed, walk)
  compareBodies(oldOperation, newOperation, isReversed, walk)
  compareResponses(oldOperation, newOperation, isReversed, walk)
  if (isReversed || !compareSecurity(oldOperation, newOperation, walk)) {
    const oldText = readSecurityText(oldAt, walk.oldApi)
    const newText = readSecurityText(newAt, walk.newApi)
    const message = `the credentials were ${oldText} and are now ${newText}`
    if (oldText !== newText) tell('changed', message, oldAt, newAt)
  }
  if (isReversed) {
    compareReceived(oldOperation, newOperation, walk)
    compareAnswers(oldOperation, newOperation, walk)
    return
  }
  compareStability(oldAt, newAt, `\`${oldOperation.name}\``, walk)
  compareCallbacks(oldOperation, newOperation, walk)
}

function compareNames(oldAt: Node, newAt: Node, tell: TellChange): void {
  const name = (text: string | undefined) => (text === undefined ? 'none' : `\`${text}\``)
  const [oldId, newId] = [name(readText(oldAt, 'operationId')), name(readText(newAt, 'operationId'))]
  if (oldId !== newId) tell('changed', `the operationId was ${oldId} and is now ${newId}`, oldAt, newAt)
  const listTags = ({ value }: Node) =>
    isRecord(value) && Array.isArray(value.tags) ? value.tags.map((tag) => name(String(tag))).join(', ') : ''
  const [oldTags, newTags] = [listTags(oldAt) || 'none', listTags(newAt) || 'none']
  if (oldTags !== newTags) tell('changed', `the tags were ${oldTags} and are now ${newTags}`, oldAt, newAt)
}

function compareStability(oldAt: Node, newAt: Node, what: string, { report }: OperationWalk): void {
  const change = loweredStability(readText(oldAt, 'x-stability-level'), readText(newAt, 'x-stability-level'))
  if (change !== undefined) report('breaking-stability-lowered', `${what} ${change}`, oldAt, newAt)
}

/** Those who receive a request need its body, and have to be able to read it. */
function compareReceived(
  oldOperation: Operation,
  newOperation: Operation,
  { oldApi, newApi, report }: OperationWalk,
): void {
  const [oldBody, newBody] = [readBody(oldOperation, oldApi), readBody(newOperation, newApi)]
  if (oldBody?.isRequired && newBody && !newBody.isRequired)
    report('breaking-webhook-part-removed', 'the request body may now be missing', oldBody.at, newBody.at)
  for (const media of oldBody ? (newBody?.content ?? []) : [])
    if (oldBody && !findMedia(media, oldBody.content, 'request')) {
      const message = `the request body may now be in \`${media.name}\``
      report('breaking-response-alternative-added', message, oldBody.at, media.at)
    }
}

/** Receivers go on answering as they do. */
function compareAnswers(oldOperation: Operation, newOperation: Operation, walk: OperationWalk): void {
  const { oldApi, newApi, report } = walk
  const [oldAnswers, newAnswers] = [readResponses(oldOperation, oldApi), readResponses(newOperation, newApi)]
  const success = [...oldAnswers.keys()].some((status) => status.startsWith('2')) ? /^2/ : /^(?:2|default)/
  for (const [status, answer] of oldAnswers) {
    const match = newAnswers.get(status) ?? newAnswers.get(`${status[0]}xx`) ?? newAnswers.get('default')
    if (match === undefined && success.test(status)) {
      const gone = missingNode(newOperation.at, 'responses', answer.name)
      const message = `the answer ${answer.name} is not among those that are expected any more`
      report('breaking-webhook-answer-changed', message, answer.at, gone)
    }
    const more = status === 'default' ? newOfDefault(oldAnswers, newAnswers) : []
    for (const newAnswer of [...(match ? [match] : []), ...more]) compareAnswer(answer, newAnswer, walk)
  }
}

function compareAnswer(oldAnswer: Response, newAnswer: Response, walk: OperationWalk): void {
  const say = (change: string, at: Node) =>
    walk.report('breaking-webhook-answer-changed', `the answer ${oldAnswer.name} ${change}`, oldAnswer.at, at)
  if (newAnswer.content.length > 0 && oldAnswer.content.length === 0) say('now has a body', newAnswer.at)
  for (const [name, header] of neededHeaders(oldAnswer.at, newAnswer.at, walk))
    say(`now needs the header \`${name}\``, header)
}

/** What the API calls at an address that a client gave. The name of a callback says nothing, unless two have the address. */
function compareCallbacks(oldOperation: Operation, newOperation: Operation, walk: OperationWalk): void {
  const { oldApi, newApi, report } = walk
  const newCallbacks = listCallbacks(newOperation, newApi)
  for (const { name, expression, item } of listCallbacks(oldOperation, oldApi)) {
    const namesakes = newCallbacks.filter((callback) => callback.expression === expression)
    const match = namesakes.find((callback) => callback.name === name) ?? namesakes[0]
    const pair: ItemPair = { oldItem: [expression, item], newItem: match && [expression, match.item] }
    const { common, removed } = pairOperations(pair, oldApi, newApi)
    for (const [oldCall, newCall] of common) compareOperation(oldCall, newCall, true, walk)
    for (const { name: call, at, keys } of removed) {
      const holder = match?.item ?? missingNode(newOperation.at, 'callbacks', name, expression)
      const message = `the callback \`${name}\` no longer makes \`${call}\``
      report('breaking-callback-removed', message, at, missingNode(holder, ...keys))
    }
  }
}

interface Callback {
  readonly name: string
  readonly expression: string
  readonly item: PathItem
}

function listCallbacks({ at }: Operation, api: ApiDocument): readonly Callback[] {
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

/**
 * Clients that were let in have to be let in: the credentials of each requirement of the old version have to meet one of
 * the new one. Whether that was reported.
 */
function compareSecurity(
  oldOperation: Operation,
  newOperation: Operation,
  { oldApi, newApi, report }: OperationWalk,
): boolean {
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

/** The names of the schemes, as they are written. */
function readSecurityText(at: Node, api: ApiDocument): string {
  const security = ownChild(at, 'security') ?? ownChild(getRoot(api), 'security')
  const list = Array.isArray(security?.value) ? security.value.filter(isRecord) : []
  const texts = list.map((requirement) => Object.keys(requirement).join(' and ') || 'none')
  return texts.join(', or ') || 'none'
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
