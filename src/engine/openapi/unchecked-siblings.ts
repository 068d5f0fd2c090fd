import { additionalOperations, isHttpMethod } from '../../core/model/api-part.ts'
import { getChild } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { joinSome, quote } from '../print.ts'
import type { EngineIssue, Rule, RuleFormat } from '../rule.ts'
import { isInData } from './data-places.ts'
import { uncheckedOperation, uncheckedSiblings } from './document-rules.ts'
import { collectValues, findPart, type ReferencedFiles, splitFile } from './files.ts'
import { detectFormats } from './formats.ts'
import { listPartReferences, type PartReference } from './parts.ts'
import { isSameKind, readPlacedReferences } from './placement.ts'
import { isBesideRef, listAncestors, listRefPlaces, type RefPlace, toPath } from './places.ts'
import { hasSiblings, type Refs } from './resolved-view.ts'
import { findSlot, pathItemSlot, type Slot, type SlotKind } from './shape.ts'

/** A `$ref` with siblings. `slot` is undefined where the specification has no place for a reference, as in `info`. */
interface Crowded extends Pick<PartReference, 'value' | 'path'> {
  readonly slot: Slot | undefined
}

/**
 * Keywords beside a `$ref` that rules do not see, because they are led to its target: an error for each operation, and a
 * hint for each `$ref` with other keywords, up to `mostNotes` where these are only notes. Siblings that the document's
 * version ignores are left out.
 */
export function findUncheckedIssues(
  document: SourceDocument,
  files: ReferencedFiles,
  readRefs: () => Refs,
): EngineIssue[] {
  const root = document.value
  const crowded = collectValues(root, files)
    .flatMap(listRefPlaces)
    .filter((place) => hasSiblings(place.value))
  if (crowded.every((place) => isIgnored(place, root)) && (crowded.length === 0 || areInPlace(root, files)))
    return []
  const { resolve } = readRefs()
  const references = listPartReferences({ root, files })
  const isKnown = new Set<object>(references.map(({ value }) => value))
  const misplaced = listRefPlaces(root).filter((place) => !isKnown.has(place.value) && !isFreeForm(place))
  const createSiblingIssue = (rule: Rule, { path }: Crowded, key: string, message: string): EngineIssue => {
    const { name: file, path: written } = splitFile([...path(), key], files)
    const location = findPart(file, document, files).locate(written)
    return { rule, message, path: written, location, file }
  }
  const found = [...references.toReversed(), ...misplaced.map(toCrowded)]
    .filter(({ value }) => hasSiblings(value) && resolve(value) !== undefined)
    .map((reference) => ({ reference, ...findSiblings(reference, root) }))
  const others = found.filter(({ keywords }) => keywords.length > 0)
  const rest = new Set(others.filter(({ keywords }) => keywords.every(isNote)).slice(mostNotes))
  const hint = ({ reference, keywords }: (typeof found)[number], message: string) =>
    createSiblingIssue(uncheckedSiblings, reference, keywords[0] ?? '', message)
  return [
    ...found.flatMap(({ reference, operations }) =>
      operations.map((key) =>
        createSiblingIssue(uncheckedOperation, reference, key, describeKeywords([key])),
      ),
    ),
    ...others
      .filter((sibling) => !rest.has(sibling))
      .map((sibling) => hint(sibling, describeKeywords(sibling.keywords))),
    ...[...rest].slice(0, 1).map((first) => hint(first, describeRest(first.keywords, rest.size))),
  ]
}

/** Whether nothing is to be said of a reference where it is written. */
function isIgnored(place: RefPlace, root: unknown): boolean {
  const slot = findSlot(root, toPath(place))
  if (!slot || isBesideRef(place)) return false
  const { operations, keywords } = findSiblings({ ...toCrowded(place), slot }, root)
  return operations.length + keywords.length === 0
}

