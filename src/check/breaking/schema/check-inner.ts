import { type Nodes, ownChild, ownChildren } from '../document.ts'
import { checkConditions } from './check-conditions.ts'
import { mayHaveType } from './check-types.ts'
import {
  type Compared,
  checkRestricting,
  descendOpen,
  passesOver,
  refuses,
  reportRestricted,
} from './compare.ts'
import { canonical, groupByName, isAnything, pairAlike } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

/** With the type of the values that they restrict. */
const restricting = [
  ['propertyNames', 'object'],
  ['contentSchema', 'string'],
  ['unevaluatedItems', 'array'],
  ['unevaluatedProperties', 'object'],
] as const

export function checkInner(compared: Compared): void {
  const { oldView, newView, within } = compared
  if (mayHaveType(within, 'array')) checkItems(compared)
  if (mayHaveType(within, 'object')) checkOthers(compared)
  checkConditions(compared)
  for (const [keyword, type] of restricting) {
    if (!mayHaveType(within, type) || (keyword === 'unevaluatedProperties' && isClosed(compared))) continue
    const isPassedOver = keyword === 'unevaluatedProperties' && passesOver(compared)
    const [oldNodes, newNodes] = [oldView, newView].map((view) =>
      view.inner(keyword).filter(({ value }) => !(isPassedOver && value === false)),
    )
    checkRestricting(compared, keyword, oldNodes ?? [], newNodes ?? [])
  }
  checkRests(compared)
  if (mayHaveType(within, 'array')) checkContains(compared)
}

/** Several of them may each be another item: together, they demand no item that is all of that. */
function checkContains(compared: Compared): void {
  const { oldView, newView, within } = compared
  const [oldNodes, newNodes] = [oldView.inner('contains'), newView.inner('contains')]
  const [oldTexts, newTexts] = [oldView, newView].map(describeContains)
  if (Math.max(oldNodes.length, newNodes.length) > 1 && oldTexts !== newTexts) {
    compared.report('breaking-not-compared', 'cannot be compared: it has several `contains`')
    return
  }
  const pairs: readonly (readonly [Nodes, Nodes])[] =
    within.inner('contains').length < 2
      ? [[oldNodes, newNodes]]
      : pairAlike(oldNodes, newNodes, [({ value }) => canonical(value)]).map(
          ([oldNode, newNode]) => [oldNode ? [oldNode] : [], newNode ? [newNode] : []] as const,
        )
  for (const pair of pairs) {
    checkRestricting(compared, 'contains', ...pair)
    if ([oldView, newView].some(({ limits }) => limits.has('maxContains')))
      compared.descend(...pair, 'opposite')
  }
}

function describeContains({ parts }: SchemaView): string {
  const texts = parts.flatMap(({ value }) => {
    const { contains, minContains, maxContains } = Object(value)
    return contains === undefined ? [] : canonical([contains, minContains, maxContains])
  })
  return texts.sort().join()
}

/** All properties that there may be are named: none of them is left over. That each is still there is another question. */
function isClosed({ within }: Compared): boolean {
  return refuses(within.inner('additionalProperties'))
}

/** Keywords about what others are not about: only about those beside them, or about those inside, too. */
const rests = [
  { keyword: 'additionalProperties', others: ['patternProperties'], looksInside: false },
  {
    keyword: 'unevaluatedProperties',
    others: ['patternProperties', 'additionalProperties'],
    looksInside: true,
  },
  { keyword: 'unevaluatedItems', others: ['items', 'contains'], looksInside: true },
]

/**
 * Keywords that restricted nothing before, as others were about the same values, and do now; the other way
 * round in responses.
 */
function checkRests(compared: Compared): void {
  const { within, allowed, judgedAs, report } = compared
  for (const rest of rests) {
    if (rest.keyword === 'unevaluatedProperties' && isClosed(compared)) continue
    const isPassedOver = passesOver(compared) && rest.keyword !== 'unevaluatedItems'
    const left = listAllowedNames(allowed, rest, isPassedOver)
    if (left === undefined) continue
    const mentioned = rest.looksInside ? undefined : listMentionedNames(allowed.parts, rest.others)
    const lost = (
      listAllowedNames(within, rest, false) ?? listMentionedNames(within.parts, rest.others)
    ).find((allowedName) => !left.includes(allowedName) && mentioned?.includes(allowedName) !== false)
    if (lost === undefined) continue
    const what = judgedAs === 'request' ? 'is now about' : 'was about'
    report(`breaking-${judgedAs}-constraint-changed`, `has ${rest.keyword}, which ${what} its ${lost}`)
  }
}

/** Lists what is left to other keywords by all parts that have this one; undefined if none has. */
function listAllowedNames(
  { parts }: SchemaView,
  { keyword, others, looksInside }: (typeof rests)[number],
  isPassedOver: boolean,
): readonly string[] | undefined {
  const lists = parts.flatMap((part, index) => {
    const value = ownChild(part, keyword)?.value
    if (value === undefined || isAnything(value) || (isPassedOver && value === false)) return []
    return [listMentionedNames(looksInside && index === 0 ? parts : [part], others)]
  })
  return lists.length === 0
    ? undefined
    : lists.reduce((some, more) => some.filter((each) => more.includes(each)))
}

/** The keywords that are there; of patterns, each. */
function listMentionedNames(parts: Nodes, keywords: readonly string[]): readonly string[] {
  return parts.flatMap((part) =>
    keywords.flatMap((keyword) => {
      const value = ownChild(part, keyword)?.value
      if (value === undefined) return []
      return keyword === 'patternProperties'
        ? Object.keys(Object(value)).map((pattern) => `${keyword} \`${pattern}\``)
        : [keyword]
    }),
  )
}

