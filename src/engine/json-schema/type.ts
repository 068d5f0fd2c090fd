import { isRecord } from '../is-record.ts'

export const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

/** Whether a value is of a JSON Schema type; a type that does not exist has no values. */
export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'string':
    case 'boolean':
      return typeof value === type
    default:
      return false
  }
}
