import { isTrue, missingNode, type Node, type Nodes, ownChild } from '../document.ts'
import { judgeRemoval } from '../lifecycle.ts'
import { matches } from './check-patterns.ts'
import { readDefault } from './check-values.ts'
import { type Compared, passesOver, refuses, reportRestricted } from './compare.ts'
import { groupByName, isAnything } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

type IsSent = (nodes: Nodes | undefined, view: SchemaView) => boolean

/** The properties of an object that go in the direction of the use: a server sets what is read-only. */
export function checkProperties(compared: Compared): void {
  const { oldView, newView, use, judgedAs } = compared
  const hidden = judgedAs === 'request' ? 'readOnly' : 'writeOnly'
  // A condition, or what excludes an alternative, is not sent itself: there, the direction is not that of what is.
  const isAsked = use.isExact === true || use.variance === 'opposite'
  const isSent: IsSent = (nodes, view) => nodes !== undefined && (isAsked || !view.isMarked(nodes, hidden))
  for (const [name, oldNodes] of oldView.properties)
    if (isSent(oldNodes, oldView)) checkProperty(compared, name, oldNodes, isSent)
  for (const [name, newNodes] of newView.properties)
    if (!oldView.properties.has(name) && isSent(newNodes, newView)) checkNewProperty(compared, name, newNodes)
  if (judgedAs === 'response') checkOptional(compared, isSent)
  else
    for (const name of newView.required)
      if (!wasSent(oldView, name, isSent)) checkRequired(compared, name, isSent)
}

/** One and the same, so that what is compared with it is compared once. */
const anything = {}

const closing = ['additionalProperties', 'unevaluatedProperties']

function checkNewProperty(compared: Compared, name: string, newNodes: Nodes): void {
  const { oldView, newView, use, judgedAs, descend } = compared
  if (judgedAs === 'response' && !passesOver(compared) && forbids(oldView, name))
    reportRestricted(compared, `what refused the property \`${name}\``)
  const others = listOtherSchemas(oldView, name)
  const isOpen = use.isOpen === true && !closing.some((keyword) => oldView.has(keyword, false))
  // What is required is sent, and may have been anything.
  const isAny = others.length === 0 && (isOpen || oldView.required.has(name))
  const oldNodes = isAny ? [{ ...missingNode(oldView.at, 'properties', name), value: anything }] : others
  descend(oldNodes, [...newNodes, ...listAdditional(newView, name)])
}

/** Whether all requests had the property: those without what is read-only were valid. */
function wasSent(oldView: SchemaView, name: string, isSent: IsSent): boolean {
  const described = oldView.properties.get(name)
  return oldView.required.has(name) && (described === undefined || isSent(described, oldView))
}

function checkProperty(compared: Compared, name: string, oldNodes: Nodes, isSent: IsSent): void {
  const { oldView, newView, judgedAs, descend } = compared
  const newNodes = newView.properties.get(name)
  const matching = patternProperties(newView, name)
  if (judgedAs === 'request' && forbids(newView, name) && newNodes !== undefined && !forbids(oldView, name))
    checkRemoved(compared, name, oldNodes)
  else if (newNodes && isSent(newNodes, newView)) {
    checkDefault(compared, name, oldNodes, newNodes)
    descend(...withOthers(compared, name, oldNodes, newNodes))
  } else if (newNodes && judgedAs === 'request') checkReadOnly(compared, name, oldNodes, newNodes)
  else if (newNodes === undefined && matching.length > 0) descend(oldNodes, matching)
  else if (
    judgedAs === 'response' ||
    (newNodes === undefined && (newView.types !== undefined || forbids(newView, name)))
  )
    checkRemoved(compared, name, oldNodes)
  if (newNodes === undefined && judgedAs === 'request' && matching.length === 0)
    descend(oldNodes, listOtherSchemas(newView, name))
}

/** Until 3.0, `readOnly` beside a reference did not count, and was meant. */
function checkReadOnly({ report }: Compared, name: string, oldNodes: Nodes, newNodes: Nodes): void {
  if (oldNodes.some((node) => isTrue(node, 'readOnly'))) return
  const message = `now has the property \`${name}\` as readOnly`
  report('breaking-request-property-became-read-only', message, { old: oldNodes[0], new: newNodes[0] })
}

/** Who leaves a property out means its default. One that was not there before may say what the API did all along. */
function checkDefault(
  { oldView, newView, use, judgedAs, look, report }: Compared,
  name: string,
  oldNodes: Nodes,
  newNodes: Nodes,
): void {
  const isRequest = judgedAs === 'request'
  if (use.variance === 'opposite') return
  if (newView.required.has(name) || (isRequest && oldView.required.has(name))) return
  const oldDefault = readDefault(look.old(oldNodes), use)
  const newDefault = readDefault(look.new(newNodes), use)
  if (oldDefault === newDefault || (oldDefault === undefined && !isRequest)) return
  const at = { old: oldNodes[0], new: newNodes[0] }
  const had = oldDefault === undefined ? 'no default' : `the default ${oldDefault}`
  const message = `had ${had} for the property \`${name}\` and now has ${newDefault ?? 'none'}`
  if (oldDefault === undefined) report('breaking-request-default-added', message, at)
  else report(`breaking-${judgedAs}-default-changed`, message, at)
}

/**
 * A pattern that only one side has is about the properties that it matches, too. Where others were allowed, that it is new
 * is reported anyway.
 */
