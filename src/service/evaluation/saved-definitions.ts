import { ParseError, parseDocument } from '../../document/document.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import type { EvaluableApi } from '../store/records.ts'
import type { SourceText } from '../store/source-text.ts'
import type { Workspace } from '../store/workspace.ts'
import { requireOpenApi } from './definition.ts'

const maxKept = 16

/**
 * Reads saved definitions. A file is read each time, so that a change counts at once, and parsed when its content
 * is new. Rejects with what is wrong with the file.
 */
export function createDefinitionReader(workspace: Workspace): (api: EvaluableApi) => Promise<SourceDocument> {
  /** The last used is at the end. */
  const documents = new Map<string, SourceDocument>()
  return async (api) => {
    const source = await workspace.definition(api)
    const content = `${source.format}\n${source.text}`
    const document = documents.get(content) ?? parseSource(source)
    documents.delete(content)
    documents.set(content, document)
    const [oldest] = documents.size > maxKept ? documents.keys() : []
    if (oldest !== undefined) documents.delete(oldest)
    if (api.kind === 'oas') requireOpenApi(document.value)
    return document
  }
}

function parseSource({ name, text, format }: SourceText): SourceDocument {
  try {
    return parseDocument(text, format)
  } catch (error) {
    throw error instanceof ParseError ? new Error(`${name}: ${error.message}`, { cause: error }) : error
  }
}
