import { isTrue, missingNode, type Node, type Nodes, ownChild } from '../document.ts'
import { judgeRemoval } from '../lifecycle.ts'
import { readDefault } from './check-values.ts'
import { type Compared, refuses } from './compare.ts'
import { groupByName, isAnything } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

type IsSent = (nodes: Nodes | undefined, view: SchemaView) => boolean

/** The properties of an object that go in the direction of the use: a server sets what is read-only. */
export function checkProperties(compared: Compared): void {
  const { base, head, judgedAs } = compared
  const hidden = judgedAs === 'request' ? 'readOnly' : 'writeOnly'
  const isSent: IsSent = (nodes, view) => nodes !== undefined && !view.isMarked(nodes, hidden)
  for (const [name, before] of base.properties)
    if (isSent(before, base)) checkProperty(compared, name, before, isSent)
  for (const [name, after] of head.properties)
    if (!base.properties.has(name) && isSent(after, head))
      compared.descend(listOtherSchemas(base, name), after)
  if (judgedAs === 'response') checkOptional(compared, isSent)
  else
    for (const name of head.required) if (!wasSent(base, name, isSent)) checkRequired(compared, name, isSent)
}

/** Whether all requests had the property: those without what is read-only were valid. */
function wasSent(base: SchemaView, name: string, isSent: IsSent): boolean {
  const described = base.properties.get(name)
  return base.required.has(name) && (described === undefined || isSent(described, base))
}

function checkProperty(compared: Compared, name: string, before: Nodes, isSent: IsSent): void {
  const { base, head, judgedAs, descend } = compared
  const after = head.properties.get(name)
  const matching = patternProperties(head, name)
  if (judgedAs === 'request' && forbids(head, name) && after !== undefined && !forbids(base, name))
    checkRemoved(compared, name, before)
  else if (after && isSent(after, head)) {
    checkDefault(compared, name, before, after)
    descend(...withPatterns(compared, name, before, after))
  } else if (after && judgedAs === 'request') checkReadOnly(compared, name, before, after)
  else if (after === undefined && matching.length > 0) descend(before, matching)
  else if (judgedAs === 'response' || (after === undefined && head.types !== undefined))
    checkRemoved(compared, name, before)
  if (after === undefined && judgedAs === 'request' && matching.length === 0)
    descend(before, listOtherSchemas(head, name))
}

/** Until 3.0, `readOnly` beside a reference did not count, and was meant. */
function checkReadOnly({ report }: Compared, name: string, before: Nodes, after: Nodes): void {
  if (before.some((node) => isTrue(node, 'readOnly'))) return
  const message = `now has the property \`${name}\` as readOnly`
  report('breaking-request-property-became-read-only', message, only({ base: before[0], head: after[0] }))
}

/** Who leaves a property out means its default. One that was not there before may say what the API did all along. */
function checkDefault(
  { base, head, use, judgedAs, look, report }: Compared,
  name: string,
  before: Nodes,
  after: Nodes,
): void {
  const isRequest = judgedAs === 'request'
  if (use.variance === 'opposite') return
  if (head.required.has(name) || (isRequest && base.required.has(name))) return
  const [some, other] = [readDefault(look.base(before), use), readDefault(look.head(after), use)]
  if (some === other || (some === undefined && !isRequest)) return
  const at = only({ base: before[0], head: after[0] })
  const had = some === undefined ? 'no default' : `the default ${some}`
  const message = `had ${had} for the property \`${name}\` and now has ${other ?? 'none'}`
  if (some === undefined) report('breaking-request-default-added', message, at)
  else report(`breaking-${judgedAs}-default-changed`, message, at)
}

/**
 * A pattern that only one side has is about the properties that it matches, too. Where others were allowed, that it is new
 * is reported anyway.
 */
function withPatterns(
  { base, head, within }: Compared,
  name: string,
  before: Nodes,
  after: Nodes,
): [before: Nodes, after: Nodes] {
  if (!refuses(within.inner('additionalProperties'))) return [before, after]
  const only = (view: SchemaView, other: SchemaView) => listOwnPatterns(view, other, name, view !== within)
  return [
    [...before, ...only(base, head)],
    [...after, ...only(head, base)],
  ]
}

