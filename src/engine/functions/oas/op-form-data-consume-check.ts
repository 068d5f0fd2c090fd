import { isRecord } from '../../is-record.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'
import { itemsOf } from './operations.ts'

const formTypes = /application\/x-www-form-urlencoded|multipart\/form-data/

/** An operation of version 2 with a `formData` parameter and a list `consumes` of its own names a form type there. */
export const oasOpFormDataConsumeCheck = defineFunction({
  name: 'oasOpFormDataConsumeCheck',
  options: noOptions,
  run: (target, _options, context) => {
    if (!isRecord(target) || !Array.isArray(context.deref(target.consumes))) return []
    const parameters = itemsOf(target.parameters, context)
    if (!parameters.some((parameter) => isRecord(parameter) && parameter.in === 'formData')) return []
    const types = itemsOf(target.consumes, context)
    if (types.some((type) => formTypes.test(String(type)))) return []
    return [{ message: 'the operation takes form data, but "consumes" names no type for forms' }]
  },
})
