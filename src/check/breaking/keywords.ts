import { findOpenApiVersion, type OpenApiVersion } from '../../core/document/openapi-versions.ts'
import { isRecord } from '../../core/model/record.ts'

export type Version = OpenApiVersion

/** Kinds of objects in a definition. */
export type KeywordKind =
  | 'root'
  | 'path-item'
  | 'operation'
  | 'parameter'
  | 'response'
  | 'media-type'
  | 'security-scheme'
  | 'oauth-flows'
  | 'discriminator'
  | 'xml'
  | 'schema'

/** The version that a definition says it is in. One that gov does not know is never compared. */
export function readVersion(root: unknown): Version {
  return findOpenApiVersion(root) ?? '2.0'
}

export function chooseLater(first: Version, second: Version): Version {
  return first > second ? first : second
}

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isNumeric = (value: unknown) => typeof value === 'number'
const isOneOf =
  (...texts: readonly string[]) =>
  (value: unknown) =>
    texts.includes(String(value))

interface KeywordRow {
  readonly kind: KeywordKind
  readonly keywords: string
  /** The first version that has them, and the last. */
  readonly first?: Version
  readonly last?: Version
  /** The values of which this is so; without it, all. */
  readonly form?: (value: unknown) => boolean
}

/** Keywords that only some versions have. A keyword that is not listed counts in each. */
const rows: readonly KeywordRow[] = [
  { kind: 'root', keywords: 'webhooks', first: '3.1' },
  { kind: 'root', keywords: 'servers', first: '3.0' },
  { kind: 'root', keywords: 'securityDefinitions consumes produces', last: '2.0' },
  { kind: 'path-item', keywords: 'trace servers', first: '3.0' },
  { kind: 'path-item', keywords: 'query additionalOperations', first: '3.2' },
  { kind: 'operation', keywords: 'requestBody callbacks servers', first: '3.0' },
  { kind: 'operation', keywords: 'consumes produces schemes', last: '2.0' },
  { kind: 'parameter', keywords: 'content style explode allowReserved', first: '3.0' },
  { kind: 'parameter', keywords: 'type format items enum collectionFormat', last: '2.0' },
  { kind: 'parameter', keywords: 'default maximum exclusiveMaximum minimum', last: '2.0' },
  { kind: 'parameter', keywords: 'exclusiveMinimum multipleOf maxLength minLength', last: '2.0' },
  { kind: 'parameter', keywords: 'pattern maxItems minItems uniqueItems', last: '2.0' },
  { kind: 'parameter', keywords: 'in', last: '2.0', form: isOneOf('body', 'formData') },
  { kind: 'parameter', keywords: 'in', first: '3.0', form: isOneOf('cookie') },
  { kind: 'parameter', keywords: 'in', first: '3.2', form: isOneOf('querystring') },
  { kind: 'response', keywords: 'schema', last: '2.0' },
  { kind: 'response', keywords: 'content links', first: '3.0' },
  { kind: 'media-type', keywords: 'itemSchema prefixEncoding itemEncoding', first: '3.2' },
  { kind: 'security-scheme', keywords: 'flow authorizationUrl tokenUrl', last: '2.0' },
  { kind: 'security-scheme', keywords: 'flows scheme openIdConnectUrl', first: '3.0' },
  { kind: 'security-scheme', keywords: 'type', last: '2.0', form: isOneOf('basic') },
  { kind: 'security-scheme', keywords: 'type', first: '3.0', form: isOneOf('http', 'openIdConnect') },
  { kind: 'security-scheme', keywords: 'type', first: '3.1', form: isOneOf('mutualTLS') },
  { kind: 'security-scheme', keywords: 'in', first: '3.0', form: isOneOf('cookie') },
  { kind: 'oauth-flows', keywords: 'deviceAuthorization', first: '3.2' },
  { kind: 'discriminator', keywords: 'defaultMapping', first: '3.2' },
  { kind: 'xml', keywords: 'nodeType', first: '3.2' },
  { kind: 'schema', keywords: 'discriminator', last: '2.0', form: (value) => typeof value === 'string' },
  { kind: 'schema', keywords: 'discriminator', first: '3.0', form: isRecord },
  { kind: 'schema', keywords: 'oneOf anyOf not writeOnly deprecated', first: '3.0' },
  { kind: 'schema', keywords: 'nullable', first: '3.0', last: '3.0' },
  { kind: 'schema', keywords: 'exclusiveMaximum exclusiveMinimum', last: '3.0', form: isBoolean },
  { kind: 'schema', keywords: 'exclusiveMaximum exclusiveMinimum', first: '3.1', form: isNumeric },
  { kind: 'schema', keywords: 'type', last: '2.0', form: isOneOf('file') },
  { kind: 'schema', keywords: 'type', first: '3.1', form: (value) => Array.isArray(value) },
  { kind: 'schema', keywords: 'const prefixItems contains minContains maxContains', first: '3.1' },
  { kind: 'schema', keywords: 'patternProperties propertyNames if then else', first: '3.1' },
  { kind: 'schema', keywords: 'dependentSchemas dependentRequired', first: '3.1' },
  { kind: 'schema', keywords: 'unevaluatedItems unevaluatedProperties', first: '3.1' },
  { kind: 'schema', keywords: 'contentEncoding contentMediaType contentSchema', first: '3.1' },
  { kind: 'schema', keywords: '$dynamicRef', first: '3.1' },
]

const table = new Map<string, KeywordRow[]>()
for (const row of rows)
  for (const keyword of row.keywords.split(' ')) table.set(keyword, [...(table.get(keyword) ?? []), row])

/** The versions by which a definition is read. */
export interface KeywordReading {
  /** Keywords of a later version than this say nothing. */
  readonly newest: Version
  /** Keywords that were gone before this say nothing. */
  readonly oldest: Version
}

/** Whether a keyword with this value means something to who reads a definition so. */
export function isKnown(
  kind: KeywordKind,
  keyword: string,
  value: unknown,
  reading: KeywordReading,
): boolean {
  return listRows(keyword, value).every((row) => row.kind !== kind || isRead(row, reading))
}

/** Whether a keyword with this value means something in one reading and nothing in another, wherever it is. */
export function isReadOtherwise(
  keyword: string,
  value: unknown,
  oldReading: KeywordReading,
  newReading: KeywordReading,
): boolean {
  return listRows(keyword, value).some((row) => isRead(row, oldReading) !== isRead(row, newReading))
}

function listRows(keyword: string, value: unknown): readonly KeywordRow[] {
  return table.get(keyword)?.filter(({ form }) => form?.(value) ?? true) ?? []
}

function isRead({ first, last }: KeywordRow, { newest, oldest }: KeywordReading): boolean {
  return (first ?? newest) <= newest && (last ?? oldest) >= oldest
}
