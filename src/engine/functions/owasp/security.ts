import { z } from 'zod'
import { isHttpMethod } from '../../../core/model/api-part.ts'
import { getChild, isRecord } from '../../../core/model/record.ts'
import { type DocumentOperation, listOperations } from '../../openapi/operations.ts'
import type { FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction, definePartFunction } from '../define.ts'

const options = () =>
  z
    .strictObject({
      /** Rulesets in the wild have it; where the schemes are declared does not matter here. */
      schemesPath: z.array(z.string()).optional(),
      nullable: z.boolean().optional(),
      methods: z.array(z.string()).optional(),
    })
    .optional()
    .transform((given) => ({
      nullable: given?.nullable ?? false,
      methods: given?.methods?.map((method) => method.toLowerCase()),
    }))

/**
 * Every operation with one of `methods` (absent: any) requires some security: its own `security`, or the document's
 * where it has none, is there and is not empty. Without `nullable`, no alternative in it is the empty requirement
 * `{}`, which lets anyone in.
 */
export const owaspCheckSecurity = defineDocumentFunction(
  'owaspCheckSecurity',
  (document, { nullable, methods }) =>
    listOperations(document)
      .filter(({ method }) => !methods || isMeant(method.toLowerCase(), methods))
      .flatMap((operation) => check(operation, getChild(document.root, 'security'), nullable)),
  options,
)

/** A method that OpenAPI does not name may change something: it is looked at where those that do are. */
function isMeant(method: string, methods: readonly string[]): boolean {
  return (
    methods.includes(method) ||
    (!isHttpMethod(method) && methods.some((unsafeMethod) => unsafe.includes(unsafeMethod)))
  )
}

const unsafe = ['post', 'put', 'patch', 'delete']

function check(operation: DocumentOperation, common: unknown, nullable: boolean): readonly FunctionResult[] {
  const { value, path } = operation
  const own = value.security ?? undefined
  const security = own ?? common ?? undefined
  const name = `${operation.method.toUpperCase()} ${operation.route}`
  if (security === undefined) return [{ message: `${name} has no \`security\`, nor has the document`, path }]
  if (!Array.isArray(security) || security.length === 0) {
    return [{ message: `${name} disables security: its \`security\` is empty`, path }]
  }
  if (nullable) return []
  const place = own === undefined ? [] : path
  const message = `${name} allows anonymous access: one of its security requirements is empty`
  return security.flatMap((requirement: unknown, index) =>
    isRecord(requirement) && Object.keys(requirement).length > 0
      ? []
      : [{ message, path: [...place, 'security', index] }],
  )
}

/**
 * No security requirement of an operation under a path with `/admin` is also one of an operation elsewhere: the same
 * schemes with the same scopes. Only what operations require themselves is compared.
 */
export const owaspAdminSecurityUnique = defineDocumentFunction('owaspAdminSecurityUnique', (document) => {
  const operations = listOperations(document)
  const shared = new Set(operations.filter((operation) => !isForAdmins(operation)).flatMap(listRequirements))
  return operations.filter(isForAdmins).flatMap((operation) => {
    const message = `Path \`${operation.route}\` uses the same security as operations that are not for administrators`
    return listRequirements(operation).flatMap((requirement, index) =>
      shared.has(requirement) ? [{ message, path: [...operation.path, 'security', index] }] : [],
    )
  })
})

function isForAdmins({ route }: DocumentOperation): boolean {
  return /\/admin/i.test(route)
}

/** Equal texts for requirements of the same schemes and scopes, in any order. */
function listRequirements({ value: { security } }: DocumentOperation): readonly string[] {
  if (!Array.isArray(security)) return []
  return security.map((requirement: unknown) => {
    const schemes = isRecord(requirement) ? Object.entries(requirement) : []
    const sorted = schemes.map(([name, scopes]) => [name, Array.isArray(scopes) ? [...scopes].sort() : []])
    return JSON.stringify(sorted.sort(([a], [b]) => String(a).localeCompare(String(b))))
  })
}

/** The functions for the security schemes that a document declares. */
export const securitySchemeFunctions: readonly RuleFunction[] = [
  /** `oauth` is OAuth 1. */
  definePartFunction('owaspAuthInsecureSchemes', 'securityScheme', ({ type, scheme }) =>
    isWord(type, 'http') && isWord(scheme, 'negotiate', 'oauth')
      ? { path: ['scheme'], message: `Scheme \`${String(scheme)}\` is outdated or insecure` }
      : undefined,
  ),
  definePartFunction('owaspJWTBestPractice', 'securityScheme', ({ type, bearerFormat, description }) => {
    const mayBeJwt = isWord(type, 'oauth2') || isWord(bearerFormat, 'jwt')
    if (!mayBeJwt || (typeof description === 'string' && description.includes('RFC8725'))) return undefined
    const message = 'Description does not mention RFC8725, the best practices for JWTs'
    return { path: ['description'], message }
  }),
  definePartFunction('owaspNoApiKeyInUrl', 'securityScheme', ({ type, in: place }) =>
    isWord(type, 'apikey') && isWord(place, 'query', 'path')
      ? { path: ['in'], message: `API key is part of the URL (${String(place)})` }
      : undefined,
  ),
  /** In version 2 basic is the type. */
  definePartFunction('owaspNoBasicAuth', 'securityScheme', ({ type, scheme }) => {
    const message = 'HTTP Basic sends the password with every request: use OAuth 2 or OpenID Connect'
    if (isWord(type, 'basic')) return { path: ['type'], message }
    return isWord(type, 'http') && isWord(scheme, 'basic') ? { path: ['scheme'], message } : undefined
  }),
]

/** Whether a value is one of some words, in any case: schemes are written `Basic` and `basic`. */
function isWord(value: unknown, ...words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value.toLowerCase())
}