function checkRequired({ base, head, report }: Compared, name: string, isSent: IsSent): void {
  const [before, after] = [base.properties.get(name), head.properties.get(name)]
  if (after !== undefined && !isSent(after, head)) return
  const at = only({ head: after?.[0] ?? missingNode(head.at, 'properties', name), base: before?.[0] })
  if (before === undefined)
    report('breaking-request-property-added', `has the new required property \`${name}\``, at)
  else report('breaking-request-property-became-required', `now requires the property \`${name}\``, at)
}

/** Checks what is removed, as far as it was described, is reported as such. */
function checkOptional({ base, head, report }: Compared, isSent: IsSent): void {
  for (const name of base.required) {
    const [before, after] = [base.properties.get(name), head.properties.get(name)]
    const isGone =
      before !== undefined && (after ? !isSent(after, head) : patternProperties(head, name).length === 0)
    if (head.required.has(name) || isGone || (before !== undefined && !isSent(before, base))) continue
    const at = only({ base: before?.[0], head: after?.[0] ?? missingNode(head.at, 'properties', name) })
    report('breaking-response-property-became-optional', `may now lack the property \`${name}\``, at)
  }
}

/** A property may not go on a day of its own: how early that is announced depends on operations, and many share a schema. */
function checkRemoved({ base, head, judgedAs, today, report }: Compared, name: string, before: Nodes): void {
  const removals = before.map((node) => judgeRemoval(node, { today, days: 0 }))
  const [why = ''] = removals.flatMap((removal) => (removal.kind === 'early' ? ` ${removal.why}` : []))
  const after = head.properties.get(name)?.[0] ?? missingNode(head.at, 'properties', name)
  const at = only({ base: before[0], head: after })
  const message = `no longer has the property \`${name}\`${why && `,${why}`}`
  if (judgedAs === 'request') {
    const isRefused = ['additionalProperties', 'unevaluatedProperties'].some((key) => head.has(key, false))
    report(isRefused ? 'breaking-request-property-refused' : 'breaking-request-property-removed', message, at)
  } else if (base.required.has(name)) report('breaking-response-property-removed', message, at)
  else report('breaking-response-optional-property-removed', message, at)
}

function only(at: { readonly base: Node | undefined; readonly head: Node | undefined }) {
  return { ...(at.base && { base: at.base }), ...(at.head && { head: at.head }) }
}

/** Lists what a property has to be that has no schema by its name. */
function listOtherSchemas(view: SchemaView, name: string): Nodes {
  const matching = patternProperties(view, name)
  return matching.length > 0 ? matching : additional(view)
}

/** Only where it says something: whether others may be there at all is another question. */
function additional(view: SchemaView): Nodes {
  const own = view.inner('additionalProperties')
  const others = own.length > 0 ? own : view.inner('unevaluatedProperties')
  return others.filter(({ value }) => value !== false && !isAnything(value))
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
      !Object.hasOwn(Object(ownChild(part, 'properties')?.value), name) &&
      listPatterns(part, name).length === 0,
  )
}

function patternProperties(view: SchemaView, name: string): Nodes {
  return view.parts.flatMap((part) => listPatterns(part, name))
}

/** Lists what only this side says of a property by a pattern; `ifUnknown`: by one, too, that may match it. */
function listOwnPatterns(view: SchemaView, other: SchemaView, name: string, ifUnknown: boolean): Nodes {
  const known = groupByName(other.inner('patternProperties'))
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

/** Only patterns from outside that no name can keep busy: those without groups, and with two repetitions at most. */
function matches(pattern: string, name: string): boolean | undefined {
  if (pattern.includes('(') || name.length > mostLetters || pattern.split(/[*+?{]/).length > 3)
    return undefined
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return undefined
  }
}

const mostLetters = 200
