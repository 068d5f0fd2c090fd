import { z } from 'zod'
import { evaluated, undecidedReport } from './report-schema.ts'

/** The order of a value's fields: of an object by name, or of each item of a list. Null: any other value stays as it is. */
export type FieldOrder =
  | { readonly fields: readonly (readonly [name: string, order: FieldOrder])[] }
  | { readonly each: FieldOrder }
  | null

/** The orders of a report's fields. The build has the result in the place of this file: a check makes no schemas for it. */
export function readReportOrders() {
  return {
    evaluated: readOrder(evaluated.omit({ checksum: true })),
    undecided: readOrder(undecidedReport.omit({ checksum: true })),
    issue: readOrder(evaluated.shape.issues.element),
  }
}

function readOrder(schema: z.core.SomeType): FieldOrder {
  if (schema instanceof z.ZodOptional) return readOrder(schema.unwrap())
  if (schema instanceof z.ZodArray) return { each: readOrder(schema.element) }
  if (!(schema instanceof z.ZodObject)) return null
  return { fields: Object.entries(schema.shape).map(([key, field]) => [key, readOrder(field)] as const) }
}
