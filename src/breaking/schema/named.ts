import type { Node } from '../document.ts'
import type { SchemaView } from './schema-view.ts'

/** What keywords hold by name, of all parts of a schema. */
export function namedOf(view: SchemaView, keywords: readonly string[]): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, readonly Node[]>()
  for (const { value, path } of keywords.flatMap((keyword) => view.inner(keyword)))
    for (const [name, inner] of Object.entries(Object(value)))
      found.set(name, [...(found.get(name) ?? []), { value: inner, path: [...path, name] }])
  return found
}
