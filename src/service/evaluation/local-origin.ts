import type { Origin } from '../../engine/origin.ts'
import { readReferencedFiles } from '../../engine/referenced-files.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import type { LocalFiles } from '../http/app-options.ts'
import type { ServiceHeaders } from '../http/exchange.ts'

/** Where a definition that was sent comes from. Empty where callers are others: what they say of files is not heeded. */
export async function localOrigin(
  headers: ServiceHeaders,
  document: SourceDocument,
  local: LocalFiles | undefined,
): Promise<Origin> {
  const location = headers.get('content-location')
  if (!local || location === null) return {}
  const name = decodeURIComponent(location)
  return { name, files: await readReferencedFiles(document, name, local.readerFor(name)) }
}
