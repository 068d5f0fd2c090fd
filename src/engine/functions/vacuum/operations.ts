import { isRecord } from '../../../model/record.ts'
import { refOf } from '../../pointer.ts'
import type { FunctionResult } from '../../rule.ts'
import { type Check, mapping, routesOf, says, writtenOperations } from '../facts.ts'
import { type Operation, operationsOf } from '../owasp/operations.ts'

function perOperation(
  check: (operation: Operation) => FunctionResult['message'] | undefined,
  key?: string,
): Check {
  return (document) =>
    operationsOf(document).flatMap((operation) => {
      const message = check(operation)
      const { path } = operation
      return message === undefined ? [] : [{ message, path: key === undefined ? path : [...path, key] }]
    })
}

export const noRequestBody = perOperation(({ method, value }) =>
  ['get', 'delete'].includes(method.toLowerCase()) && value.requestBody !== undefined
    ? `a ${method.toUpperCase()} operation must not have a request body`
    : undefined,
)

export const oasOpId = perOperation(({ value }) =>
  says(value.operationId) ? undefined : 'the operation has no `operationId`',
)

export const oasOpErrorResponse = perOperation(
  ({ value, responses }) =>
    isRecord(value.responses) && !responses.some(({ code }) => /^4\d\d$/.test(code))
      ? 'the operation has no 4xx response'
      : undefined,
  'responses',
)

export const oasOpSingleTag = perOperation(
  ({ value }) =>
    Array.isArray(value.tags) && value.tags.length > 1
      ? `the operation has ${value.tags.length} tags instead of one`
      : undefined,
  'tags',
)

export const oasOperationTags = perOperation(({ value }) =>
  Array.isArray(value.tags) && value.tags.length > 0 ? undefined : 'the operation has no tags',
)

/** Only a path item may be a reference. */
export const pathItemReferences: Check = (document) =>
  routesOf(document)
    .flatMap((route) => writtenOperations(route, document))
    .filter(({ written }) => refOf(written) !== undefined)
    .map(({ method, path }) => ({
      message: `the ${method.toUpperCase()} operation is a $ref: reference the whole path item instead`,
      path,
    }))

export interface SuccessCodes {
  readonly properties: readonly string[]
}

export const postResponseSuccess: Check<SuccessCodes> = (document, { properties }) =>
  routesOf(document).flatMap(({ item, path }) => {
    const { responses } = mapping(item.post, document)
    const codes = Object.keys(mapping(responses, document))
    if (responses === undefined || codes.some((code) => properties.includes(code))) return []
    return [
      {
        message: 'the POST operation has no success response',
        path: [...path, 'post', 'responses'],
        at: 'inside',
      },
    ]
  })
