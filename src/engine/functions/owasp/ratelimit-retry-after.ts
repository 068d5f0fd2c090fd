import { isRecord } from '../../../model/record.ts'
import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { operationsOf, type Response } from './operations.ts'

/** Every 429 response of an operation has the header `Retry-After`. */
export const owaspRatelimitRetryAfter = defineDocumentFunction(
  'owaspRatelimitRetryAfter',
  noOptions,
  (document) =>
    operationsOf(document)
      .flatMap(({ responses }) => responses)
      .filter((response) => response.code === '429' && !saysWhen(response))
      .map(({ path }) => ({ message: 'the 429 response has no `Retry-After` header', path })),
)

function saysWhen({ value: { headers } }: Response): boolean {
  return isRecord(headers) && Object.hasOwn(headers, 'Retry-After')
}
