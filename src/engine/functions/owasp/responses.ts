import { z } from 'zod'
import { isRecord } from '../../../core/model/record.ts'
import type { DocumentOperation, Response } from '../../openapi/operations.ts'
import type { FunctionResult, RuleFunction } from '../../rule.ts'
import { defineOperationFunction } from '../define.ts'

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
  defineOperationFunction(
    'owaspCheckErrorResponse',
    (operation, _document, { code: wanted }) => checkErrorResponse(operation, wanted),
    oneCode,
  ),
  /** Every operation has a response for at least one of `codes`. */
  defineOperationFunction(
    'owaspDefineErrorDefinition',
    ({ responses }, _document, { codes }) =>
      responses.some((response) => codes.includes(response.code))
        ? undefined
        : { message: `Operation has no response for any of ${codes.join(', ')}`, path: ['responses'] },
    codeList,
  ),
  /**
   * Every 2xx and 4xx response of an operation has one of the `headers`. An entry `A||B` asks for both. Names are
   * compared as they are written.
   */
  defineOperationFunction(
    'owaspHeaderDefinition',
    ({ responses }, _document, { headers }) =>
      responses
        .filter((response) => /^[24](?:\d\d|XX)$/.test(response.code))
        .flatMap((response) => checkHeaders(response, headers)),
    headerSets,
  ),
  defineOperationFunction('owaspRatelimitRetryAfter', ({ responses }) =>
    responses
      .filter((response) => response.code === '429' && !hasHeader(response, 'Retry-After'))
      .map(({ code }) => ({
        message: 'Response `429` has no `Retry-After` header',
        path: ['responses', code],
      })),
  ),
]

function checkErrorResponse({ responses }: DocumentOperation, wanted: string): FunctionResult | undefined {
  const response = responses.find((candidate) => candidate.code === wanted)
  if (!response) return { message: `Operation has no \`${wanted}\` response`, path: ['responses'] }
  return hasSchema(response)
    ? undefined
    : { message: `Response \`${wanted}\` has no content with a schema`, path: ['responses', wanted] }
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
  const path = ['responses', response.code]
  return [{ message, path: isRecord(response.value.headers) ? [...path, 'headers'] : path }]
}

function hasHeader({ value: { headers } }: Response, name: string): boolean {
  return isRecord(headers) && Object.hasOwn(headers, name)
}
