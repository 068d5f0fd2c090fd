import type { Path } from '../../../core/model/location.ts'
import { createFirstFinder } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import { isEarly } from '../../openapi/formats.ts'
import { list } from '../../openapi/operations.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { isRoot, listPathOperations, listSentOperations, viewOperations, viewPart } from './below-root.ts'

const formTypes = /application\/x-www-form-urlencoded|multipart\/form-data/

/** The functions that look at each operation, or at a member of it. Other targets are not checked. */
export const operationFunctions: readonly RuleFunction[] = [
  /** An operation of version 2 with a `formData` parameter and a list `consumes` of its own names a form type there. */
  defineByOperation('oasOpFormDataConsumeCheck', undefined, (target, context) => {
    if (!isRecord(target) || !Array.isArray(context.deref(target.consumes))) return []
    const parameters = list(target.parameters, context)
    if (!parameters.some((parameter) => isRecord(parameter) && parameter.in === 'formData')) return []
    const types = list(target.consumes, context)
    if (types.some((type) => formTypes.test(String(type)))) return []
    return [{ message: 'Operation has form data, but `consumes` has no form media type' }]
  }),
  /** In a list of parameters, no two have the same `name` and `in`; there is one `in: body` at most, and none beside `in: formData`. */
  defineByOperation('oasOpParams', 'parameters', checkParameters),
  /** A `responses` object has a response for a code from 200 to 399, or from version 3 on for the ranges `2XX` or `3XX`. */
  defineByOperation('oasOpSuccessResponse', 'responses', (target, context) => {
    if (!isRecord(target)) return []
    const hasSuccess = Object.keys(target).some((code) => isSuccess(code, context))
    return hasSuccess ? [] : [{ message: 'Operation has no 2xx or 3xx response' }]
  }),
]

/** Results that stand at their part's own path say so, for the target that they are reported to is another. */
function defineByOperation(
  name: string,
  key: string | undefined,
  check: (target: unknown, context: FunctionContext) => readonly FunctionResult[],
): RuleFunction {
  return defineFunction({
    name,
    run: (given, _options, around) =>
      viewOperations(given, key, around).flatMap(({ target, context }) =>
        check(target, context).map((result) => ({ ...result, path: result.path ?? context.path })),
      ),
  })
}

function checkParameters(target: unknown, context: FunctionContext): FunctionResult[] {
  const findFirst = createFirstFinder<Path>()
  const places = new Set<unknown>()
  const results: FunctionResult[] = []
  for (const [index, parameter] of list(target, context).entries()) {
    // A reference that does not resolve is an issue of its own.
    if (!isRecord(parameter) || typeof parameter.$ref === 'string') continue
    const path = [...context.path, index]
    const named = `${print(parameter.name)} in ${print(parameter.in)}`
    const first = findFirst(JSON.stringify([parameter.name, parameter.in]), path)
    if (first) results.push({ message: `Parameter ${named} is defined more than once`, path, first })
    if (parameter.in === 'body' && places.has('body')) {
      results.push({ message: 'Operation has more than one parameter in `body`', path })
    }
    places.add(parameter.in)
  }
  if (places.has('body') && places.has('formData')) {
    results.push({ message: 'Operation has parameters in both `body` and `formData`' })
  }
  return results
}

function isSuccess(code: string, { root }: FunctionContext): boolean {
  if (code === '2XX' || code === '3XX') return isRecord(root) && !('swagger' in root)
  return Number(code) >= 200 && Number(code) < 400
}

/** No two operations of a `paths` object, or of a document, have the same `operationId`. All but the first are reported. */
export const oasOpIdUnique = defineFunction({
  name: 'oasOpIdUnique',
  run: (given, _options, around) => {
    const { target, context } = viewPart(given, 'paths', around)
    const received = listPathOperations(target, context).map(({ value, below }) => ({
      value,
      below: [...context.path, ...below],
    }))
    // Before 3.1, Spectral and the specification's text speak of operations of `paths`.
    const isWhole = isRoot(given, around) && !isEarly(around.root)
    const sent = isWhole ? listSentOperations(received, context) : []
    const findFirst = createFirstFinder<Path>()
    return [...received, ...sent].flatMap(({ value, below }) => {
      if (!('operationId' in value)) return []
      const path = [...below, 'operationId']
      const first = findFirst(value.operationId, path)
      const message = `Operation id ${print(value.operationId)} is already used by another operation`
      return first ? [{ message, path, first }] : []
    })
  },
})

/** Every tag of an operation is the name of one of the document's `tags`. The target is the document. */
export const oasTagDefined = defineFunction({
  name: 'oasTagDefined',
  run: (target, _options, context) => {
    if (!isRecord(target)) return []
    const names = new Set(list(target.tags, context).map(readTagName))
    return listPathOperations(context.deref(target.paths), context).flatMap(({ value, below }) => {
      const tags = 'tags' in value ? list(value.tags, context) : []
      return tags.flatMap((tag, index) => {
        if (typeof tag === 'string' && names.has(tag)) return []
        const path = [...context.path, 'paths', ...below, 'tags', index]
        return [{ message: `Tag ${print(tag)} is not in the document's tags`, path }]
      })
    })
  },
})

/** No two of a list of tags have the same name. A list in which some tag has no name is not checked. */
export const uniquenessTags = defineFunction({
  name: 'uniquenessTags',
  run: (target, _options, context) => {
    const names = list(target, context).map(readTagName)
    if (!names.every((name) => typeof name === 'string')) return []
    const findFirst = createFirstFinder<Path>()
    return names.flatMap((name, index) => {
      const path = [...context.path, index, 'name']
      const first = findFirst(name, path)
      return first ? [{ message: `Tag ${print(name)} is defined more than once`, path, first }] : []
    })
  },
})

function readTagName(tag: unknown): unknown {
  return isRecord(tag) ? tag.name : undefined
}
