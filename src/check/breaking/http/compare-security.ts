import { rememberPerObject } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { ChangeKind, TellChange } from '../api-change.ts'
import type { ApiDocument, Node } from '../document.ts'
import { child, getRoot, missingNode, ownChild, readText } from '../document.ts'
import { listCredentials, listSchemes, type SentCredential, withoutScheme } from './credentials.ts'
import {
  type ComparedOperations,
  compareDeprecation,
  compareTexts,
  listPathItems,
  type Operation,
} from './operation.ts'

/** Credentials that are enough together, each with the scopes that it needs. */
type Requirement = readonly SentCredential[]

interface Security {
  readonly at: Node
  /** The scopes that can be had, by the key of the flow that gives them. */
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
  const meets = (known: Requirement) =>
    newSecurity.requirements.filter((wanted) => includes(known, wanted, isSentToSamePlace))
  const unmet = oldSecurity.requirements.filter((known) => meets(known).length === 0)
  const moves = unmet.flatMap((known) => findMoves(known, newSecurity))
  for (const { before, after } of moves) {
    const message = `security scheme \`${before.scheme?.path.at(-1)}\`: ${describeMove(before, after)}`
    report('breaking-security-changed', message, before.scheme ?? oldAt, after.scheme ?? newAt)
  }
  const moved = new Map(moves.map(({ before, after }) => [before, after]))
  // That they moved is told.
  const follow = (known: Requirement) =>
    known.map((own) => ({ ...own, ...moved.get(own), scopes: own.scopes }))
  const refused = unmet.map(follow).find((known) => meets(known).length === 0)
  if (refused === undefined) {
    const listFormer = (key: string) => [
      key,
      ...moves.flatMap(({ before, after }) => (after.key === key ? before.key : [])),
    ]
    const isLost = ({ key }: SentCredential, scope: string) =>
      listFormer(key).some((former) => hasScope(oldSecurity, former, scope)) &&
      !hasScope(newSecurity, key, scope)
    const losses = oldSecurity.requirements.flatMap((known) => {
      const lost = meets(follow(known)).map((wanted) => findLostScope(wanted, isLost))
      return lost.includes(undefined) ? [] : lost.slice(0, 1)
    })
    for (const [flow, scope] of losses.filter((lost) => lost !== undefined)) {
      const message = `the scope \`${scope}\`, which is needed, can no longer be had from ${flow}`
      report('breaking-security-changed', message, oldAt, newAt)
    }
    return losses.length > 0 || moves.length > 0
  }
  const wanted = renderRequirements(newSecurity.requirements)
  const former = renderRequirement(refused)
  if (refused.length === 0)
    report('breaking-security-added', `requests now need credentials: ${wanted}`, oldAt, newAt)
  else {
    const message = `credentials that were enough no longer are: ${former}; now needed: ${wanted}`
    report('breaking-security-changed', message, oldAt, newAt)
  }
  return true
}

/**
 * What the API itself calls checks the credentials that it was sent, and the API chooses among the requirements: each of the
 * new version has to meet one of the old one. What the definition says of all operations is about those that clients call, if there are any.
 * Whether there was something to report.
 */
export function compareSentSecurity(compared: ComparedOperations): boolean {
  const { oldOperation, newOperation, oldApi, newApi, report } = compared
  const isOwn = [oldOperation, newOperation].some(({ at }) => ownChild(at, 'security'))
  if (!isOwn && listPathItems(oldApi).length > 0) return false
  const [oldSecurity, newSecurity] = [readSecurity(oldOperation, oldApi), readSecurity(newOperation, newApi)]
  const isKnown = (sent: Requirement) => oldSecurity.requirements.some((known) => includes(sent, known))
  const others = newSecurity.requirements.filter((sent) => !isKnown(sent))
  if (others.length === 0) return false
  const [former, now] = [oldSecurity.requirements, others].map(renderRequirements)
  const message = `requests had the credentials ${former} and may now have ${now}`
  report('breaking-webhook-part-removed', message, oldSecurity.at, newSecurity.at)
  return true
}

/** Credentials of a scheme that both versions have, and whose URLs are others now. */
interface Move {
  readonly before: SentCredential
  readonly after: SentCredential
}

function findMoves(known: Requirement, { requirements }: Security): readonly Move[] {
  return known.flatMap((before) => {
    const name = before.scheme?.path.at(-1)
    const isSame = (each: SentCredential) => each.kind === before.kind && each.scheme?.path.at(-1) === name
    const after = name === undefined ? undefined : requirements.flat().find(isSame)
    return after === undefined || isSentToSamePlace(before, after) ? [] : [{ before, after }]
  })
}