/** Whether each reference leads to what is expected where it stands, in one document: then each object is what its place says. */
function areInPlace(root: unknown, files: ReferencedFiles): boolean {
  if (files.documents.size > 0 || getChild(root, 'swagger') !== undefined) return false
  const placed = readPlacedReferences({ root, files }) ?? []
  return placed.every(({ slot, targetSlot }) => isSameKind(slot, targetSlot))
}

/** The most references with only notes for readers that are named; a document may have thousands, and the rest are counted. */
const mostNotes = 100
const mostKeywords = 5
const noteKeys = new Set(
  'title summary description deprecated readOnly writeOnly default example examples externalDocs $comment'.split(
    ' ',
  ),
)

function isNote(key: string): boolean {
  return noteKeys.has(key) || key.startsWith('x-')
}

function describeKeywords(keywords: readonly string[]): string {
  const list = joinSome(keywords, mostKeywords, quote)
  const [is, them] = keywords.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `${list} ${is} beside a \`$ref\`, so no rule checks ${them}`
}

function describeRest(keywords: readonly string[], count: number): string {
  return `Notes such as ${quote(keywords[0] ?? '')} are beside ${count === 1 ? 'one more reference' : `${count} more references`}, so no rule checks them`
}

function toCrowded(place: RefPlace): Crowded {
  const slot = isOldWebhook(place) ? pathItemSlot : undefined
  return { value: Object(place.value), path: () => toPath(place), slot }
}

/** Before OpenAPI 3.1 webhooks are in `x-webhooks`. */
function isOldWebhook({ parent }: RefPlace): boolean {
  return parent?.key === 'x-webhooks' && parent.parent !== undefined && parent.parent.parent === undefined
}

/** Data, an extension, or one of the objects that may be a reference but hold neither schemas nor parameters. */
function isFreeForm(place: RefPlace): boolean {
  const isExtension = listAncestors(place).some(({ key }) => String(key).startsWith('x-'))
  return (
    (isExtension && !isOldWebhook(place)) ||
    isInData(place) ||
    ['examples', 'links'].includes(String(place.parent?.key))
  )
}

interface Siblings {
  readonly operations: readonly string[]
  readonly keywords: readonly string[]
}

/** Before OpenAPI 3.1 what is beside the `$ref` of a schema is ignored; since then, beside others all but a summary and a description. */
function findSiblings({ value, slot }: Crowded, root: unknown): Siblings {
  const keys = Object.keys(value).filter((key) => key !== '$ref')
  const isOperation = matchOperationKeys(slot)
  if (isOperation) {
    const operations = keys.filter(isOperation)
    return { operations, keywords: keys.filter((key) => !operations.includes(key)) }
  }
  const formats = detectFormats(root)
  if (!slot || slot.many || !mayBeReference(slot.kind, formats)) return { operations: [], keywords: keys }
  const isRead = formats.has('oas3.1') || formats.has('oas3.2')
  const mayOverride = (key: string) => slot.kind === 'schema' || key === 'summary' || key === 'description'
  return { operations: [], keywords: isRead ? keys.filter(mayOverride) : [] }
}

/** Whether the specification has a reference in the place of such an object; where not, the `$ref` means nothing. */
function mayBeReference(kind: SlotKind, formats: ReadonlySet<RuleFormat>): boolean {
  if (kind === 'components' || kind === 'encoding') return false
  if (kind === 'mediaType') return formats.has('oas3.2')
  return !(formats.has('oas2') && (kind === 'header' || kind === 'securityScheme'))
}

/** Which siblings are operations, or hold them; undefined where none are. */
function matchOperationKeys(slot: Slot | undefined): ((key: string) => boolean) | undefined {
  if (slot?.kind === 'pathItem' && !slot.many)
    return (key) => isHttpMethod(key) || key === additionalOperations
  const kinds: readonly unknown[] = ['document', 'pathItem', 'operation', 'callback']
  return kinds.includes(slot?.kind) ? (key) => !key.startsWith('x-') : undefined
}
