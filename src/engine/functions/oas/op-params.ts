import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'
import { partsOfOperations, placed } from './below-root.ts'
import { itemsOf } from './operations.ts'

/**
 * In a list of parameters, no two have the same `name` and `in`; there is one `in: body` at most, and none beside
 * `in: formData`. Other targets are not checked.
 */
export const oasOpParams = defineFunction({
  name: 'oasOpParams',
  options: noOptions,
  run: (given, _options, around) =>
    partsOfOperations(given, 'parameters', around).flatMap((part) =>
      placed(part, check(part.target, part.context)),
    ),
})

function check(target: unknown, context: FunctionContext): FunctionResult[] {
  const seen = new Set<string>()
  const places = new Set<unknown>()
  const results: FunctionResult[] = []
  for (const [index, parameter] of itemsOf(target, context).entries()) {
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