/** `oauth2 authorizationCode was at A and is now at B`; empty where it has the same URLs. */
function describeMove(before: SentCredential, after: SentCredential): string {
  const listOthers = ({ urls }: SentCredential, other: SentCredential) =>
    urls.filter((url) => !other.urls.includes(url))
  const others = [listOthers(before, after), listOthers(after, before)]
  // All, where two changed places or one is gone.
  const urls = others.every(({ length }) => length > 0) ? others : [before.urls, after.urls]
  const [from, to] = urls.map((each) => each.join(' and ') || 'none')
  const sentences = [
    ...(before.key === after.key ? [] : [`was at ${from} and is now at ${to}`]),
    ...(before.refreshUrl === after.refreshUrl
      ? []
      : [`had the refreshUrl ${before.refreshUrl ?? 'none'} and now has ${after.refreshUrl ?? 'none'}`]),
  ]
  return sentences.length === 0 ? '' : `${before.kind} ${sentences.join(', and ')}`
}

/** Lists the schemes that came and went, and what else one of a name offers; `isMoved`: that it moved is reported. */
export function describeSchemes(
  oldApi: ApiDocument,
  newApi: ApiDocument,
  isMoved: (scheme: Node) => boolean,
  tell: TellChange,
): void {
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
    const offers = [listCredentials(name, oldAt, oldApi), listCredentials(name, newAt, newApi)] as const
    const tellOffer = (kind: ChangeKind, words: string, about?: 'text') =>
      tell(kind, `${what}: ${words}`, oldAt, newAt, about)
    describeOffers(...offers, isMoved(newAt), tellOffer)
    for (const key of ['bearerFormat', 'oauth2MetadataUrl']) {
      const [oldText, newText] = [oldAt, newAt].map((at) => readText(at, key) ?? 'none')
      if (oldText !== newText)
        tell('changed', `${what}: the ${key} was ${oldText} and is now ${newText}`, oldAt, newAt)
    }
    compareDeprecation(oldAt, newAt, `the ${what}`, tell)
    compareTexts(['description'], oldAt, newAt, tell)
  }
}

function describeOffers(
  oldOffers: readonly SentCredential[],
  newOffers: readonly SentCredential[],
  isMoved: boolean,
  tell: (kind: ChangeKind, words: string, about?: 'text') => void,
): void {
  for (const now of newOffers) {
    const own = oldOffers.find(({ kind }) => kind === now.kind)
    const [scopes, oldScopes] = [new Set(now.scopes), new Set(own?.scopes)]
    const tellScopes = (verb: 'added' | 'removed', all: ReadonlySet<string>, others: ReadonlySet<string>) => {
      const names = [...all].filter((scope) => !others.has(scope)).map((scope) => `\`${scope}\``)
      const [noun, was] = names.length === 1 ? ['scope', 'was'] : ['scopes', 'were']
      if (names.length > 0) tell(verb, `the ${noun} ${names.join(', ')} of ${now.kind} ${was} ${verb}`)
    }
    if (own === undefined) {
      tell('added', `${renderOffer(now)} was added`)
      continue
    }
    if (!isMoved && describeMove(own, now) !== '') tell('changed', describeMove(own, now))
    tellScopes('removed', oldScopes, scopes)
    tellScopes('added', scopes, oldScopes)
    for (const scope of scopes)
      if (oldScopes.has(scope) && own.texts?.[scope] !== now.texts?.[scope])
        tell('changed', `the text of \`${scope}\` changed`, 'text')
  }
  for (const own of oldOffers)
    if (!newOffers.some(({ kind }) => kind === own.kind)) tell('removed', `${renderOffer(own)} was removed`)
}

/** With all of its scopes. */
function renderOffer({ text, scopes }: SentCredential): string {
  return scopes.length === 0 ? text : `${text} (${scopes.join(', ')})`
}

/** The names of the schemes, as they are written, with their scopes; their order says nothing. */
export function readSecurityText(at: Node, api: ApiDocument): string {
  const security = ownChild(at, 'security') ?? ownChild(getRoot(api), 'security')
  const list = Array.isArray(security?.value) ? security.value.filter(isRecord) : []
  const name = ([scheme, scopes]: readonly [string, unknown]) =>
    Array.isArray(scopes) && scopes.length > 0 ? `${scheme} (${[...scopes].sort().join(', ')})` : scheme
  const texts = list.map((each) => Object.entries(each).map(name).sort().join(' and ') || 'none')
  return [...new Set(texts)].sort().join(', or ') || 'none'
}

