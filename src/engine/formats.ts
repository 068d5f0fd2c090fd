import type { Format } from './rule.ts'

/** The formats that a document is of, by the version that it states at its root. */
export function formatsOf(document: unknown): ReadonlySet<Format> {
  const formats = new Set<Format>()
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return formats
  if ('swagger' in document && majorOf(document.swagger) === 2) formats.add('oas2')
  if (!('openapi' in document) || majorOf(document.openapi) !== 3) return formats
  formats.add('oas3')
  const version = String(document.openapi)
  if (/^3\.0(\.\d*)?$/.test(version)) formats.add('oas3.0')
  if (/^3\.1(\.\d*)?$/.test(version)) formats.add('oas3.1')
  if (/^3\.2(\.\d*)?$/.test(version)) formats.add('oas3.2')
  return formats
}

/** YAML reads an unquoted version as a number, which is taken too. */
function majorOf(version: unknown): number {
  return typeof version === 'string' || typeof version === 'number'
    ? Number.parseInt(String(version), 10)
    : Number.NaN
}
