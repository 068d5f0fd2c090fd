import type { Path } from '../../../core/model/location.ts'
import { once } from '../../../core/model/once.ts'
import { isObject, isRecord } from '../../../core/model/record.ts'
import { getRef } from '../../references/pointer.ts'
import { type RefTarget, type RefWay, toPath } from '../../references/ref-places.ts'
import { createRefs, hasSiblings, stepRefs } from '../../references/refs.ts'
import type { WholeDocument } from '../../rule.ts'
import { cachePerDocument } from '../facts.ts'
import { descendSlot, rootSlot, type Slot, type SlotKind, schemaSlot } from './shape.ts'

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
export function findReferences(document: WholeDocument): readonly PartReference[] {
  return readParts(document)?.references ?? []
}

/**
 * First what is in the document itself, aliases of YAML at each of their places; then what references lead to, if
 * it has not been seen: so a walk ends, and a reference adds nothing that is there anyway.
 */
function collect(root: object, files: WholeDocument['files']): Parts {
  const step = stepRefs(root, files)
  const readRefs = once(() => createRefs(root, files))
  /** Rules see what is beside a reference that is not followed. A schema within itself is a reference all the same. */
  const hasMoreParts = (value: object, { kind }: Slot) =>
    kind === 'schema' ? readRefs().deref(value) !== value : readRefs().resolve(value) !== undefined
  const byKind = new Map<SlotKind, DefinitionPart[]>()
  const references: PartReference[] = []
  const seen = new Map<object, readonly string[]>()
  const waiting: FoundPart[] = [{ slot: rootSlot, value: root, place: start }]
  const unread: FoundPart[] = []
  for (let next = waiting.pop(); next; next = waiting.pop() ?? findNextTarget(unread, step, seen)) {
    const { slot, value, place } = next
    if (!isObject(value)) continue
    seen.set(value, addText(seen.get(value), renderSlot(slot)))
    const path = () => toPath(place)
    if (isRecord(value) && getRef(value) !== undefined) {
      references.push({ slot, value, path })
      unread.push(next)
      if (!hasSiblings(value) || hasMoreParts(value, slot)) continue
    }
    if (isRecord(value) && !slot.many) {
      const list = byKind.get(slot.kind) ?? []
      list.push({ value, path })
      byKind.set(slot.kind, list)
      if (isVersion2Schema(root, slot.kind, value)) waiting.push({ slot: schemaSlot, value, place })
    }
    waiting.push(...listChildParts(next))
  }
  return { byKind, references }
}

function findNextTarget(
  unread: FoundPart[],
  step: (reference: object) => RefTarget | undefined,
  seen: ReadonlyMap<object, readonly string[]>,
): FoundPart | undefined {
  for (let reference = unread.pop(); reference; reference = unread.pop()) {
    const { slot } = reference
    const target = step(Object(reference.value))
    if (target && isObject(target.value) && !seen.get(target.value)?.includes(renderSlot(slot)))
      return { slot, value: target.value, place: placePart(target.path) }
  }
  return undefined
}

function addText(before: readonly string[] | undefined, text: string): readonly string[] {
  return before?.includes(text) ? before : [...(before ?? []), text]
}

function renderSlot({ kind, many }: Slot): string {
  return many ? `${kind}s` : kind
}

/** In version 2 a parameter or header that is not a body says its type itself. */
function isVersion2Schema(root: object, kind: SlotKind, value: object): boolean {
  return 'swagger' in root && (kind === 'parameter' || kind === 'header') && 'type' in value
}

/** `items` may hold a list in older schemas: a list is always many. */
function listChildParts({ slot, value, place }: FoundPart): readonly FoundPart[] {
  if (Array.isArray(value))
    return value.map((item, key) => ({
      slot: { ...slot, many: false },
      value: item,
      place: { key, parent: place },
    }))
  return Object.entries(Object(value)).flatMap(([key, child]) => {
    const below = descendSlot(slot, key)
    return below ? [{ slot: below, value: child, place: { key, parent: place } }] : []
  })
}

function placePart(path: Path): RefWay {
  return path.reduce<RefWay>((parent, key) => ({ key, parent }), start)
}
