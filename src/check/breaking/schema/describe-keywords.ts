import type { Path } from '../../../core/model/location.ts'
import type { ChangeKind } from '../api-change.ts'
import type { ApiDocument, Node, Nodes } from '../document.ts'
import { describeAnnouncement } from '../lifecycle.ts'
import { renderJson } from '../numbers.ts'
import type { SchemaTopic } from '../rules/rows.ts'
import { isRewritten } from './check-types.ts'
import { refuses } from './compare.ts'
import { limits } from './limits.ts'
import { canonical, isAnything } from './schema-node.ts'
import { listedValues, type SchemaView } from './schema-view.ts'
import type { VariantSide } from './variants.ts'

/** Whether a breaking change reports what is about a topic at a place. */
export type IsReported = (topic: SchemaTopic, oldPath: Path, newPath: Path) => boolean

/** Two versions of a schema, each by all that describes it; the name is empty for a component, else `property \`a.b\``. */
export interface SchemaPlace {
  readonly oldNodes: Nodes
  readonly newNodes: Nodes
  readonly name: string
  /** The operation that has it, or the schema. */
  readonly part: string
}

/** All that a version says, to look up what a place holds. */
export interface PlaceSide extends VariantSide {
  readonly api: ApiDocument
}

/** Two versions of a place, without the components that are places of their own. */
export interface ViewedPlace extends SchemaPlace {
  readonly oldView: SchemaView
  readonly newView: SchemaView
  /** With these components. */
  readonly viewWhole: () => readonly [oldView: SchemaView, newView: SchemaView]
  /** The properties of the alternatives. */
  readonly offered: () => readonly [oldNames: ReadonlySet<string>, newNames: ReadonlySet<string>]
  /** Whether discriminators say something else, and not only in other words. */
  readonly isOtherDiscriminator: () => boolean
  readonly sides: Readonly<Record<'old' | 'new', PlaceSide>>
  readonly isReported: IsReported
  readonly report: (
    kind: ChangeKind,
    topic: SchemaTopic | 'name' | 'text',
    message: string,
    at?: readonly [oldNode: Node, newNode: Node],
  ) => void
}

type ChangeSentence = (kind: ChangeKind, topic: SchemaTopic | 'text', words: string) => void

/** `the limit was raised`, of a component itself; `property \`a\`: …` within one. */
export function withSubject(name: string, words: string): string {
  return name === '' ? words : `${name}: ${words}`
}

/** Reports what the keywords of a schema say otherwise, in the words of any version. */
export function compareKeywords(place: ViewedPlace): void {
  const { oldView, newView, name, report } = place
  const change: ChangeSentence = (kind, topic, words) => report(kind, topic, withSubject(name, words))
  const compare = (topic: SchemaTopic, keyword: string, read: (view: SchemaView) => unknown) =>
    compareWord(topic, keyword, read(oldView), read(newView), change)
  const areRewritten = isRewritten(oldView, newView)
  compareTypes(place, change)
  if (!areRewritten) compare('type', 'format', ({ formats }) => joinSorted(formats))
  compare('pattern', 'pattern', ({ patterns }) => joinSorted(patterns))
  compare('default', 'default', ({ first }) => first('default'))
  compareValues(oldView, newView, change)
  for (const { keyword } of limits) compare('limit', keyword, (view) => readLimit(view, keyword))
  compare('limit', 'multipleOf', ({ multipleOf }) => multipleOf || undefined)
  const isReworded = (keyword: string) =>
    keyword === 'discriminator' ? !place.isOtherDiscriminator() : areRewritten && /^content/.test(keyword)
  for (const keyword of otherKeywords)
    if (!isReworded(keyword)) compareOther(keyword, oldView, newView, change)
  for (const keyword of ['readOnly', 'writeOnly', 'uniqueItems']) {
    const [oldFlag, newFlag] = [oldView.has(keyword, true), newView.has(keyword, true)]
    if (oldFlag !== newFlag)
      change('changed', 'access', newFlag ? `is now ${keyword}` : `is no longer ${keyword}`)
  }
  const announcement = describeAnnouncement(oldView.first, newView.first)
  if (announcement) change('changed', 'lifecycle', announcement)
  compare('lifecycle', 'x-stability-level', ({ first }) => first('x-stability-level'))
  const [oldClosed, newClosed] = [oldView, newView].map((view) => refuses(view.inner('additionalProperties')))
  if (oldClosed !== newClosed)
    change(
      'changed',
      'closed',
      newClosed ? 'other properties are no longer valid' : 'other properties are valid now',
    )
  for (const keyword of ['title', 'description', '$comment', 'example', 'examples', 'externalDocs'])
    if (joinTexts(oldView, keyword) !== joinTexts(newView, keyword))
      change('changed', 'text', `${keyword} changed`)
}

/** Those of all parts: which of them is shown depends on the reader. */
function joinTexts(view: SchemaView, keyword: string): string {
  return [...new Set(view.inner(keyword).map(({ value }) => canonical(value)))].sort().join()
}

/** Those of which it is told what differs within. */
export const innerKeywords = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]

