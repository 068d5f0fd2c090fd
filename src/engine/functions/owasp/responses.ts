import { z } from 'zod'
import { isRecord } from '../../../core/model/record.ts'
import { type DocumentOperation, listOperations, type Response } from '../../openapi/operations.ts'
import type { FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'

const code = () => z.union([z.string(), z.number()]).transform(String)
const oneCode = () => z.strictObject({ code: code() })
const codeList = () => z.strictObject({ codes: z.array(code()).min(1, { error: 'must list a code' }) })
const headerSets = () =>
  z.strictObject({
    headers: z
      .array(z.string().transform((text) => text.split('||').map((name) => name.trim())))
      .min(1, { error: 'must list a header' }),
  })

export const responseFunctions: readonly RuleFunction[] = [
  /** Every operation has a response for `code`, and some content of it has a schema. */
  defineDocumentFunction(
    'owaspCheckErrorResponse',
    (document, { code: wanted }) =>
      listOperations(document).flatMap((operation) => checkErrorResponse(operation, wanted)),
    oneCode,
  ),
  /** Every operation has a response for at least one of `codes`. */
  defineDocumentFunction(
    'owaspDefineErrorDefinition',
    (document, { codes }) =>
      listOperations(document)
        .filter(({ responses }) => !responses.some((response) => codes.includes(response.code)))
        .map(({ path }) => ({
          message: `Operation has no response for any of ${codes.join(', ')}`,
          path: [...path, 'responses'],
        })),
    codeList,
  ),
  /**
   * Every 2xx and 4xx response of an operation has one of the `headers`. An entry `A||B` asks for both. Names are
   * compared as they are written.
   */
  defineDocumentFunction(
    'owaspHeaderDefinition',
    (document, { headers }) =>
      listOperations(document)
        .flatMap(({ responses }) => responses)
        .filter((response) => /^[24](?:\d\d|XX)$/.test(response.code))
        .flatMap((response) => checkHeaders(response, headers)),
    headerSets,
  ),
  defineDocumentFunction('owaspRatelimitRetryAfter', (document) =>
    listOperations(document)
      .flatMap(({ responses }) => responses)
      .filter((response) => response.code === '429' && !hasHeader(response, 'Retry-After'))
      .map(({ path }) => ({ message: 'Response `429` has no `Retry-After` header', path })),
  ),
]

function checkErrorResponse(
  { responses, path }: DocumentOperation,
  wanted: string,
): readonly FunctionResult[] {
  const response = responses.find((candidate) => candidate.code === wanted)
  if (!response) return [{ message: `Operation has no \`${wanted}\` response`, path: [...path, 'responses'] }]
  return hasSchema(response)
    ? []
    : [{ message: `Response \`${wanted}\` has no content with a schema`, path: response.path }]
}

function hasSchema({ value: { content } }: Response): boolean {
  return (
    isRecord(content) && Object.values(content).some((media) => isRecord(media) && isRecord(media.schema))
  )
}

function checkHeaders(response: Response, sets: readonly (readonly string[])[]): readonly FunctionResult[] {
  if (sets.some((set) => set.every((name) => hasHeader(response, name)))) return []
  const wanted = sets.map((set) => set.join(' with ')).join(', ')
  const message = `Response \`${response.code}\` has none of the headers ${wanted}`
  return [{ message, path: isRecord(response.value.headers) ? [...response.path, 'headers'] : response.path }]
}

function hasHeader({ value: { headers } }: Response, name: string): boolean {
  return isRecord(headers) && Object.hasOwn(headers, name)
}
