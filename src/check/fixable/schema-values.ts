import { isRecord } from '../../core/model/record.ts'

/** A value of an enum as the type of its schema has it, if it reads the same there. */
export function convertValue(value: unknown, type: unknown): unknown {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (typeof value !== 'string') return undefined
  if (type === 'boolean') return { true: true, false: false }[value]
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? Number(value) : undefined
  if (number === undefined || String(number) !== value) return undefined
  return type === 'number' || (type === 'integer' && Number.isSafeInteger(number)) ? number : undefined
}

/** The type that the other keys of a schema show. */
export function findTypeShown(schema: Readonly<Record<string, unknown>>): string | undefined {
  if (isRecord(schema.properties)) return 'object'
  if ('items' in schema) return 'array'
  const values = Array.isArray(schema.enum) ? schema.enum.filter((each) => each !== null) : []
  return values.length > 0 && values.every((value) => typeof value === 'string') ? 'string' : undefined
}