/** Keywords whose values are not told: that they came, went or are others is. */
const otherKeywords = [
  ...innerKeywords,
  ...['additionalItems', 'dependentRequired', 'dependencies', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema', 'discriminator', 'xml'],
]

/** Those that say nothing with a schema that takes anything. */
const open = new Set(['items', 'additionalItems', 'additionalProperties', 'propertyNames', 'contentSchema'])

function joinSorted(texts: ReadonlySet<string>): string | undefined {
  return texts.size === 0 ? undefined : [...texts].sort().join(' and ')
}

/** A length of at least 0 is none. */
function readLimit({ limits }: SchemaView, keyword: string): unknown {
  const bound = limits.get(keyword)
  return bound === 0 && /^min(?:Length|Items|Properties)$/.test(keyword) ? undefined : bound
}

function compareTypes(
  { oldView: oldRest, newView: newRest, viewWhole }: ViewedPlace,
  change: ChangeSentence,
): void {
  if (renderTypes(oldRest) === renderTypes(newRest) && oldRest.isNullable === newRest.isNullable) return
  const [oldView, newView] = viewWhole()
  const [oldText, newText] = [renderTypes(oldView), renderTypes(newView)]
  const [wasNull, isNullNow] = [oldView, newView].map(({ isNullable }) => isNullable === true)
  // The type is that of the values, said or not.
  const areListed = [oldView, newView].every((view) => listedValues(view) !== undefined)
  const isUnsaid = oldView.types === undefined || newView.types === undefined
  const areChoices = [oldView, newView].some(({ types, choices }) => !types && choices.length > 0)
  if (oldText !== newText && !(areListed && isUnsaid) && !areChoices)
    change('changed', 'type', `the type was ${oldText} and is now ${newText}`)
  else if (wasNull !== isNullNow && isUnsaid)
    change('changed', 'type', isNullNow ? 'null is valid now' : 'null is no longer valid')
}

function renderTypes({ types, isNullable }: SchemaView): string {
  if (types === undefined) return 'any'
  return [...[...types].sort(), ...(isNullable ? ['null'] : [])].join(' or ') || 'none'
}

function compareWord(
  topic: SchemaTopic,
  keyword: string,
  oldValue: unknown,
  newValue: unknown,
  change: ChangeSentence,
): void {
  const [oldText, newText] = [renderJson(oldValue), renderJson(newValue)]
  if (oldText === newText) return
  if (oldValue === undefined) change('added', topic, `the ${keyword} ${newText} was added`)
  else if (newValue === undefined) change('removed', topic, `the ${keyword} ${oldText} was removed`)
  else change('changed', topic, `the ${keyword} was ${oldText} and is now ${newText}`)
}

function compareValues(oldView: SchemaView, newView: SchemaView, change: ChangeSentence): void {
  const [oldValues, newValues] = [listedValues(oldView), listedValues(newView)]
  if (oldValues && newValues) compareLists(oldValues, newValues, '', change)
  else if (newValues)
    change(
      'added',
      'values',
      `only ${renderValues(newValues)} ${newValues.length === 1 ? 'is' : 'are'} valid now`,
    )
  else if (oldValues) change('removed', 'values', 'any value is valid now, not only those listed')
  const [oldKnown, newKnown] = [oldView, newView].map(({ first }) => first('x-extensible-enum'))
  if (Array.isArray(oldKnown) || Array.isArray(newKnown))
    compareLists([oldKnown ?? []].flat(), [newKnown ?? []].flat(), ' in x-extensible-enum', change)
}

function compareLists(
  oldValues: readonly unknown[],
  newValues: readonly unknown[],
  where: string,
  change: ChangeSentence,
): void {
  const tell = (kind: 'added' | 'removed', values: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map(canonical))
    const own = values.filter((value) => !known.has(canonical(value)))
    const [noun, verb] = own.length === 1 ? ['value', 'was'] : ['values', 'were']
    if (own.length > 0) change(kind, 'values', `the ${noun} ${renderValues(own)}${where} ${verb} ${kind}`)
  }
  tell('added', newValues, oldValues)
  tell('removed', oldValues, newValues)
}

function renderValues(values: readonly unknown[]): string {
  return values.map((value) => `\`${renderJson(value).replace(/^"(.*)"$/, '$1')}\``).join(', ')
}

/** A schema that both sides have is compared itself, and whether other properties are valid is told otherwise. */
function compareOther(
  keyword: string,
  oldView: SchemaView,
  newView: SchemaView,
  change: ChangeSentence,
): void {
  const listValues = (view: SchemaView) =>
    view
      .inner(keyword)
      .map(({ value }) => value)
      .filter((value) => !(open.has(keyword) && isAnything(value)))
  const [oldValues, newValues] = [listValues(oldView), listValues(newView)]
  const isClosed = keyword === 'additionalProperties' && [...oldValues, ...newValues].includes(false)
  const areInner = innerKeywords.includes(keyword) && oldValues.length > 0 && newValues.length > 0
  if (isClosed || areInner || canonical(oldValues) === canonical(newValues)) return
  if (oldValues.length === 0) change('added', 'other', `\`${keyword}\` was added`)
  else if (newValues.length === 0) change('removed', 'other', `\`${keyword}\` was removed`)
  else change('changed', 'other', `\`${keyword}\` changed`)
}
