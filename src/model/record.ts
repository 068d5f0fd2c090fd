export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** An object that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
