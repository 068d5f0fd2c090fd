import type { Path } from '../../core/model/location.ts'
import { isObject, isRecord } from '../../core/model/record.ts'
import type { WholeDocument } from './document.ts'
import { listPlaces } from './placement.ts'
import { listRefPlaces, type RefTarget } from './places.ts'
import { getRef } from './pointer.ts'
import { readReferences } from './references.ts'
import { descendSlot, getItemSlot, rootSlot, type Slot, schemaSlot } from './shape.ts'

/** A `$ref` at a place where OpenAPI has none, so that only some tools follow it. */
export interface StrayReference {
  readonly ref: string
  readonly value: object
  readonly path: Path
  /** What it names, which may be a reference too. */
  readonly target: RefTarget
}

interface WalkedValue {
  readonly value: unknown
  readonly path: Path
  /** Undefined: OpenAPI has no object of its own there. */
  readonly slot: Slot | undefined
  /** Under which the first of a chain of references stands. */
  readonly key: string | number
}

/** Lists of schemas, and maps of them that nobody splits by a reference. */
const closedMaps = /^(?:allOf|anyOf|oneOf|prefixItems|dependentSchemas)$/
/** Values with no object of OpenAPI in them that are read through references all the same. */
const open = /^(?:consumes|produces|security|schemes|servers|variables|flows)$/
/** Texts, and data in which a `$ref` is like any other key. Nothing breaks by these. */
const silent = /^(?:x-.*|\$.*|tags|externalDocs|title|summary|description|examples?|default|const)$/

/** Lists stray references that resolve, in all that the document leads to. */
export function listStrayReferences({ root, files }: WholeDocument): readonly StrayReference[] {
  const { step } = readReferences(root, files)
  if (!isObject(root) || (files.documents.size === 0 && hasNoStray(root, step))) return []
  const strays: StrayReference[] = []
  const seen = new Map<string, Set<unknown>>()
  const pending: WalkedValue[] = [{ value: root, path: [], slot: rootSlot, key: '' }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, slot, key } = next
    const kind = `${slot?.kind} ${slot?.many}`
    const known = seen.get(kind) ?? new Set()
    if (!isObject(value) || known.has(value)) continue
    seen.set(kind, known.add(value))
    const target = step(value)
    if (target) {
      const ref = getRef(value) ?? ''
      if (isStray(next, target.value)) strays.push({ ref, value, path, target })
      pending.push({ ...target, slot, key })
    }
    pending.push(...listInner(next, value))
  }
  return strays
}

/** Quick, and true of nearly all documents. */
function hasNoStray(root: object, step: (value: unknown) => RefTarget | undefined): boolean {
  const slots = new Map(listPlaces(root).map(({ value, slot }) => [value as object, slot]))
  return listRefPlaces(root).every(({ value, key }) => {
    const slot = slots.get(value)
    return slot !== undefined && !isStray({ key, slot, path: [] }, step(value)?.value)
  })
}

function isStray({ key, slot, path }: Omit<WalkedValue, 'value'>, target: unknown): boolean {
  if (slot === undefined)
    return !open.test(String(key)) && !/^(?:servers|variables)$/.test(String(path.at(-2)))
  if (slot.many) return slot.kind === 'schema' && closedMaps.test(String(key))
  return target !== undefined && !isRecord(target) && typeof target !== 'boolean'
}

function listInner({ path, slot }: WalkedValue, holder: object): readonly WalkedValue[] {
  return Object.entries(holder).flatMap(([name, value]): readonly WalkedValue[] => {
    const key = Array.isArray(holder) ? Number(name) : name
    const inner = isObject(value) ? findInnerSlot(slot, key) : 'unread'
    return inner === 'unread' ? [] : [{ value, path: [...path, key], slot: inner, key }]
  })
}

/** What OpenAPI has under a key; `unread` for what breaks nobody, and for keys that nobody knows. */
function findInnerSlot(slot: Slot | undefined, key: string | number): Slot | undefined | 'unread' {
  if (slot && typeof key === 'number') return getItemSlot(slot)
  const known = descendSlot(slot, key === 'x-webhooks' ? 'webhooks' : key) ?? findVersion2Slot(slot, key)
  if (known) return known.kind === 'example' ? 'unread' : known
  const isHolder = slot?.kind === 'document' || slot?.kind === 'components'
  const isUnread = isHolder
    ? !/^(?:security|basePath|host|servers)$/.test(String(key))
    : silent.test(String(key))
  return slot?.many || isUnread ? 'unread' : undefined
}

/** In version 2 a parameter or header that is not a body says its type itself. */
function findVersion2Slot(slot: Slot | undefined, key: string | number): Slot | undefined {
  return slot?.kind === 'parameter' || slot?.kind === 'header' ? descendSlot(schemaSlot, key) : undefined
}
