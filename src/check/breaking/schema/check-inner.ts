import { type Nodes, ownChild } from '../document.ts'
import { checkConditions, flipped } from './check-conditions.ts'
import { checkItems } from './check-items.ts'
import { checkOthers } from './check-others.ts'
import { type Compared, checkRestricting } from './compare.ts'
import { isAnything } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

const restricting = [
  'contains',
  'propertyNames',
  'contentSchema',
  'unevaluatedItems',
  'unevaluatedProperties',
]

export function checkInner(compared: Compared): void {
  const { base, head } = compared
  checkItems(compared)
  checkOthers(compared)
  checkConditions(compared)
  for (const keyword of restricting) {
    const isPassedOver = keyword === 'unevaluatedProperties' && compared.use.direction === 'response'
    const [before, after] = [base, head].map((view) =>
      view.inner(keyword).filter(({ value }) => !(isPassedOver && value === false)),
    )
    checkRestricting(compared, keyword, before ?? [], after ?? [])
  }
  checkRests(compared)
  const isBounded = [base, head].some(({ limits }) => limits.has('maxContains'))
  if (isBounded) compared.descend(base.inner('contains'), head.inner('contains'), flipped(compared))
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

/** What such a keyword did not restrict, as another one was about it, and does now; the other way round in responses. */
function checkRests({ within, allowed, use, report }: Compared): void {
  for (const rest of rests) {
    // A client passes over properties that it does not know.
    const isPassedOver = use.direction === 'response' && rest.keyword !== 'unevaluatedItems'
    const left = listAllowedNames(allowed, rest, isPassedOver)
    if (left === undefined) continue
    const mentioned = rest.looksInside ? undefined : listMentionedNames(allowed.parts, rest.others)
    const lost = (
      listAllowedNames(within, rest, false) ?? listMentionedNames(within.parts, rest.others)
    ).find((allowedName) => !left.includes(allowedName) && mentioned?.includes(allowedName) !== false)
    if (lost === undefined) continue
    const what = use.direction === 'request' ? 'is now about' : 'was about'
    report(`breaking-${use.direction}-constraint-changed`, `has ${rest.keyword}, which ${what} its ${lost}`)
  }
}

/** What is left to other keywords by all parts that have this one; undefined if none has. */
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
