import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { partsOf } from './parts.ts'

const credential = /client_?secret|token|password|secret|api-?key/i

/** The name of a query or path parameter does not speak of a credential, in any part and any case. */
export const owaspNoCredentialsInUrl = defineDocumentFunction(
  'owaspNoCredentialsInUrl',
  noOptions,
  (document) =>
    partsOf(document, 'parameter').flatMap(({ value: { name, in: place }, path }) =>
      (place === 'query' || place === 'path') && typeof name === 'string' && credential.test(name)
        ? [{ message: `"${name}" puts a credential in the URL (${place})`, path: [...path(), 'name'] }]
        : [],
    ),
)
