import { ParseError, parseDocument } from '../../document/document.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import { badRequest } from './envelope.ts'

/** A text that a request brought. Refuses with 400, naming the place where it stops making sense. */
export function parseBody(text: string, format: 'json' | 'yaml', what = 'The request body'): SourceDocument {
  try {
    return parseDocument(text, format)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw badRequest(`${what} is not valid ${format === 'json' ? 'JSON' : 'YAML'}: ${error.message}`)
  }
}
