import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { isWord, securitySchemesOf } from './security-schemes.ts'

/** No security scheme of type apiKey puts the key in the query or the path. */
export const owaspNoApiKeyInUrl = defineDocumentFunction('owaspNoApiKeyInUrl', noOptions, (document) =>
  securitySchemesOf(document).flatMap(({ value, path }) =>
    isWord(value.type, 'apikey') && isWord(value.in, 'query', 'path')
      ? [{ message: `the API key is part of the URL (${String(value.in)})`, path: [...path(), 'in'] }]
      : [],
  ),
)
