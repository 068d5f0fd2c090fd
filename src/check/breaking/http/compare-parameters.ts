import { plural } from '../../../core/text/wording.ts'
import { type ApiDocument, child, children, isTrue, missingNode, type Node, readText } from '../document.ts'
import { compareSunsets, judgeRemoval } from '../lifecycle.ts'
import { readDefault } from '../schema/check-values.ts'
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
import type { ComparedOperations, Operation, OperationWalk } from './operation.ts'
import { compareDeprecation, compareTexts, itemChild, templateNames } from './operation.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly isRequired: boolean
  readonly at: Node
}

type Parameters = ReadonlyMap<string, Parameter>

const body = new Set(['body', 'formData'])

/**
 * The parameters of an operation, those of its path item included, by what they are on the wire: a parameter of a path
 * by its position, a header in any case. What 2.0 has in the body is not among them.
 */
function readParameters(operation: Operation, api: ApiDocument): Parameters {
  const names = templateNames(operation.path)
  const found = new Map<string, Parameter>()
  for (const list of [itemChild(operation.item, 'parameters', api), child(operation.at, 'parameters', api)])
    for (const [, at] of children(list, api, 'parameter')) {
      const [name, place] = [readText(at, 'name'), readText(at, 'in')]
      if (name === undefined || place === undefined || body.has(place)) continue
      if (place === 'header' && ignored.has(name.toLowerCase())) continue
      const isRequired = place === 'path' || isTrue(at, 'required')
      found.set(createParameterKey(place, name, names), { name, in: place, isRequired, at })
    }
  return found
}

/** Headers that a definition describes elsewhere. */
const ignored = new Set(['accept', 'content-type', 'authorization'])

function createParameterKey(place: string, name: string, names: readonly string[]): string {
  if (place === 'header') return `header ${name.toLowerCase()}`
  return place === 'path' && names.includes(name) ? `path ${names.indexOf(name)}` : `${place} '${name}'`
}

/**
 * An object in a query is a parameter for each of its properties, by its default style (OpenAPI 3.1.1, "Style Values"): it is
 * taken apart where the other version has one of these.
 */
function explodeObjects(own: Parameters, others: Parameters, api: ApiDocument): Parameters {
  const explode = ([key, parameter]: readonly [string, Parameter]): readonly (readonly [
    string,
    Parameter,
  ])[] => {
    const { at, in: place, isRequired } = parameter
    if (place !== 'query' || others.has(key)) return [[key, parameter]]
    const { types, properties, required, limits, choices, inner: list } = viewSchemaNode(at, api)
    const inner = [...properties].map(([name, nodes]) => {
      const schema = oneSchema(nodes)
      const isNeeded = isRequired && required.has(name)
      const value = { name, in: place, required: isNeeded, schema: schema?.value }
      const property = { name, in: place, isRequired: isNeeded, at: { value, path: schema?.path ?? at.path } }
      return [createParameterKey(place, name, []), property] as const
    })
    // Nothing else is said of the object: it is there if, and only if, its required properties are.
    const isClosed = list('additionalProperties').every(({ value }) => value === false)
    const isPlain =
      types?.has('object') === true &&
      limits.size + choices.length === 0 &&
      isClosed &&
      required.size > 0 === isRequired
    const isExploded = isPlain && describeWire(place, at, api) === 'form, explode'
    const isInstead = inner.some(([each]) => others.has(each)) && !inner.some(([each]) => own.has(each))
    return isExploded && isInstead ? inner : [[key, parameter]]
  }
  return new Map([...own].flatMap(explode))
}

/** Both paths have the same places for parameters, described or not. */
export function compareParameters(compared: ComparedOperations): void {
  const { oldOperation, newOperation, isReversed, oldApi, newApi, report, tell } = compared
  const [oldWritten, newWritten] = [
    readParameters(oldOperation, oldApi),
    readParameters(newOperation, newApi),
  ]
  const oldParameters = explodeObjects(oldWritten, newWritten, oldApi)
  const newParameters = explodeObjects(newWritten, oldWritten, newApi)
  const added = [...newParameters].flatMap(([key, parameter]) => (oldParameters.has(key) ? [] : [parameter]))
  const isBreaking = ({ isRequired, in: place }: Parameter) => isRequired && place !== 'path' && !isReversed
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

function describeParameter({ in: place, name }: Parameter): string {
  return `${place} parameter \`${name}\``
}

function reportRemoved(parameter: Parameter, compared: ComparedOperations): void {
  const { newOperation, isReversed, notice, report, tell } = compared
  const { at, isRequired } = parameter
  const removal = judgeRemoval(at, notice)
  const name = `the ${describeParameter(parameter)}`
  const what = `${name} was removed`
  const gone = missingNode(newOperation.at, 'parameters', parameter.in, parameter.name)
  const lacking = `${what} and was not deprecated, which the policy asks for ${plural(notice.days, 'day')} ahead`
  const lossRule = isRequired ? 'breaking-webhook-part-removed' : 'breaking-webhook-optional-part-removed'
  if (isReversed) report(lossRule, `${name} is not sent any more`, at, gone)
  else if (parameter.in === 'path' || removal.kind === 'due') tell('removed', what, at, gone)
  else if (removal.kind === 'early')
    report('breaking-parameter-removed-before-sunset', `${what}, ${removal.why}`, at, gone)
  else if (removal.kind === 'undated')
    report('breaking-parameter-removed', `${what}; it was deprecated without a date`, at, gone)
  else if (notice.days > 0) report('breaking-parameter-removed-before-sunset', lacking, at, gone)
  else report('breaking-parameter-removed', what, at, gone)
}

/** If `isReversed`, the API sends the parameter to a webhook, and clients have to take what comes. */
function compareParameter(
  oldParameter: Parameter,
  newParameter: Parameter,
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
  if (isReversed || !compareSunsets(oldAt, newAt, what, compared))
    compareDeprecation(oldAt, newAt, what, tell)
  compareWire(oldParameter, newParameter, what, compared)
  compareTexts(['description', 'example', 'examples'], oldAt, newAt, tell)
  compared.describe(findValueSchema(oldAt, oldApi), findValueSchema(newAt, newApi), what)
  if (isReversed) compareValues(oldAt, newAt, 'response', what, compared)
  else if (becameList(oldParameter, newParameter, compared)) compareItems(oldAt, newAt, what, compared)
  else compareValues(oldAt, newAt, 'request', what, compared)
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
  oldParameter: Parameter,
  newParameter: Parameter,
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
  if (oldParameter.in === 'path' && oldParameter.name !== newParameter.name && newWire.startsWith('matrix'))
    say(true, `was sent as \`;${oldParameter.name}\` and is now \`;${newParameter.name}\``)
  if (oldWire !== newWire) say(!isSame, `was sent as ${oldWire} and is now ${newWire}`)
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
function becameList(oldParameter: Parameter, newParameter: Parameter, walk: OperationWalk): boolean {
  return (
    isPlainContent(oldParameter.at, walk.oldApi) &&
    viewSchemaNode(newParameter.at, walk.newApi).types?.has('array') === true &&
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
