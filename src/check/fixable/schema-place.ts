import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { descendSlot, rootSlot, type Slot } from '../../engine/openapi/shape.ts'

/** A parameter or header of version 2, or its `items`, has some keywords of a schema. */
export type SchemaKind = 'schema' | 'parameter'

/** The schema that holds a place, and the rest of the way: a keyword, and what is in its value. */
export function splitAtSchema(
  path: Path,
  { kindAt }: { readonly kindAt: (path: Path) => SchemaKind | undefined },
) {
  for (let length = path.length; length > 0; length--) {
    const schema = path.slice(0, length)
    if (kindAt(schema) !== undefined) return { schema, rest: path.slice(length) }
  }
  return { schema: undefined, rest: path }
}

/** Finds what the object at a path of a definition is by its place, whatever it looks like. */
export function findSchemaKind(root: unknown, path: Path): SchemaKind | undefined {
  const isVersion2 = isRecord(root) && 'swagger' in root
  const slot = path.reduce<Slot | undefined>((at, key) => findSlot(at, key, isVersion2), rootSlot)
  if (slot === undefined || slot.many) return undefined
  if (slot.kind === 'schema') return 'schema'
  return isVersion2 && isTyped(slot) ? 'parameter' : undefined
}

/** In older schemas `items` may be a list; in version 2 a parameter or header has `items` too. */
function findSlot(slot: Slot | undefined, key: string | number, isVersion2: boolean): Slot | undefined {
  if (slot === undefined || slot.many) return descendSlot(slot, key)
  const isItem = slot.kind === 'schema' && typeof key === 'number'
  return isItem || (isVersion2 && isTyped(slot) && key === 'items') ? slot : descendSlot(slot, key)
}

function isTyped({ kind }: Slot): boolean {
  return kind === 'parameter' || kind === 'header'
}
