import { defineLazyFunction } from '../define-lazy.ts'
import { noOptions } from '../no-options.ts'

/** See check-document.ts, which brings the schemas of documents. */
export const oasDocumentSchema = defineLazyFunction(
  'oasDocumentSchema',
  noOptions,
  async () => (await import('./check-document.ts')).checkDocument,
)