/** A list: first the items that have a schema by their position, then all others. */
function checkItems(compared: Compared): void {
  const { oldView, newView, judgedAs, report } = compared
  const [oldItems, newItems] = [readItems(oldView), readItems(newView)]
  for (let index = 0; index < Math.max(oldItems.first.length, newItems.first.length); index++)
    descendOpen(
      compared,
      'array',
      oldItems.first[index] ?? oldItems.others,
      newItems.first[index] ?? newItems.others,
    )
  descendOpen(compared, 'array', oldItems.others, newItems.others)
  if (judgedAs !== 'request' || newItems.first.length >= oldItems.first.length || refuses(newItems.others))
    return
  const message = `had ${oldItems.first.length} items by position and now has ${newItems.first.length}`
  report('breaking-request-constraint-changed', message)
}

interface Items {
  /** At each position, the schemas of all parts that have one there. */
  readonly first: readonly Nodes[]
  readonly others: Nodes
}

/** What each part says is about all that has no position in the same part. Before 2020-12, `items` was also a list. */
function readItems(view: SchemaView): Items {
  const parts = view.parts.map((part) => {
    const [prefix, items] = [ownChild(part, 'prefixItems'), ownChild(part, 'items')]
    const list = [prefix, items].find((each) => Array.isArray(each?.value))
    const rest = items && list === items ? ownChild(part, 'additionalItems') : items
    return { list: ownChildren(list).map(([, node]) => node), rest: rest ? [rest] : [] }
  })
  const length = Math.max(0, ...parts.map(({ list }) => list.length))
  const at = (index: number) => parts.flatMap(({ list, rest }) => list[index] ?? rest)
  const rests = parts.flatMap(({ rest }) => rest)
  return {
    first: Array.from({ length }, (_, index) => at(index)),
    others: rests.length > 0 || view.inner('contains').length > 0 ? rests : view.inner('unevaluatedItems'),
  }
}

/** Properties that have no schema by their name: those that a pattern describes, and all others. */
function checkOthers(compared: Compared): void {
  const { oldView, newView, judgedAs, report } = compared
  const [oldNodes, newNodes] = [oldView.inner('additionalProperties'), newView.inner('additionalProperties')]
  checkPatterns(compared, oldNodes, newNodes)
  if (!refuses(oldNodes) && !refuses(newNodes)) descendOpen(compared, 'object', oldNodes, newNodes)
  if (judgedAs === 'request' && refuses(newNodes) && !refuses(oldNodes))
    report('breaking-request-additional-properties-refused', 'may no longer have other properties')
  else if (judgedAs === 'response' && !passesOver(compared) && refuses(oldNodes) && !refuses(newNodes))
    reportRestricted(compared, 'additionalProperties')
}

/** A pattern that one side does not have matches properties that are among the others there. */
function checkPatterns(compared: Compared, oldNodes: Nodes, newNodes: Nodes): void {
  const { oldView, newView, judgedAs, report } = compared
  const keyword = 'patternProperties'
  const oldPatterns = groupByName(oldView.inner(keyword))
  const newPatterns = groupByName(newView.inner(keyword))
  if (refuses(judgedAs === 'request' ? oldNodes : newNodes)) checkMeeting(compared, oldPatterns, newPatterns)
  // A name that another pattern lets in may match one that is gone.
  const isElsewhere = [...newPatterns.keys()].some((name) => !oldPatterns.has(name))
  for (const name of new Set([...oldPatterns.keys(), ...newPatterns.keys()])) {
    const [oldSchemas, newSchemas] = [oldPatterns.get(name) ?? [], newPatterns.get(name) ?? []]
    const what = `${keyword} \`${name}\``
    if (newSchemas.length === 0 && judgedAs === 'request' && refuses(newNodes))
      report('breaking-request-constraint-changed', `may no longer have properties that match \`${name}\``)
    else if (
      (newSchemas.length > 0 || !refuses(newNodes) || isElsewhere) &&
      (oldSchemas.length > 0 || !refuses(oldNodes))
    )
      checkRestricting(compared, what, oldSchemas, newSchemas)
    if (newSchemas.length === 0 && !refuses(newNodes)) compared.descend(oldSchemas, newNodes)
    if (oldSchemas.length === 0 && judgedAs === 'response' && !refuses(oldNodes))
      compared.descend(oldNodes, newSchemas)
  }
}

type Patterns = ReadonlyMap<string, Nodes>

/** In a closed object, a pattern that only one side has is also about what it lets in by a pattern that both have. */
function checkMeeting({ judgedAs, descend }: Compared, oldPatterns: Patterns, newPatterns: Patterns): void {
  const isRequest = judgedAs === 'request'
  const [within, allowed] = isRequest ? [oldPatterns, newPatterns] : [newPatterns, oldPatterns]
  for (const [kept, nodes] of within)
    for (const [asked, more] of allowed)
      if (allowed.has(kept) && !within.has(asked) && mayMeet(kept, asked))
        isRequest ? descend(nodes, more) : descend(more, nodes)
}

/** Whether one name may match both patterns: it cannot have two beginnings. */
function mayMeet(pattern: string, other: string): boolean {
  const [some, others] = [findLiteralPrefix(pattern), findLiteralPrefix(other)]
  return some.startsWith(others) || others.startsWith(some)
}

/** The letters with which all names begin that match a pattern, as far as it is plain: `ab` for `^ab.*`. */
function findLiteralPrefix(pattern: string): string {
  return pattern.includes('|') ? '' : (/^\^([\w-]*)(?![*?{\w-])/.exec(pattern)?.[1] ?? '')
}
