import { print } from '../../print.ts'
import { defineFunction } from '../define.ts'
import { partOf } from './below-root.ts'
import { operationsOfPaths } from './operations.ts'

/** No two operations of a `paths` object, or of a document, have the same `operationId`. All but the first are reported. */
export const oasOpIdUnique = defineFunction({
  name: 'oasOpIdUnique',
  run: (given, _options, around) => {
    const { target, context } = partOf(given, 'paths', around)
    const seen = new Set<unknown>()
    return operationsOfPaths(target, context).flatMap(({ value, below }) => {
      if (!('operationId' in value)) return []
      const { operationId } = value
      if (!seen.has(operationId)) {
        seen.add(operationId)
        return []
      }
      const message = `the operationId ${print(operationId)} is already used by another operation`
      return [{ message, path: [...context.path, ...below, 'operationId'] }]
    })
  },
})
