import { type ApiDocument, child, children, isTrue, missingNode, type Node, readText } from '../document.ts'
import { compareSunsets, judgeRemoval } from '../lifecycle.ts'
import { readDefault } from '../schema/check-values.ts'
import { compareValues, findValueSchema, isSentAsText, oneSchema } from './content.ts'
import { itemChild, type Operation, type ReportScope, templateNames } from './operation.ts'
import { describeWire, isPlain, isSameWire, viewSchemaNode } from './wire.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly isRequired: boolean
  readonly at: Node
}

const body = new Set(['body', 'formData'])

/**
 * The parameters of an operation, those of its path item included, by what they are on the wire: a parameter of a path
 * by its position, a header in any case. What 2.0 has in the body is not among them.
 */
export function readParameters(operation: Operation, api: ApiDocument): ReadonlyMap<string, Parameter> {
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

/** Both paths have the same places for parameters, described or not. */
export function compareParameters(before: Operation, after: Operation, scope: ReportScope): void {
  const [base, head] = [readParameters(before, scope.base), readParameters(after, scope.head)]
  for (const [key, parameter] of base) {
    const other = head.get(key)
    if (other) compareParameter(parameter, other, scope)
    else if (parameter.in !== 'path') reportRemoved(parameter, after, scope)
  }
  for (const [key, { name, in: place, isRequired, at }] of head) {
    if (!isRequired || place === 'path' || base.has(key)) continue
    const message = `the ${place} parameter \`${name}\` is new and required`
    scope.report('breaking-parameter-added', message, before.at, at)
  }
}

function reportRemoved(
  { name, in: place, at }: Parameter,
  after: Operation,
  { notice, report }: ReportScope,
): void {
  const removal = judgeRemoval(at, notice)
  const what = `the ${place} parameter \`${name}\` was removed`
  const gone = missingNode(after.at, 'parameters', place, name)
  const lacking = `${what} and was not deprecated, which the policy asks for ${notice.days} days ahead`
  if (removal.kind === 'unannounced' && notice.days > 0)
    report('breaking-parameter-removed-before-sunset', lacking, at, gone)
  else if (removal.kind === 'unannounced') report('breaking-parameter-removed', what, at, gone)
  if (removal.kind === 'undated')
    report('breaking-parameter-removed', `${what}; it was deprecated without a date`, at, gone)
  if (removal.kind === 'early')
    report('breaking-parameter-removed-before-sunset', `${what}, ${removal.why}`, at, gone)
}

function compareParameter(before: Parameter, after: Parameter, scope: ReportScope): void {
  const what = `the ${after.in} parameter \`${after.name}\``
  if (after.isRequired && !before.isRequired)
    scope.report('breaking-parameter-became-required', `${what} is now required`, before.at, after.at)
  if (!after.isRequired && !before.isRequired) compareDefaults(before.at, after.at, what, scope)
  compareSunsets(before.at, after.at, what, scope)
  compareWire(before, after, what, scope)
  if (becameList(before, after, scope)) compareItems(before, after, what, scope)
  else compareValues(before.at, after.at, 'request', what, scope)
}

/** Sent as text, 20 has no quotes. */
function plain(text = 'none'): string {
  return text.replace(/^"([\w.+-]+)"$/, '$1')
}

function compareDefaults(before: Node, after: Node, what: string, { base, head, report }: ReportScope): void {
  const isText = isSentAsText(before, base) && isSentAsText(after, head)
  const [some, other] = [
    readDefault(viewSchemaNode(before, base), { isText }),
    readDefault(viewSchemaNode(after, head), { isText }),
  ]
  if (some === other) return
  const message = `the default of ${what} was ${plain(some)} and is now ${plain(other)}`
  report('breaking-parameter-default-changed', message, before, after)
}

/** A value that is written otherwise is not understood. */
export function compareStyle(before: Parameter, after: Parameter, what: string, scope: ReportScope): void {
  const { base, head, report } = scope
  const [some, other] = [describeWire(before.in, before.at, base), describeWire(after.in, after.at, head)]
  if (isSameWire(some, other, isPlain(before.at, base) || isPlain(after.at, head))) return
  const message = `${what} was sent as ${some} and is now ${other}`
  report('breaking-parameter-style-changed', message, before.at, after.at)
}

function compareWire(before: Parameter, after: Parameter, what: string, scope: ReportScope): void {
  const style = (change: string) =>
    scope.report('breaking-parameter-style-changed', `${what} ${change}`, before.at, after.at)
  compareStyle(before, after, what, scope)
  if (isTrue(before.at, 'allowReserved') && !isTrue(after.at, 'allowReserved'))
    style('may no longer have reserved characters that are not encoded')
  if (isTrue(before.at, 'allowEmptyValue') && !isTrue(after.at, 'allowEmptyValue'))
    style('can no longer be sent without a value')
}

/** `?a=1` is also a list of one, if a list is sent by repeating the name. */
function becameList(before: Parameter, after: Parameter, scope: ReportScope): boolean {
  return (
    isPlain(before.at, scope.base) &&
    viewSchemaNode(after.at, scope.head).types?.has('array') === true &&
    describeWire(after.in, after.at, scope.head) === 'form, explode'
  )
}

function compareItems(before: Parameter, after: Parameter, what: string, scope: ReportScope): void {
  const own = findValueSchema(after.at, scope.head)
  const items = oneSchema(viewSchemaNode(after.at, scope.head).inner('items')) ?? {
    value: {},
    path: own.path,
  }
  const use = { direction: 'request', isText: true, isXml: false } as const
  scope.compare(findValueSchema(before.at, scope.base), items, use, what)
}
