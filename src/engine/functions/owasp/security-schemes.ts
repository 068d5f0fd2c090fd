import type { RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import type { Mapping } from '../facts.ts'
import { partsOf } from './parts.ts'

/** The functions for the security schemes that a document declares. */
export const securitySchemeFunctions: readonly RuleFunction[] = [
  /** `oauth` is OAuth 1. */
  ofSchemes('owaspAuthInsecureSchemes', ({ type, scheme }) =>
    isWord(type, 'http') && isWord(scheme, 'negotiate', 'oauth')
      ? { key: 'scheme', message: `the scheme "${String(scheme)}" is outdated or insecure` }
      : undefined,
  ),
  ofSchemes('owaspJWTBestPractice', ({ type, bearerFormat, description }) => {
    const mayBeJwt = isWord(type, 'oauth2') || isWord(bearerFormat, 'jwt')
    if (!mayBeJwt || (typeof description === 'string' && description.includes('RFC8725'))) return undefined
    const message = 'the description does not mention RFC8725, the best practices for JWTs'
    return { key: 'description', message }
  }),
  ofSchemes('owaspNoApiKeyInUrl', ({ type, in: place }) =>
    isWord(type, 'apikey') && isWord(place, 'query', 'path')
      ? { key: 'in', message: `the API key is part of the URL (${String(place)})` }
      : undefined,
  ),
  /** In version 2 basic is the type. */
  ofSchemes('owaspNoBasicAuth', ({ type, scheme }) => {
    const message = 'HTTP Basic sends the password with every request: use OAuth 2 or OpenID Connect'
    if (isWord(type, 'basic')) return { key: 'type', message }
    return isWord(type, 'http') && isWord(scheme, 'basic') ? { key: 'scheme', message } : undefined
  }),
]

function ofSchemes(
  name: string,
  faultOf: (scheme: Mapping) => { readonly key: string; readonly message: string } | undefined,
): RuleFunction {
  return defineDocumentFunction(name, (document) =>
    partsOf(document, 'securityScheme').flatMap(({ value, path }) => {
      const fault = faultOf(value)
      return fault ? [{ message: fault.message, path: [...path(), fault.key] }] : []
    }),
  )
}

/** Whether a value is one of some words, in any case: schemes are written `Basic` and `basic`. */
function isWord(value: unknown, ...words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value.toLowerCase())
}