function withOthers(
  { oldView, newView, within }: Compared,
  name: string,
  oldNodes: Nodes,
  newNodes: Nodes,
): [oldNodes: Nodes, newNodes: Nodes] {
  const isClosed = refuses(within.inner('additionalProperties'))
  const list = (own: SchemaView, opposite: SchemaView) => [
    ...listAdditional(own, name),
    ...(isClosed ? listOwnPatterns(own, opposite, name, own !== within) : []),
  ]
  return [
    [...oldNodes, ...list(oldView, newView)],
    [...newNodes, ...list(newView, oldView)],
  ]
}

function checkRequired({ oldView, newView, report }: Compared, name: string, isSent: IsSent): void {
  const [oldNodes, newNodes] = [oldView.properties.get(name), newView.properties.get(name)]
  if (newNodes !== undefined && !isSent(newNodes, newView)) return
  const at = { old: oldNodes?.[0], new: newNodes?.[0] ?? missingNode(newView.at, 'properties', name) }
  if (oldNodes === undefined)
    report('breaking-request-property-added', `has the new required property \`${name}\``, at)
  else report('breaking-request-property-became-required', `now requires the property \`${name}\``, at)
}

/** Checks what is removed, as far as it was described, is reported as such. */
function checkOptional({ oldView, newView, report }: Compared, isSent: IsSent): void {
  for (const name of oldView.required) {
    const [oldNodes, newNodes] = [oldView.properties.get(name), newView.properties.get(name)]
    const isGone =
      oldNodes !== undefined &&
      (newNodes ? !isSent(newNodes, newView) : patternProperties(newView, name).length === 0)
    const isStill = newView.required.has(name) && (newNodes === undefined || isSent(newNodes, newView))
    if (isStill || isGone || (oldNodes !== undefined && !isSent(oldNodes, oldView))) continue
    const at = { old: oldNodes?.[0], new: newNodes?.[0] ?? missingNode(newView.at, 'properties', name) }
    report('breaking-response-property-became-optional', `may now lack the property \`${name}\``, at)
  }
}

/** A property may not go on a day of its own: how early that is announced depends on operations, and many share a schema. */
function checkRemoved(
  { oldView, newView, judgedAs, today, report }: Compared,
  name: string,
  oldNodes: Nodes,
): void {
  const removals = oldNodes.map((node) => judgeRemoval(node, { today, days: 0 }))
  const [why = ''] = removals.flatMap((removal) => (removal.kind === 'early' ? ` ${removal.why}` : []))
  const newNodes = newView.properties.get(name)?.[0] ?? missingNode(newView.at, 'properties', name)
  const at = { old: oldNodes[0], new: newNodes }
  const message = `no longer has the property \`${name}\`${why && `,${why}`}`
  if (judgedAs === 'request') {
    const isRefused = closing.some((keyword) => newView.has(keyword, false))
    report(isRefused ? 'breaking-request-property-refused' : 'breaking-request-property-removed', message, at)
  } else if (oldView.required.has(name)) report('breaking-response-property-removed', message, at)
  else report('breaking-response-optional-property-removed', message, at)
}

/** Lists what a property has to be that has no schema by its name. */
function listOtherSchemas(view: SchemaView, name: string): Nodes {
  const matching = patternProperties(view, name)
  const isEvaluated = matching.length + view.inner('additionalProperties').length > 0
  return [
    ...matching,
    ...(isEvaluated ? listAdditional(view, name) : view.inner('unevaluatedProperties').filter(isTelling)),
  ]
}

/** What parts say of a property that they do not describe: `additionalProperties` knows only what is beside it. */
function listAdditional({ parts }: SchemaView, name: string): Nodes {
  return parts.flatMap((part) => {
    const rest = ownChild(part, 'additionalProperties')
    return rest && isTelling(rest) && !isDescribed(part, name) ? [rest] : []
  })
}

function isDescribed(part: Node, name: string): boolean {
  const isOwn = Object.hasOwn(Object(ownChild(part, 'properties')?.value), name)
  return isOwn || listPatterns(part, name).length > 0
}

/** Whether others may be there at all is another question. */
function isTelling({ value }: Node): boolean {
  return value !== false && !isAnything(value)
}

/**
 * Whether a part refuses what others describe: `additionalProperties` knows only what is beside it, and within an allOf
 * `unevaluatedProperties` knows no more than the part itself.
 */
export function forbids({ parts }: SchemaView, name: string): boolean {
  return parts.some(
    (part, index) =>
      (ownChild(part, 'additionalProperties')?.value === false ||
        (index > 0 && ownChild(part, 'unevaluatedProperties')?.value === false)) &&
      !isDescribed(part, name),
  )
}

function patternProperties(view: SchemaView, name: string): Nodes {
  return view.parts.flatMap((part) => listPatterns(part, name))
}

/** Lists what only this side says of a property by a pattern; `ifUnknown`: by one, too, that may match it. */
function listOwnPatterns(view: SchemaView, opposite: SchemaView, name: string, ifUnknown: boolean): Nodes {
  const known = groupByName(opposite.inner('patternProperties'))
  const found = view.parts.flatMap((part) => listPatterns(part, name, ifUnknown))
  return found.filter(({ path }) => !known.has(String(path.at(-1))))
}

function listPatterns({ value, path }: Node, name: string, ifUnknown = false): Nodes {
  const patterns: unknown = Reflect.get(Object(value), 'patternProperties')
  if (typeof patterns !== 'object' || patterns === null) return []
  return Object.entries(patterns).flatMap(([pattern, inner]) =>
    (matches(pattern, name) ?? ifUnknown)
      ? [{ value: inner, path: [...path, 'patternProperties', pattern] }]
      : [],
  )
}
