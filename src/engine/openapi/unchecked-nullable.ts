import { getChild } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { printCount } from '../print.ts'
import type { EngineIssue } from '../rule.ts'
import { uncheckedNullable } from './document-rules.ts'
import { findPart, type ReferencedFiles, splitFile } from './files.ts'
import { detectFormats } from './formats.ts'
import { collectParts } from './parts.ts'

/**
 * A hint for all schemas together that have `nullable` where the version has no such keyword: at one of them. A dialect of
 * the document's own may have it.
 */
export function findNullableIssues(document: SourceDocument, files: ReferencedFiles): EngineIssue[] {
  const root = document.value
  const formats = detectFormats(root)
  const isKeyword = !formats.has('oas3.1') && !formats.has('oas3.2')
  if (isKeyword || getChild(root, 'jsonSchemaDialect') !== undefined) return []
  if (![document, ...files.documents.values()].some(({ text }) => text.includes('nullable'))) return []
  const schemas = collectParts({ root, files }, 'schema').filter(({ value }) => value.nullable === true)
  const last = schemas.at(-1)
  if (!last) return []
  const { name: file, path } = splitFile([...last.path(), 'nullable'], files)
  const location = findPart(file, document, files).locate(path)
  const others = schemas.length === 1 ? '' : `, here and in ${printCount(schemas.length - 1, 'more schema')}`
  const message = `\`nullable\` says nothing from OpenAPI 3.1 on${others}`
  return [{ rule: uncheckedNullable, message, path, location, file }]
}
