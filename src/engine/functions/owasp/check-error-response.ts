import { z } from 'zod'
import { isRecord } from '../../../model/record.ts'
import type { FunctionResult } from '../../rule.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { type Operation, operationsOf, type Response } from './operations.ts'

const options = z.strictObject({ code: z.union([z.string(), z.number()]).transform(String) })

/** Every operation has a response for `code`, and some content of it has a schema. */
export const owaspCheckErrorResponse = defineDocumentFunction(
  'owaspCheckErrorResponse',
  options,
  (document, { code }) => operationsOf(document).flatMap((operation) => check(operation, code)),
)

function check({ responses, path }: Operation, code: string): readonly FunctionResult[] {
  const response = responses.find((each) => each.code === code)
  if (!response) return [{ message: `no ${code} response is defined`, path: [...path, 'responses'] }]
  return hasSchema(response)
    ? []
    : [{ message: `the ${code} response has no content with a schema`, path: response.path }]
}

function hasSchema({ value: { content } }: Response): boolean {
  return (
    isRecord(content) && Object.values(content).some((media) => isRecord(media) && isRecord(media.schema))
  )
}
