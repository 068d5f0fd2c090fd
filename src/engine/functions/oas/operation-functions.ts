import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { list } from '../facts.ts'
import { partsOfOperations } from './below-root.ts'

const formTypes = /application\/x-www-form-urlencoded|multipart\/form-data/

/** The functions that look at each operation, or at a member of it. Other targets are not checked. */
export const operationFunctions: readonly RuleFunction[] = [
  /** An operation of version 2 with a `formData` parameter and a list `consumes` of its own names a form type there. */
  ofOperations('oasOpFormDataConsumeCheck', undefined, (target, context) => {
    if (!isRecord(target) || !Array.isArray(context.deref(target.consumes))) return []
    const parameters = list(target.parameters, context)
    if (!parameters.some((parameter) => isRecord(parameter) && parameter.in === 'formData')) return []
    const types = list(target.consumes, context)
    if (types.some((type) => formTypes.test(String(type)))) return []
    return [{ message: 'the operation has form data, but "consumes" has no form media type' }]
  }),
  /** In a list of parameters, no two have the same `name` and `in`; there is one `in: body` at most, and none beside `in: formData`. */
  ofOperations('oasOpParams', 'parameters', checkParameters),
  /** A `responses` object has a response for a code from 200 to 399, or from version 3 on for the ranges `2XX` or `3XX`. */
  ofOperations('oasOpSuccessResponse', 'responses', (target, context) => {
    if (!isRecord(target)) return []
    const hasSuccess = Object.keys(target).some((code) => isSuccess(code, context))
    return hasSuccess ? [] : [{ message: 'the operation has no 2xx or 3xx response' }]
  }),
]

/** Results that stand at their part's own path say so, for the target that they are reported to is another. */
function ofOperations(
  name: string,
  key: string | undefined,
  check: (target: unknown, context: FunctionContext) => readonly FunctionResult[],
): RuleFunction {
  return defineFunction({
    name,
    run: (given, _options, around) =>
      partsOfOperations(given, key, around).flatMap(({ target, context }) =>
        check(target, context).map((result) => ({ ...result, path: result.path ?? context.path })),
      ),
  })
}

function checkParameters(target: unknown, context: FunctionContext): FunctionResult[] {
  const seen = new Set<string>()
  const places = new Set<unknown>()
  const results: FunctionResult[] = []
  for (const [index, parameter] of list(target, context).entries()) {
    // A reference that does not resolve is an issue of its own.
    if (!isRecord(parameter) || typeof parameter.$ref === 'string') continue
    const path = [...context.path, index]
    const identity = JSON.stringify([parameter.name, parameter.in])
    const named = `${print(parameter.name)} in ${print(parameter.in)}`
    if (seen.has(identity)) results.push({ message: `duplicate parameter ${named}`, path })
    if (parameter.in === 'body' && places.has('body')) {
      results.push({ message: 'there is already a parameter in "body"', path })
    }
    seen.add(identity)
    places.add(parameter.in)
  }
  if (places.has('body') && places.has('formData')) {
    results.push({ message: 'parameters in "body" and in "formData" cannot be combined' })
  }
  return results
}

function isSuccess(code: string, { root }: FunctionContext): boolean {
  if (code === '2XX' || code === '3XX') return isRecord(root) && !('swagger' in root)
  return Number(code) >= 200 && Number(code) < 400
}
