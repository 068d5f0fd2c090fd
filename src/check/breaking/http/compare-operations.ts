import { isRecord } from '../../../core/model/record.ts'
import type { TellChange } from '../api-change.ts'
import { type ApiDocument, child, children, missingNode, type Node, ownChild, readText } from '../document.ts'
import { compareSunsets, judgeRemoval, loweredStability } from '../lifecycle.ts'
import { compareBodies, findMedia, findSuffixed, readBody } from './compare-content.ts'
import { neededHeaders } from './compare-encoding.ts'
import { compareParameters } from './compare-parameters.ts'
import { type ComparedResponse, compareResponses, newOfDefault, readResponses } from './compare-responses.ts'
import { compareSecurity, compareSentSecurity, readSecurityText } from './compare-security.ts'
import type { ComparedOperations, ItemPair, Operation, OperationWalk, PathItem } from './operation.ts'
import { compareDeprecation, compareTexts, pairOperations, pathItems, saysSomething } from './operation.ts'

export function compareOperation(compared: ComparedOperations): void {
  const { oldOperation, newOperation, isReversed, oldApi, newApi, tell } = compared
  const [oldAt, newAt] = [oldOperation.at, newOperation.at]
  if (oldOperation.path !== newOperation.path)
    tell('changed', `the path is now written \`${newOperation.path}\``, oldAt, newAt)
  compareNames(oldAt, newAt, tell)
  if (!compareSunsets(oldAt, newAt, `\`${oldOperation.name}\``, compared))
    compareDeprecation(oldAt, newAt, 'the operation', tell)
  compareTexts(['summary', 'description', 'externalDocs'], oldAt, newAt, tell)
  compareParameters(compared)
  compareBodies(compared)
  compareResponses(compared)
  if (!(isReversed ? compareSentSecurity : compareSecurity)(compared)) {
    const [oldText, newText] = [readSecurityText(oldAt, oldApi), readSecurityText(newAt, newApi)]
    const message = `the credentials were ${oldText} and are now ${newText}`
    if (oldText !== newText) tell('changed', message, oldAt, newAt)
  }
  compareStability(compared)
  if (isReversed) {
    compareReceived(compared)
    compareAnswers(compared)
    refuseInnerCallbacks(compared)
    return
  }
  compareCallbacks(compared)
}

/** Reports that a deprecated operation is gone, unless its date has come. Whether it was deprecated. */
export function reportDeprecated(
  { at, name }: Operation,
  gone: Node,
  { notice, report, tell }: OperationWalk,
): boolean {
  const removal = judgeRemoval(at, notice)
  const message = `\`${name}\` was removed`
  if (removal.kind === 'early')
    report('breaking-operation-removed-before-sunset', `${message} ${removal.why}`, at, gone)
  else if (removal.kind === 'undated')
    report('breaking-deprecated-operation-removed', `${message}; it was deprecated without a date`, at, gone)
  else if (removal.kind === 'due')
    tell('removed', 'the operation was removed', at, { value: undefined, path: at.path })
  return removal.kind !== 'unannounced'
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

function compareStability({ oldOperation, newOperation, report }: ComparedOperations): void {
  const readLevel = ({ at }: Operation) => ownChild(at, 'x-stability-level')?.value ?? undefined
  const change = loweredStability(readLevel(oldOperation), readLevel(newOperation))
  const message = `\`${oldOperation.name}\` ${change}`
  if (change !== undefined) report('breaking-stability-lowered', message, oldOperation.at, newOperation.at)
}

/** Those who receive a request need its body, and have to be able to read it. */
function compareReceived({ oldOperation, newOperation, oldApi, newApi, report }: ComparedOperations): void {
  const [oldBody, newBody] = [readBody(oldOperation, oldApi), readBody(newOperation, newApi)]
  if (oldBody?.isRequired && newBody && !newBody.isRequired)
    report('breaking-webhook-part-removed', 'the request body may now be missing', oldBody.at, newBody.at)
  if (!oldBody || !newBody || findSuffixed(oldBody.content, newBody.content)) return
  for (const media of newBody.content)
    if (!findMedia(media, oldBody.content, 'request')) {
      const message = `the request body may now be in \`${media.name}\``
      report('breaking-response-alternative-added', message, oldBody.at, media.at)
    }
}

/** Receivers go on answering as they do. */
function compareAnswers(compared: ComparedOperations): void {
  const { oldOperation, newOperation, oldApi, newApi, report } = compared
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
    for (const newAnswer of [...(match ? [match] : []), ...more]) compareAnswer(answer, newAnswer, compared)
  }
}

