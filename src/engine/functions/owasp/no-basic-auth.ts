import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { isWord, securitySchemesOf } from './security-schemes.ts'

/** No security scheme of type http is `basic`; nor is one of version 2, where that is the type. */
export const owaspNoBasicAuth = defineDocumentFunction('owaspNoBasicAuth', noOptions, (document) =>
  securitySchemesOf(document).flatMap(({ value: { type, scheme }, path }) => {
    const key = isWord(type, 'basic')
      ? 'type'
      : isWord(type, 'http') && isWord(scheme, 'basic')
        ? 'scheme'
        : ''
    const message = 'HTTP Basic sends the password with every request: use OAuth 2 or OpenID Connect'
    return key === '' ? [] : [{ message, path: [...path(), key] }]
  }),
)
