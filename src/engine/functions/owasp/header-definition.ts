import { z } from 'zod'
import { isRecord } from '../../../model/record.ts'
import type { FunctionResult } from '../../rule.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { operationsOf, type Response } from './operations.ts'

const options = z.strictObject({
  headers: z
    .array(z.string().transform((text) => text.split('||').map((name) => name.trim())))
    .min(1, { error: 'must list a header' }),
})

/**
 * Every 2xx and 4xx response of an operation has one of the `headers`. An entry `A||B` asks for both. Names are
 * compared as they are written.
 */
export const owaspHeaderDefinition = defineDocumentFunction(
  'owaspHeaderDefinition',
  options,
  (document, { headers }) =>
    operationsOf(document)
      .flatMap(({ responses }) => responses)
      .filter(({ code }) => /^[24](?:\d\d|XX)$/.test(code))
      .flatMap((response) => check(response, headers)),
)

function check(
  { code, value, path }: Response,
  sets: readonly (readonly string[])[],
): readonly FunctionResult[] {
  const { headers } = value
  const names = isRecord(headers) ? headers : {}
  if (sets.some((set) => set.every((name) => Object.hasOwn(names, name)))) return []
  const wanted = sets.map((set) => set.join(' with ')).join(', ')
  const message = `the ${code} response has none of the headers ${wanted}`
  return [{ message, path: isRecord(headers) ? [...path, 'headers'] : path }]
}
