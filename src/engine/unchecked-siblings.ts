import { additionalOperations, isHttpMethod } from '../model/http-methods.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { uncheckedOperation, uncheckedSiblings } from './document-rules.ts'
import { isInData } from './file-reference.ts'
import { formatsOf } from './formats.ts'
import { findReferences, type Reference } from './functions/owasp/parts.ts'
import type { Slot } from './functions/owasp/shape.ts'
import { pathOfPlace, type RefPlace, refPlaces, upTo } from './ref-places.ts'
import { allValues, partNamed, type ReferencedFiles, splitFile } from './referenced-files.ts'
import { hasSiblings, type Refs } from './refs.ts'
import type { EngineIssue, Rule } from './rule.ts'

/** A `$ref` with siblings. `slot` is undefined where the specification has no place for a reference, as in `info`. */
interface Crowded extends Pick<Reference, 'value' | 'path'> {
  readonly slot: Slot | undefined
}

/**
 * What means something beside a `$ref`, though rules are led past it to the target: an error for each operation, one hint
 * for all keywords. Siblings that the document's version ignores are not among them.
 */
export function uncheckedIssues(
  document: SourceDocument,
  files: ReferencedFiles,
  readRefs: () => Refs,
): EngineIssue[] {
  const root = document.value
  if (!allValues(root, files).some((value) => refPlaces(value).some((place) => hasSiblings(place.value))))
    return []
  const { resolve } = readRefs()
  const references = findReferences({ root, files })
  const isKnown = new Set<object>(references.map(({ value }) => value))
  const misplaced = refPlaces(root).filter((place) => !isKnown.has(place.value) && !isFreeForm(place))
  const found = [...references, ...misplaced.map(toCrowded)]
    .filter(({ value }) => hasSiblings(value) && resolve(value) !== undefined)
    .map((reference) => ({ reference, ...siblingsBeside(reference, root) }))
  const issueAt = (rule: Rule, { path }: Crowded, key: string, message: string): EngineIssue => {
    const { name: file, path: written } = splitFile([...path(), key], files)
    const location = partNamed(file, document, files).locate(written)
    return { rule, message, path: written, location, file }
  }
  const operations = found.flatMap(({ reference, operations }) =>
    operations.map((key) =>
      issueAt(uncheckedOperation, reference, key, `"${key}" is beside a $ref, so no rule checks it`),
    ),
  )
  const others = found.flatMap(({ reference, keywords: [key] }) =>
    key === undefined ? [] : [{ reference, key }],
  )
  const [first] = others
  if (!first) return operations
  const count = others.length === 1 ? 'a $ref' : `${others.length} $refs`
  const message = `keywords beside ${count}, such as "${first.key}", are not checked`
  return [...operations, issueAt(uncheckedSiblings, first.reference, first.key, message)]
}

function toCrowded(place: RefPlace): Crowded {
  return { value: Object(place.value), path: () => pathOfPlace(place), slot: undefined }
}

/** Data, an extension, or one of the objects that may be a reference but hold neither schemas nor parameters. */
function isFreeForm(place: RefPlace): boolean {
  const isExtension = upTo(place).some(({ key }) => String(key).startsWith('x-'))
  return isExtension || isInData(place) || ['examples', 'links'].includes(String(place.parent?.key))
}

interface Siblings {
  readonly operations: readonly string[]
  readonly keywords: readonly string[]
}

/** Before OpenAPI 3.1 what is beside the `$ref` of a schema is ignored; since then, beside others all but a summary and a description. */
function siblingsBeside({ value, slot }: Crowded, root: unknown): Siblings {
  const keys = Object.keys(value).filter((key) => key !== '$ref')
  const isOperation = operationsBeside(slot)
  if (isOperation) {
    const operations = keys.filter(isOperation)
    return { operations, keywords: keys.filter((key) => !operations.includes(key)) }
  }
  if (!slot || slot.many || slot.kind === 'components') return { operations: [], keywords: keys }
  const formats = formatsOf(root)
  const isRead = formats.has('oas3.1') || formats.has('oas3.2')
  const mayOverride = (key: string) => slot.kind === 'schema' || key === 'summary' || key === 'description'
  return { operations: [], keywords: isRead ? keys.filter(mayOverride) : [] }
}

/** Which siblings are operations, or hold them; undefined where none are. */
function operationsBeside(slot: Slot | undefined): ((key: string) => boolean) | undefined {
  if (slot?.kind === 'pathItem' && !slot.many)
    return (key) => isHttpMethod(key) || key === additionalOperations
  const kinds: readonly unknown[] = ['document', 'pathItem', 'operation', 'callback']
  return kinds.includes(slot?.kind) ? (key) => !key.startsWith('x-') : undefined
}
