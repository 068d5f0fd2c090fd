import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { isWord, securitySchemesOf } from './security-schemes.ts'

/** The description of a security scheme of type oauth2, or whose bearer format is JWT, has the word `RFC8725`. */
export const owaspJWTBestPractice = defineDocumentFunction('owaspJWTBestPractice', noOptions, (document) =>
  securitySchemesOf(document).flatMap(({ value: { type, bearerFormat, description }, path }) => {
    const mayBeJwt = isWord(type, 'oauth2') || isWord(bearerFormat, 'jwt')
    if (!mayBeJwt || (typeof description === 'string' && description.includes('RFC8725'))) return []
    const message = 'the description does not mention RFC8725, the best practices for JWTs'
    return [{ message, path: [...path(), 'description'] }]
  }),
)
