import { findOpenApiVersion, openApiVersions } from '../../core/document/openapi-versions.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import type { RuleFormat } from '../rule.ts'

/** Every document is of one of these. Those of version 3 are `oas3`, too. */
export const versions = Object.values(openApiVersions).map(({ format }) => format)

/** What rulesets call the version of a document. None for a document whose version gov does not check. */
export function detectFormats(document: unknown): ReadonlySet<RuleFormat> {
  return isRecord(document) ? readFormatsOnce(document) : noFormats
}

/** Before 3.1, a schema is not of draft 2020-12, and what stands beside a `$ref` has no meaning. */
export function isEarly(document: unknown): boolean {
  const formats = detectFormats(document)
  return formats.has('oas2') || formats.has('oas3.0')
}

const noFormats: ReadonlySet<RuleFormat> = new Set()

const readFormatsOnce = rememberPerObject((document: object): ReadonlySet<RuleFormat> => {
  const version = findOpenApiVersion(document)
  if (version === undefined) return noFormats
  const { key, format } = openApiVersions[version]
  return new Set(key === 'swagger' ? [format] : ['oas3', format])
})
