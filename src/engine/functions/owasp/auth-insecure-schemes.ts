import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { isWord, securitySchemesOf } from './security-schemes.ts'

/** No security scheme of type http is `negotiate` or `oauth` (OAuth 1). */
export const owaspAuthInsecureSchemes = defineDocumentFunction(
  'owaspAuthInsecureSchemes',
  noOptions,
  (document) =>
    securitySchemesOf(document).flatMap(({ value: { type, scheme }, path }) =>
      isWord(type, 'http') && isWord(scheme, 'negotiate', 'oauth')
        ? [{ message: `the scheme "${String(scheme)}" is outdated or insecure`, path: [...path(), 'scheme'] }]
        : [],
    ),
)
