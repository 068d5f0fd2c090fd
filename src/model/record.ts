export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What an object or an array has under a key of its own. */
export function childOf(value: unknown, key: string | number): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce(childOf, root)
}

/** An object that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The items of an array; none of anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
