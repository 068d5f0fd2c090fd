import { plural } from '../../../core/text/wording.ts'
import { isTrue, missingNode, type Node } from '../document.ts'
import { compareSunsets, judgeRemoval } from '../lifecycle.ts'
import { readDefault } from '../schema/check-values.ts'
import { compareContentEncoding } from './compare-encoding.ts'
import {
  compareValues,
  describeWire,
  findValueSchema,
  isPlainContent,
  isSameWire,
  isSentAsText,
  oneSchema,
  viewSchemaNode,
} from './content.ts'
import { type ComparedOperations, compareDeprecation, compareTexts, type OperationWalk } from './operation.ts'
import { listWords } from './overlapping-paths.ts'
import { alignParameters, isSentByProperties, readParameters, type WireParameter } from './parameters.ts'

/** Both paths have the same places for parameters, described or not. */
export function compareParameters(compared: ComparedOperations): void {
  const { oldOperation, newOperation, isReversed, oldApi, newApi, report, tell } = compared
  const [
    { parameters: oldParameters, unclear: oldUnclear },
    { parameters: newParameters, unclear: newUnclear },
  ] = alignParameters(
    { parameters: readParameters(oldOperation, oldApi), api: oldApi, isWithin: !isReversed },
    { parameters: readParameters(newOperation, newApi), api: newApi, isWithin: isReversed },
  )
  const refuse = (parameter: WireParameter, oldAt: Node, newAt: Node) => {
    const message = `the ${describeParameter(parameter)} cannot be compared: it says more than its properties, which are parameters of the other version`
    report('breaking-not-compared', message, oldAt, newAt)
  }
  for (const parameter of oldUnclear) refuse(parameter, parameter.at, newOperation.at)
  for (const parameter of newUnclear) refuse(parameter, oldOperation.at, parameter.at)
  const added = [...newParameters].flatMap(([key, parameter]) => (oldParameters.has(key) ? [] : [parameter]))
  const isBreaking = ({ isRequired, in: place }: WireParameter) =>
    isRequired && place !== 'path' && !isReversed
  for (const parameter of added) {
    const message = `the ${parameter.isRequired ? 'required' : 'optional'} ${describeParameter(parameter)} was added`
    if (!isBreaking(parameter)) tell('added', message, oldOperation.at, parameter.at)
  }
  for (const [key, oldParameter] of oldParameters) {
    const newParameter = newParameters.get(key)
    if (!newParameter) reportRemoved(oldParameter, compared)
    else compareParameter(oldParameter, newParameter, compared)
  }
  for (const parameter of added.filter(isBreaking)) {
    const message = `the ${describeParameter(parameter)} is new and required`
    report('breaking-parameter-added', message, oldOperation.at, parameter.at)
  }
}

function describeParameter({ in: place, name }: WireParameter): string {
  return `${place} parameter \`${name}\``
}

function reportRemoved(parameter: WireParameter, compared: ComparedOperations): void {
  const { newOperation, isReversed, notice, report, tell } = compared
  const { at, isRequired } = parameter
  const removal = judgeRemoval(at, notice)
  const name = `the ${describeParameter(parameter)}`
  const what = `${name} was removed`
  const gone = missingNode(newOperation.at, 'parameters', parameter.in, parameter.name)
  const lacking = `${what} and was not deprecated, which the policy asks for ${plural(notice.days, 'day')} ahead`
  const lossRule = isRequired ? 'breaking-webhook-part-removed' : 'breaking-webhook-optional-part-removed'
  if (removal.kind === 'due' || (parameter.in === 'path' && !isReversed)) tell('removed', what, at, gone)
  else if (isReversed) report(lossRule, `${name} is not sent any more`, at, gone)
  else if (removal.kind === 'early')
    report('breaking-parameter-removed-before-sunset', `${what}, ${removal.why}`, at, gone)
  else if (removal.kind === 'undated')
    report('breaking-parameter-removed', `${what}; it was deprecated without a date`, at, gone)
  else if (notice.days > 0) report('breaking-parameter-removed-before-sunset', lacking, at, gone)
  else report('breaking-parameter-removed', what, at, gone)
}

/** If `isReversed`, the API sends the parameter to a webhook, and clients have to take what comes. */
function compareParameter(
  oldParameter: WireParameter,
  newParameter: WireParameter,
  compared: ComparedOperations,
): void {
  const { isReversed, oldApi, newApi, report, tell } = compared
  const [oldAt, newAt] = [oldParameter.at, newParameter.at]
  const [wasRequired, isRequired] = [oldParameter.isRequired, newParameter.isRequired]
  const what = `the ${describeParameter(newParameter)}`
  const message = `${what} is ${isRequired ? 'now' : 'no longer'} required`
  if (isRequired && !wasRequired && !isReversed)
    report('breaking-parameter-became-required', message, oldAt, newAt)
  else if (wasRequired && !isRequired && isReversed)
    report('breaking-webhook-part-removed', `${what} may now be missing`, oldAt, newAt)
  else if (wasRequired !== isRequired) tell('changed', message, oldAt, newAt)
  if (!isReversed && !isRequired && !wasRequired) compareDefaults(oldAt, newAt, what, compared)
  if (!compareSunsets(oldAt, newAt, what, compared)) compareDeprecation(oldAt, newAt, what, tell)
  compareWire(oldParameter, newParameter, what, compared)
  compareContentEncoding(oldAt, newAt, {
    ...compared,
    what,
    direction: isReversed ? 'response' : 'request',
  })
  compareTexts(['description', 'example', 'examples'], oldAt, newAt, tell)
  if (/query|cookie/.test(newParameter.in) && oldParameter.name !== newParameter.name)
    tell('changed', `${what} had the name \`${oldParameter.name}\`, which is not sent`, oldAt, newAt)
  compared.describe(findValueSchema(oldAt, oldApi), findValueSchema(newAt, newApi), what)
  if (isReversed) compareValues(oldAt, newAt, 'response', what, compared)
  else if (becameList(oldParameter, newParameter, compared)) compareItems(oldAt, newAt, what, compared)
  else compareValues(withoutOwned(oldParameter, compared), newAt, 'request', what, compared)
}

