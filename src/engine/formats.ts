import { openApiVersions } from '../core/document/openapi-versions.ts'
import { rememberPerObject } from '../core/model/once.ts'
import { isRecord } from '../core/model/record.ts'
import type { RuleFormat } from './rule.ts'

/** Every document is of one of these. Those of version 3 are `oas3`, too. */
export const versions = Object.values(openApiVersions).map(({ format }) => format)

/** The formats that a document is of, by the version that it states at its root: many ask for each of its schemas. */
export function detectFormats(document: unknown): ReadonlySet<RuleFormat> {
  return isRecord(document) ? formatsRead(document) : new Set()
}

const formatsRead = rememberPerObject(readFormats)

function readFormats(document: object): ReadonlySet<RuleFormat> {
  const formats = new Set<RuleFormat>()
  if ('swagger' in document && readMajorVersion(document.swagger) === 2) formats.add('oas2')
  if (!('openapi' in document) || readMajorVersion(document.openapi) !== 3) return formats
  formats.add('oas3')
  const [, version] = /^(3\.\d)(?:\.\d*)?$/.exec(String(document.openapi)) ?? []
  for (const format of versions) if (format === `oas${version}`) formats.add(format)
  return formats
}

/** YAML reads an unquoted version as a number, which is taken too. */
function readMajorVersion(version: unknown): number {
  return typeof version === 'string' || typeof version === 'number'
    ? Number.parseInt(String(version), 10)
    : Number.NaN
}
