import type { Node } from '../document.ts'
import type { Compared } from './compare.ts'
import type { SchemaView } from './schema-view.ts'

/** Keywords whose presence restricts; `flips`: a value must not be what they describe. */
const restricting = [
  { keyword: 'contains', flips: false },
  { keyword: 'propertyNames', flips: false },
  { keyword: 'not', flips: true },
  { keyword: 'if', flips: true },
  { keyword: 'then', flips: false },
  { keyword: 'else', flips: false },
  { keyword: 'contentSchema', flips: false },
  { keyword: 'unevaluatedItems', flips: false },
  { keyword: 'unevaluatedProperties', flips: false },
] as const

/** Keywords that hold schemas by name. */
const named = ['patternProperties', 'dependentSchemas'] as const

/** The schemas inside a schema, apart from its properties. */
export function checkInner(compared: Compared): void {
  const { base, head } = compared
  descendAny(compared, 'array', base.inner('items'), head.inner('items'))
  checkAdditional(compared)
  checkPrefix(compared)
  for (const row of restricting)
    checkRestricting(compared, row.keyword, row.flips, base.inner(row.keyword), head.inner(row.keyword))
  for (const keyword of named) checkNamed(compared, keyword)
  checkDependencies(compared)
  checkContent(compared)
}

/** Where one that may hold something does not say what, it allows anything. */
function descendAny(
  { base, head, use, descend }: Compared,
  type: 'array' | 'object',
  before: readonly Node[],
  after: readonly Node[],
): void {
  const orAny = (nodes: readonly Node[], { at, types = new Set([type]) }: SchemaView) =>
    nodes.length === 0 && types.has(type) ? [{ value: use.isText ? plain : anything, path: at.path }] : nodes
  if (before.length + after.length > 0) descend(orAny(before, base), orAny(after, head))
}

const anything = {}

/** What a list can hold that is sent as text. */
const plain = { type: ['string', 'number', 'boolean'] }

function checkAdditional(compared: Compared): void {
  const { base, head, use, report } = compared
  const [before, after] = [base.inner('additionalProperties'), head.inner('additionalProperties')]
  const isRefused = (nodes: readonly Node[]) => nodes.some(({ value }) => value === false)
  if (!isRefused(before) && !isRefused(after)) descendAny(compared, 'object', before, after)
  if (use.direction === 'request' && isRefused(after) && !isRefused(before))
    report('breaking-request-additional-properties-refused', 'may no longer have other properties')
}

function checkPrefix({ base, head, use, report, descend }: Compared): void {
  const [before, after] = [itemsOf(base), itemsOf(head)]
  for (const [index, item] of before.entries()) {
    const other = after[index]
    if (other !== undefined) descend([item], [other])
  }
  const isFewer = use.direction === 'request' ? after.length < before.length : after.length > before.length
  if (!isFewer) return
  const message = `had ${before.length} items by position and now has ${after.length}`
  report(`breaking-${use.direction}-constraint-changed`, message)
}

function itemsOf(view: SchemaView): readonly Node[] {
  return view
    .inner('prefixItems')
    .flatMap(({ value, path }) =>
      Array.isArray(value)
        ? value.map((item: unknown, index) => ({ value: item, path: [...path, index] }))
        : [],
    )
}

function checkRestricting(
  { within, allowed, use, report, descend }: Compared,
  keyword: string,
  flips: boolean,
  before: readonly Node[],
  after: readonly Node[],
): void {
  const [restricted] = use.direction === 'request' ? [after, before] : [before, after]
  if (before.length > 0 && after.length > 0) {
    const other = use.direction === 'request' ? 'response' : 'request'
    descend(before, after, flips ? { ...use, direction: other } : use)
  } else if (restricted.length > 0 && within !== allowed) {
    const what = use.direction === 'request' ? 'is now also restricted by' : 'is no longer restricted by'
    report(`breaking-${use.direction}-constraint-changed`, `${what} ${keyword}`)
  }
}

function checkNamed(compared: Compared, keyword: string): void {
  const [before, after] = [namedOf(compared.base, keyword), namedOf(compared.head, keyword)]
  for (const name of new Set([...before.keys(), ...after.keys()]))
    checkRestricting(compared, `${keyword} \`${name}\``, false, before.get(name) ?? [], after.get(name) ?? [])
}

function namedOf(view: SchemaView, keyword: string): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, readonly Node[]>()
  for (const { value, path } of view.inner(keyword))
    for (const [name, inner] of Object.entries(Object(value)))
      found.set(name, [...(found.get(name) ?? []), { value: inner, path: [...path, name] }])
  return found
}

function checkDependencies({ base, head, within, allowed, use, report }: Compared): void {
  const [some, all] = [dependenciesOf(within), dependenciesOf(allowed)]
  for (const [name, wanted] of all) {
    if ([...wanted].every((each) => some.get(name)?.has(each))) continue
    const [before, after] = [base, head].map(
      (view) => [...(dependenciesOf(view).get(name) ?? [])].join(', ') || 'nothing',
    )
    const message = `with \`${name}\` required ${before} and now requires ${after}`
    report(`breaking-${use.direction}-constraint-changed`, message)
  }
}

function dependenciesOf(view: SchemaView): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const { value } of view.inner('dependentRequired'))
    for (const [name, list] of Object.entries(Object(value)))
      found.set(name, new Set([...(found.get(name) ?? []), ...(Array.isArray(list) ? list.map(String) : [])]))
  return found
}

function checkContent({ base, head, use, report }: Compared): void {
  for (const keyword of ['contentEncoding', 'contentMediaType']) {
    const [before, after] = [base.first(keyword) ?? 'none', head.first(keyword) ?? 'none']
    if (before === after) continue
    const message = `had ${keyword} ${String(before)} and now has ${String(after)}`
    report(`breaking-${use.direction}-encoding-changed`, message)
  }
}
