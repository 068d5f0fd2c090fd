import { isObject, isRecord } from '../model/record.ts'

/**
 * The versions of OpenAPI that gov checks. A new one is a row here; the compiler then names the schema that it needs
 * (`engine/functions/oas/make-schema.ts`), and the keywords that it brings go into `check/breaking/keywords.ts`. `example` is its
 * newest patch.
 */
export const openApiVersions = {
  '2.0': { key: 'swagger', format: 'oas2', example: '2.0' },
  '3.0': { key: 'openapi', format: 'oas3.0', example: '3.0.4' },
  '3.1': { key: 'openapi', format: 'oas3.1', example: '3.1.2' },
  '3.2': { key: 'openapi', format: 'oas3.2', example: '3.2.0' },
} as const satisfies Readonly<Record<string, VersionRow>>

interface VersionRow {
  readonly key: 'openapi' | 'swagger'
  readonly format: string
  readonly example: string
}

export type OpenApiVersion = keyof typeof openApiVersions

/** From the oldest to the newest. */
export const openApiVersionNames = Object.keys(openApiVersions) as readonly OpenApiVersion[]

/** The version that a document is of, by its minor version; undefined for one that gov does not know, and for no OpenAPI. */
export function findOpenApiVersion(root: unknown): OpenApiVersion | undefined {
  if (!isRecord(root)) return undefined
  if (root.openapi === undefined) return /^2(?:\.0)?$/.test(String(root.swagger)) ? '2.0' : undefined
  const [, minor] = /^(3\.\d+)(?:\.\d+)?(?:-.+)?$/.exec(String(root.openapi)) ?? []
  return openApiVersionNames.find((version) => version === minor)
}

export const aRuleset = 'a ruleset'
const otherKinds = { asyncapi: 'AsyncAPI', arazzo: 'Arazzo', overlay: 'Overlay', openrpc: 'OpenRPC' }

/** `AsyncAPI 3.0.0`: what a document says it is, if that is a kind that is often kept beside OpenAPI. */
export function findOtherKind(root: unknown): string | undefined {
  if (!isRecord(root)) return undefined
  if (isRecord(root.info) && /getpostman\.com/.test(String(root.info.schema))) return 'a Postman collection'
  if (Object.hasOwn(root, 'rules') || Object.hasOwn(root, 'extends')) return aRuleset
  const [kind] = Object.entries(otherKinds).filter(([key]) => Object.hasOwn(root, key))
  if (!kind) return undefined
  const [key, name] = kind
  return /^[\d.]{1,12}$/.test(String(root[key])) ? `${name} ${root[key]}` : name
}

/** `openapi: "3.0.4", "3.1.2" or "3.2.0", and swagger: "2.0"`. */
export function listKnownVersions(): string {
  const list = (key: VersionRow['key']) =>
    Object.values(openApiVersions).flatMap((row) => (row.key === key ? [`"${row.example}"`] : []))
  const texts = list('openapi')
  return `openapi: ${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}, and swagger: ${list('swagger').join(' or ')}`
}

/**
 * Whether a value is a definition, or meant as one: also of a version that gov does not check, or that is misspelt (`v3.0.0`),
 * or that a template leaves open, beside what only a definition has. Swagger 1 is another kind of file.
 */
export function isDefinition(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { openapi, swagger, info, paths, webhooks, components, definitions } = value
  const [version, oldVersion] = [openapi, swagger].map((each) => (isObject(each) ? '' : String(each ?? '')))
  if (/^v?\d/.test(version ?? '') || /^v?[2-9]/.test(oldVersion ?? '')) return true
  const isWhole = info !== undefined && (paths ?? webhooks ?? components ?? definitions) !== undefined
  return isWhole && (openapi !== undefined || (swagger !== undefined && !oldVersion?.startsWith('1')))
}
