import { isRecord } from '../../../model/record.ts'
import type { Schema } from './define-schema-function.ts'

/** Whether an object schema says that it takes further properties: any, or those of a schema. */
export function takesMore({ additionalProperties }: Schema): boolean {
  return additionalProperties === true || isRecord(additionalProperties)
}
