import { isRecord } from '../../../model/record.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'
import { partsOfOperations, placed } from './below-root.ts'
import { itemsOf } from './operations.ts'

const formTypes = /application\/x-www-form-urlencoded|multipart\/form-data/

/** An operation of version 2 with a `formData` parameter and a list `consumes` of its own names a form type there. */
export const oasOpFormDataConsumeCheck = defineFunction({
  name: 'oasOpFormDataConsumeCheck',
  options: noOptions,
  run: (given, _options, around) =>
    partsOfOperations(given, undefined, around).flatMap((part) =>
      placed(part, check(part.target, part.context)),
    ),
})

function check(target: unknown, context: FunctionContext): FunctionResult[] {
  if (!isRecord(target) || !Array.isArray(context.deref(target.consumes))) return []
  const parameters = itemsOf(target.parameters, context)
  if (!parameters.some((parameter) => isRecord(parameter) && parameter.in === 'formData')) return []
  const types = itemsOf(target.consumes, context)
  if (types.some((type) => formTypes.test(String(type)))) return []
  return [{ message: 'the operation has form data, but "consumes" has no form media type' }]
}