/** Leaves out the words of a path that have a path of their own. */
function withoutOwned({ at, in: place }: WireParameter, compared: ComparedOperations): Node {
  const { oldOperation, oldApi, newApi } = compared
  if (place !== 'path' || !isSentAsText(at, oldApi)) return at
  const { owned, others } = listWords(oldOperation, oldApi, newApi)
  if (owned.length === 0) return at
  const { schema, ...rest } = Object(at.value)
  const value =
    schema === undefined ? { ...rest, enum: others } : { schema: { allOf: [schema, { enum: others }] } }
  return { ...at, value }
}

/** Sent as text, 20 has no quotes. */
function plain(text = 'none'): string {
  return text.replace(/^"([\w.+-]+)"$/, '$1')
}

function compareDefaults(
  oldNode: Node,
  newNode: Node,
  what: string,
  { oldApi, newApi, report }: OperationWalk,
): void {
  const isText = isSentAsText(oldNode, oldApi) && isSentAsText(newNode, newApi)
  const oldDefault = readDefault(viewSchemaNode(oldNode, oldApi), { isText })
  const newDefault = readDefault(viewSchemaNode(newNode, newApi), { isText })
  if (oldDefault === newDefault) return
  const message = `the default of ${what} was ${plain(oldDefault)} and is now ${plain(newDefault)}`
  report('breaking-parameter-default-changed', message, oldNode, newNode)
}

/** What is sent may be written otherwise, which is not understood where it does not look the same. */
function compareWire(
  oldParameter: WireParameter,
  newParameter: WireParameter,
  what: string,
  { isReversed, oldApi, newApi, report, tell }: ComparedOperations,
): void {
  const [oldAt, newAt] = [oldParameter.at, newParameter.at]
  const say = (isBreaking: boolean, change: string) =>
    isBreaking
      ? report('breaking-parameter-style-changed', `${what} ${change}`, oldAt, newAt)
      : tell('changed', `${what} ${change}`, oldAt, newAt)
  const oldWire = describeWire(oldParameter.in, oldAt, oldApi)
  const newWire = describeWire(newParameter.in, newAt, newApi)
  const isSame = isSameWire(oldWire, newWire, isPlainContent(oldAt, oldApi) || isPlainContent(newAt, newApi))
  if (oldWire !== newWire) say(!isSame, `was sent as ${oldWire} and is now ${newWire}`)
  const isNamed = [oldWire, newWire].every((wire) => wire.startsWith('matrix'))
  if (isNamed && oldParameter.name !== newParameter.name && !isSentByProperties(oldParameter, oldApi))
    say(true, `was sent as \`;${oldParameter.name}=\` and is now \`;${newParameter.name}=\``)
  for (const [key, loss] of Object.entries(allowances)) {
    const [was, is] = [isTrue(oldAt, key), isTrue(newAt, key)]
    if (was !== is) say(was && !isReversed, is ? `now has ${key}` : loss)
  }
}

const allowances = {
  allowReserved: 'may no longer have reserved characters that are not encoded',
  allowEmptyValue: 'can no longer be sent without a value',
}

/** `?a=1` is also a list of one, if a list is sent by repeating the name. */
function becameList(oldParameter: WireParameter, newParameter: WireParameter, walk: OperationWalk): boolean {
  const { types, limits } = viewSchemaNode(newParameter.at, walk.newApi)
  const takesOne = Number(limits.get('minItems') ?? 0) <= 1 && Number(limits.get('maxItems') ?? 1) >= 1
  return (
    isPlainContent(oldParameter.at, walk.oldApi) &&
    types?.has('array') === true &&
    takesOne &&
    describeWire(newParameter.in, newParameter.at, walk.newApi) === 'form, explode'
  )
}

function compareItems(
  oldNode: Node,
  newNode: Node,
  what: string,
  { oldApi, newApi, compare }: OperationWalk,
): void {
  const { path } = findValueSchema(newNode, newApi)
  const items = oneSchema(viewSchemaNode(newNode, newApi).inner('items')) ?? { value: {}, path }
  const use = { direction: 'request', isText: true, isXml: false } as const
  compare(findValueSchema(oldNode, oldApi), items, use, what)
}
