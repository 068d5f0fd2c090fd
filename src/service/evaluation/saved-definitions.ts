import { ParseError, parseDocument } from '../../document/document.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import type { EvaluableApi } from '../store/records.ts'
import type { SourceText } from '../store/source-text.ts'
import type { Workspace } from '../store/workspace.ts'
import { contentCache } from './content-cache.ts'
import { requireOpenApi } from './definition.ts'

/** How many parsed definitions are kept. */
const kept = 16

/**
 * Reads saved definitions. A file is read each time, so that a change counts at once, and parsed when its content
 * is new. Rejects with what is wrong with the file.
 */
export function createDefinitionReader(workspace: Workspace): (api: EvaluableApi) => Promise<SourceDocument> {
  const documents = contentCache<SourceDocument>(kept)
  return async (api) => {
    const source = await workspace.definition(api)
    const document = documents(`${source.format}\n${source.text}`, () => parseSource(source))
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