/** A scope that is needed and that its flow no longer has: nobody gets credentials with it. */
function findLostScope(
  wanted: Requirement,
  isLost: (needed: SentCredential, scope: string) => boolean,
): readonly [flow: string, scope: string] | undefined {
  for (const needed of wanted)
    for (const scope of needed.scopes) if (isLost(needed, scope)) return [needed.text, scope]
  return undefined
}

function hasScope({ offered }: Security, key: string, scope: string): boolean {
  return offered.get(withoutScheme(key))?.has(scope) === true
}

function readSecurity(operation: Operation, api: ApiDocument): Security {
  const at = child(operation.at, 'security', api) ?? child(getRoot(api), 'security', api)
  const list = Array.isArray(at?.value) ? at.value : []
  const requirements = list.filter(isRecord).flatMap((each) => readRequirements(each, api))
  return {
    at: at ?? getRoot(api),
    offered: readOffered(api),
    requirements: requirements.length > 0 ? requirements : [[]],
  }
}

/** More combinations of flows than this are one credential, which is enough only if all of it is the same. */
const mostCombinations = 256

/** One for each combination of the flows that its schemes offer. */
function readRequirements(
  written: Readonly<Record<string, unknown>>,
  api: ApiDocument,
): readonly Requirement[] {
  const schemes = new Map(listSchemes(api))
  const offers = Object.entries(written).map(([name, scopes]) => {
    const needed = Array.isArray(scopes) ? scopes.map(String) : []
    const credentials = listCredentials(name, schemes.get(name) ?? api.follow({ $ref: name }), api)
    return credentials.map((credential) => ({ ...credential, scopes: needed, offered: credential.scopes }))
  })
  if (offers.reduce((product, { length }) => product * length, 1) > mostCombinations) {
    const text = offers.map((offer) => offer.map(renderOffer).join(' or ')).join(' and ')
    const all = offers.flat().map((each) => [each.key, each.refreshUrl, each.scopes, each.offered])
    // Written so that http is not https.
    const key = JSON.stringify(all).replaceAll('://', ': //')
    return [[{ kind: text, key, text, urls: [], scheme: undefined, scopes: [] }]]
  }
  return offers.reduce<readonly Requirement[]>(
    (found, offer) => offer.flatMap((each) => found.map((requirement) => [...requirement, each])),
    [[]],
  )
}

const readOffered = rememberPerObject((api: ApiDocument): Security['offered'] => {
  const offered = new Map<string, Set<string>>()
  for (const [name, scheme] of listSchemes(api))
    for (const { key, scopes } of listCredentials(name, scheme, api)) {
      const known = offered.get(withoutScheme(key)) ?? new Set()
      offered.set(withoutScheme(key), known)
      for (const scope of scopes) known.add(scope)
    }
  return offered
})

/** Whether each credential is among others, by which it is known, with its scopes. */
function includes(
  others: Requirement,
  requirement: Requirement,
  isSame = (own: SentCredential, needed: SentCredential) =>
    withoutScheme(own.key) === withoutScheme(needed.key),
): boolean {
  const serves = (own: SentCredential, needed: SentCredential) =>
    isSame(own, needed) && needed.scopes.every((scope) => own.scopes.includes(scope))
  return requirement.every((needed) => others.some((own) => serves(own, needed)))
}

/** Whether a client gets and sends a credential where it did. */
function isSentToSamePlace(own: SentCredential, needed: SentCredential): boolean {
  const isRefreshed = !own.refreshUrl || !needed.refreshUrl || isSafe(own.refreshUrl, needed.refreshUrl)
  return isSafe(own.key, needed.key) && isRefreshed
}

/** A client sends its secrets where it did before, and not in plain text where it did not. */
function isSafe(oldKey: string, newKey: string): boolean {
  if (oldKey === newKey || withoutScheme(oldKey) !== withoutScheme(newKey)) return oldKey === newKey
  const [oldWords, newWords] = [oldKey.split(' '), newKey.split(' ')]
  return newWords.every((word) => !word.startsWith('http:') || oldWords.includes(word))
}

function renderRequirements(requirements: readonly Requirement[]): string {
  return [...new Set(requirements.map(renderRequirement))].join(', or ')
}

function renderRequirement(requirement: Requirement): string {
  if (requirement.length === 0) return 'none'
  return requirement.map(renderOffer).join(' and ')
}
