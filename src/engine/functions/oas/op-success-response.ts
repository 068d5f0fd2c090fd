import { isRecord } from '../../../model/record.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'
import { partsOfOperations, placed } from './below-root.ts'

/**
 * A `responses` object has a response for a code from 200 to 399, or from version 3 on for the ranges `2XX` or `3XX`.
 * Other targets are not checked.
 */
export const oasOpSuccessResponse = defineFunction({
  name: 'oasOpSuccessResponse',
  options: noOptions,
  run: (given, _options, around) =>
    partsOfOperations(given, 'responses', around).flatMap((part) =>
      placed(part, check(part.target, part.context)),
    ),
})

function check(target: unknown, context: FunctionContext): FunctionResult[] {
  if (!isRecord(target)) return []
  const hasSuccess = Object.keys(target).some((code) => isSuccess(code, context))
  return hasSuccess ? [] : [{ message: 'the operation has no 2xx or 3xx response' }]
}

function isSuccess(code: string, { root }: FunctionContext): boolean {
  if (code === '2XX' || code === '3XX') return isRecord(root) && !('swagger' in root)
  return Number(code) >= 200 && Number(code) < 400
}