function compareAnswer(oldAnswer: ComparedResponse, newAnswer: ComparedResponse, walk: OperationWalk): void {
  const say = (change: string, at: Node) =>
    walk.report('breaking-webhook-answer-changed', `the answer ${oldAnswer.name} ${change}`, oldAnswer.at, at)
  if (newAnswer.content.length > 0 && oldAnswer.content.length === 0) say('now has a body', newAnswer.at)
  for (const [name, header] of neededHeaders(oldAnswer.at, newAnswer.at, walk))
    say(`now needs the header \`${name}\``, header)
}

/** Compares calls of the API to an address that a client gave. A callback's name matters only if two have the address. */
function compareCallbacks(compared: ComparedOperations): void {
  const { oldOperation, newOperation, oldApi, newApi, report, tell } = compared
  const [oldCallbacks, newCallbacks] = [
    listCallbacks(oldOperation, oldApi),
    listCallbacks(newOperation, newApi),
  ]
  const known = new Set(oldCallbacks.map(({ expression }) => expression))
  for (const { name, expression, item } of newCallbacks)
    if (!known.has(expression))
      tell('added', `the callback \`${name}\` to \`${expression}\` was added`, oldOperation.at, item)
  for (const { name, expression, item } of oldCallbacks) {
    const namesakes = newCallbacks.filter((callback) => callback.expression === expression)
    const match = namesakes.find((callback) => callback.name === name) ?? namesakes[0]
    const pair: ItemPair = { oldItem: [expression, item], newItem: match && [expression, match.item] }
    const { common, removed, added } = pairOperations(pair, oldApi, newApi)
    for (const { name: call, at } of added)
      tell('added', `the callback \`${name}\` now also makes \`${call}\``, item, at)
    for (const [oldCall, newCall] of common)
      compareOperation({ ...compared, oldOperation: oldCall, newOperation: newCall, isReversed: true })
    for (const call of removed) {
      const holder = match?.item ?? missingNode(newOperation.at, 'callbacks', name, expression)
      const gone = missingNode(holder, ...call.keys)
      const message = `the callback \`${name}\` no longer makes \`${call.name}\``
      if (!reportDeprecated(call, gone, compared)) report('breaking-callback-removed', message, call.at, gone)
    }
  }
}

/** Who makes a callback of what the API itself calls is not said: it may be either. */
function refuseInnerCallbacks({ oldOperation, newOperation, ...walk }: ComparedOperations): void {
  const oldAt = child(oldOperation.at, 'callbacks', walk.oldApi)
  const newAt = child(newOperation.at, 'callbacks', walk.newApi)
  if (oldAt === undefined || walk.isUnchanged(oldAt, newAt)) return
  const [oldCalls, newCalls] = [
    listCallbacks(oldOperation, walk.oldApi),
    listCallbacks(newOperation, walk.newApi),
  ]
  const isSame = (one: Callback, other: Callback) =>
    one.name === other.name && one.expression === other.expression && isSameItem(one.item, other.item)
  const isSameItem = (oldItem: PathItem, newItem: PathItem) =>
    oldItem.chain.filter(saysSomething).length < 2 &&
    newItem.chain.filter(saysSomething).length < 2 &&
    walk.isUnchanged(oldItem, newItem)
  const areSame = oldCalls.every((call) => newCalls.some((newCall) => isSame(call, newCall)))
  if (areSame && oldCalls.length === newCalls.length) return
  const message = `the callbacks of \`${oldOperation.name}\` changed and cannot be compared: the API makes that request itself`
  walk.report('breaking-not-compared', message, oldAt, newAt ?? missingNode(newOperation.at, 'callbacks'))
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
