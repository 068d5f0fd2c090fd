import { z } from 'zod'
import { defineDocumentFunction } from './define-document-function.ts'
import { operationsOf } from './operations.ts'

const options = z.strictObject({
  codes: z.array(z.union([z.string(), z.number()]).transform(String)).min(1, { error: 'must list a code' }),
})

/** Every operation has a response for at least one of `codes`. */
export const owaspDefineErrorDefinition = defineDocumentFunction(
  'owaspDefineErrorDefinition',
  options,
  (document, { codes }) =>
    operationsOf(document)
      .filter(({ responses }) => !responses.some(({ code }) => codes.includes(code)))
      .map(({ path }) => ({
        message: `no response for any of ${codes.join(', ')} is defined`,
        path: [...path, 'responses'],
      })),
)
