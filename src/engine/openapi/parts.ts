import type { Path } from '../../core/model/location.ts'
import { getChild, isObject, isRecord } from '../../core/model/record.ts'
import { addToGroup } from '../../core/text/group-by.ts'
import { cachePerDocument, type WholeDocument } from './document.ts'
import { type RefTarget, type RefWay, toPath } from './places.ts'
import { getRef } from './pointer.ts'
import { readReferences } from './references.ts'
import { hasSiblings } from './resolved-view.ts'
import { descendSlot, getItemSlot, rootSlot, type Slot, type SlotKind, schemaSlot } from './shape.ts'

/** One object of a document, and where it is written. */
export interface DefinitionPart {
  readonly value: Readonly<Record<string, unknown>>
  readonly path: () => Path
}

interface FoundPart {
  readonly slot: Slot
  readonly value: unknown
  readonly place: RefWay
}

/** A `$ref` object, and what is expected there. */
export interface PartReference extends DefinitionPart {
  readonly slot: Slot
}

interface Parts {
  readonly byKind: ReadonlyMap<SlotKind, readonly DefinitionPart[]>
  readonly references: readonly PartReference[]
}

const readParts = cachePerDocument(collect)

const start: RefWay = { key: '', parent: undefined }

/**
 * Every object of a kind in an OpenAPI document, where it is written: those that stand where the
 * specification has them, and what their `$ref`s lead to, in files as well. Data that looks like one (an example, an extension)
 * is none.
 */
export function collectParts(document: WholeDocument, kind: SlotKind): readonly DefinitionPart[] {
  return readParts(document)?.byKind.get(kind) ?? []
}

/** Every `$ref` that stands for one of these objects, or for a map or list of them. */
export function listPartReferences(document: WholeDocument): readonly PartReference[] {
  return readParts(document)?.references ?? []
}

/**
 * First what is in the document itself, aliases of YAML at each of their places; then what references lead to, if
 * it has not been seen: so a walk ends, and a reference adds nothing that is there anyway.
 */
function collect(root: object, files: WholeDocument['files']): Parts {
  const { step, follow, graph } = readReferences(root, files)
  /** Rules see what is beside a reference that is not followed. A schema within itself is a reference all the same. */
  const hasMoreParts = (value: object, { kind }: Slot) =>
    follow(value) !== undefined && (kind === 'schema' || !graph().circular.has(value))
  const byKind = new Map<SlotKind, DefinitionPart[]>()
  const references: PartReference[] = []
  const seen = new Map<string, Set<object>>()
  const waiting: FoundPart[] = [{ slot: rootSlot, value: root, place: start }]
  const unread: FoundPart[] = []
  for (let next = waiting.pop(); next; next = waiting.pop() ?? findNextTarget(unread, step, seen)) {
    const { slot, value, place } = next
    if (!isObject(value)) continue
    const name = renderSlot(slot)
    const named = seen.get(name)
    if (named) named.add(value)
    else seen.set(name, new Set([value]))
    if (isRecord(value) && getRef(value) !== undefined) {
      references.push({ slot, value, path: () => toPath(place) })
      unread.push(next)
      if (!hasSiblings(value) || hasMoreParts(value, slot)) continue
    }
    if (isRecord(value) && !slot.many) {
      addToGroup(byKind, slot.kind, { value, path: () => toPath(place) })
      if (isVersion2Schema(root, slot.kind, value)) waiting.push({ slot: schemaSlot, value, place })
    }
    addChildParts(next, value, waiting)
  }
  return { byKind, references }
}

function findNextTarget(
  unread: FoundPart[],
  step: (reference: object) => RefTarget | undefined,
  seen: ReadonlyMap<string, ReadonlySet<object>>,
): FoundPart | undefined {
  for (let reference = unread.pop(); reference; reference = unread.pop()) {
    const { slot } = reference
    const target = step(Object(reference.value))
    if (target && isObject(target.value) && !seen.get(renderSlot(slot))?.has(target.value))
      return {
        slot,
        value: target.value,
        place: target.path.reduce<RefWay>((parent, key) => ({ key, parent }), start),
      }
  }
  return undefined
}

function renderSlot({ kind, many }: Slot): string {
  return many ? `${kind}s` : kind
}

/** In version 2 a parameter or header that is not a body says its type itself. */
function isVersion2Schema(root: object, kind: SlotKind, value: object): boolean {
  return 'swagger' in root && (kind === 'parameter' || kind === 'header') && 'type' in value
}

function addChildParts({ slot, place }: FoundPart, holder: object, waiting: FoundPart[]): void {
  const isList = Array.isArray(holder)
  for (const key of Object.keys(holder)) {
    const value = getChild(holder, key)
    const below = isObject(value) && (isList ? getItemSlot(slot) : descendSlot(slot, key))
    if (below) waiting.push({ slot: below, value, place: { key: isList ? Number(key) : key, parent: place } })
  }
}
