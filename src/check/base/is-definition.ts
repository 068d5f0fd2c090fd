import { parseDocument } from '../../core/document/document.ts'
import { isRecord } from '../../core/model/record.ts'

/** Whether a file says that it is an API definition; one that cannot be parsed, whether its text looks like it. */
export function isDefinition(path: string, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  try {
    const { value } = parseDocument(text, /\.json$/i.test(path) ? 'json' : 'yaml')
    return isRecord(value) && [value.openapi, value.swagger].some(isVersion)
  } catch {
    return /(^|[{,])[\s{]*["']?(openapi|swagger)["']?\s*:/m.test(text)
  }
}

function isVersion(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}
