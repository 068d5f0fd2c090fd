import { additionalOperations, isHttpMethod } from '../model/http-methods.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { uncheckedOperation, uncheckedSiblings } from './document-rules.ts'
import { formatsOf } from './formats.ts'
import { findReferences, type Reference } from './functions/owasp/parts.ts'
import { refPlaces } from './ref-places.ts'
import { allValues, partNamed, type ReferencedFiles, splitFile } from './referenced-files.ts'
import { hasSiblings, type Refs } from './refs.ts'
import type { EngineIssue, Rule } from './rule.ts'

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
  const references = findReferences({ root, files }).filter(
    ({ value }) => hasSiblings(value) && resolve(value) !== undefined,
  )
  const found = references.map((reference) => ({ reference, ...siblingsBeside(reference, root) }))
  const issueAt = (rule: Rule, { path }: Reference, key: string, message: string): EngineIssue => {
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

interface Siblings {
  readonly operations: readonly string[]
  readonly keywords: readonly string[]
}

/** Before OpenAPI 3.1 what is beside the `$ref` of a schema is ignored; since then, beside others all but a summary and a description. */
function siblingsBeside({ value, slot: { kind, many } }: Reference, root: unknown): Siblings {
  const keys = Object.keys(value).filter((key) => key !== '$ref')
  const leadsToOperations =
    kind === 'document' || kind === 'operation' || kind === 'callback' || (kind === 'pathItem' && many)
  if (leadsToOperations) return { operations: keys.filter((key) => !key.startsWith('x-')), keywords: [] }
  if (kind === 'pathItem') {
    const isOperation = (key: string) => isHttpMethod(key) || key === additionalOperations
    return { operations: keys.filter(isOperation), keywords: keys.filter((key) => !isOperation(key)) }
  }
  if (many || kind === 'components') return { operations: [], keywords: keys }
  const formats = formatsOf(root)
  const isRead = formats.has('oas3.1') || formats.has('oas3.2')
  if (!isRead) return { operations: [], keywords: [] }
  return {
    operations: [],
    keywords: kind === 'schema' ? keys : keys.filter((key) => key === 'summary' || key === 'description'),
  }
}
