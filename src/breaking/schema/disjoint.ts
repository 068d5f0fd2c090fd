import { isRecord } from '../../model/record.ts'
import type { Node } from '../document.ts'
import type { SchemaView } from './schema-view.ts'

/** Whether nothing can be valid under both, as far as that shows: other types, or another value of one property. */
export function areDisjoint(some: SchemaView, other: SchemaView): boolean {
  if (some.types && other.types && ![...some.types].some((type) => hasType(other, type))) return true
  return [...some.required].some(
    (name) =>
      other.required.has(name) &&
      valuesDiffer(some.properties.get(name) ?? [], other.properties.get(name) ?? []),
  )
}

function hasType({ types }: SchemaView, type: string): boolean {
  const alike = type === 'integer' ? ['number'] : type === 'number' ? ['integer'] : []
  return [type, ...alike].some((each) => types?.has(each))
}

function valuesDiffer(some: readonly Node[], other: readonly Node[]): boolean {
  const [before, after] = [valuesOf(some), valuesOf(other)]
  return before !== undefined && after !== undefined && !before.some((value) => after.includes(value))
}

function valuesOf(nodes: readonly Node[]): readonly string[] | undefined {
  for (const { value } of nodes) {
    if (!isRecord(value)) continue
    if (value.const !== undefined) return [JSON.stringify(value.const)]
    if (Array.isArray(value.enum)) return value.enum.map((each) => JSON.stringify(each))
  }
  return undefined
}
