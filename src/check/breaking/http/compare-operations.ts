import { isRecord } from '../../../core/model/record.ts'
import type { TellChange } from '../api-change.ts'
import { type ApiDocument, child, children, missingNode, type Node, ownChild, readText } from '../document.ts'
import { compareSunsets, loweredStability } from '../lifecycle.ts'
import { compareBodies, findMedia, findRequestBody } from './compare-content.ts'
import { neededHeaders } from './compare-encoding.ts'
import { compareParameters } from './compare-parameters.ts'
import { type ComparedResponse, compareResponses, newOfDefault, readResponses } from './compare-responses.ts'
import { compareSecurity, readSecurityText } from './compare-security.ts'
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
  const [oldLevel, newLevel] = [oldAt, newAt].map(
    (at) => ownChild(at, 'x-stability-level')?.value ?? undefined,
  )
  const change = loweredStability(oldLevel, newLevel)
  if (change !== undefined) report('breaking-stability-lowered', `${what} ${change}`, oldAt, newAt)
}

/** Those who receive a request need its body, and have to be able to read it. */
function compareReceived(
  oldOperation: Operation,
  newOperation: Operation,
  { oldApi, newApi, report }: OperationWalk,
): void {
  const [oldBody, newBody] = [findRequestBody(oldOperation, oldApi), findRequestBody(newOperation, newApi)]
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

function compareAnswer(oldAnswer: ComparedResponse, newAnswer: ComparedResponse, walk: OperationWalk): void {
  const say = (change: string, at: Node) =>
    walk.report('breaking-webhook-answer-changed', `the answer ${oldAnswer.name} ${change}`, oldAnswer.at, at)
  if (newAnswer.content.length > 0 && oldAnswer.content.length === 0) say('now has a body', newAnswer.at)
  for (const [name, header] of neededHeaders(oldAnswer.at, newAnswer.at, walk))
    say(`now needs the header \`${name}\``, header)
}

/** Compares the calls of the API to addresses that a client gave. The name of a callback says nothing, unless two have the address. */
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
