import { isDefinition } from '../../core/document/openapi-versions.ts'
import type { Path } from '../../core/model/location.ts'
import { isObject, isRecord } from '../../core/model/record.ts'
import { quote } from '../print.ts'
import { cachePerDocument, type WholeDocument } from './document.ts'
import { splitFile } from './files.ts'
import { listPartReferences, type PartReference } from './parts.ts'
import { type DocumentPlace, listRefPlaces, type RefTarget, toPath } from './places.ts'
import { readReferences } from './references.ts'
import { descendSlot, findSlot, getItemSlot, rootSlot, type Slot } from './shape.ts'

/** A reference that stands where the specification has an object of a kind. */
export interface PlacedReference extends PartReference {
  /** The end of its chain. */
  readonly target: RefTarget
  readonly targetSlot: TargetSlot
}

/**
 * What the specification has at a target. `free`: anything may be there, as in an extension or a file that is not a definition.
 * `other`: something that no reference stands for, such as `info`.
 */
type TargetSlot = Slot | 'free' | 'other'

/** The references of a document and its files that resolve, and stand for one of the objects that OpenAPI lets references stand for. */
export const readPlacedReferences = cachePerDocument((root, files): readonly PlacedReference[] => {
  const { follow } = readReferences(root, files)
  const references = files.documents.size > 0 ? listPartReferences({ root, files }) : listPlaces(root)
  // References of the same text share their target.
  const slots = new Map<RefTarget, TargetSlot>()
  const placed: PlacedReference[] = []
  for (const { value, path, slot } of references) {
    const target = follow(value)
    if (!target) continue
    const targetSlot = slots.get(target) ?? findSlotInFile(target.path, { root, files })
    slots.set(target, targetSlot)
    placed.push({ value, path, slot, target, targetSlot })
  }
  return placed
})

/** The references of one file that are where the specification has an object, by the keys alone. */
export function listPlaces(root: object): readonly PartReference[] {
  const slots = new Map<DocumentPlace, Slot | 'none'>()
  const findPlaceSlot = (place: DocumentPlace): Slot | 'none' => {
    if (!place.parent) return rootSlot
    const known = slots.get(place)
    if (known) return known
    const above = findPlaceSlot(place.parent)
    const isItem = Array.isArray(place.parent.value)
    const slot = above === 'none' ? above : isItem ? getItemSlot(above) : descendSlot(above, place.key)
    slots.set(place, slot ?? 'none')
    return slot ?? 'none'
  }
  const placed: PartReference[] = []
  for (const place of listRefPlaces(root)) {
    const slot = findPlaceSlot(place)
    if (slot !== 'none' && isRecord(place.value))
      placed.push({ value: place.value, path: () => toPath(place), slot })
  }
  return placed
}

function findSlotInFile(path: Path, { root, files }: WholeDocument): TargetSlot {
  const { name, path: below } = splitFile(path, files)
  const value = name === undefined ? root : files.documents.get(name)?.value
  const slot = name === undefined || isDefinition(value) ? findSlot(value, below) : 'free'
  return slot ?? (below.some((key) => String(key).startsWith('x-')) ? 'free' : 'other')
}

/** References to the whole document from where a schema, which may contain itself, is not expected. */
export function listRootReferences(document: WholeDocument): readonly PlacedReference[] {
  const { targets } = readReferences(document.root, document.files).graph()
  if (!isObject(document.root) || !targets.has(document.root)) return []
  const placed = readPlacedReferences(document) ?? []
  return placed.filter(({ slot, target }) => target.path.length === 0 && slot.kind !== 'schema')
}

/** References to another kind of object than the one that the specification has where they stand. */
export function listMisplaced(document: WholeDocument): readonly PlacedReference[] {
  const placed = readPlacedReferences(document) ?? []
  return placed.filter(
    ({ slot, target, targetSlot }) =>
      typeof targetSlot === 'object' && target.path.length > 0 && !isSameKind(slot, targetSlot),
  )
}

/** References to what its own place does not say the kind of: it has to be what it is used as. */
export function listUnplaced(document: WholeDocument): readonly PlacedReference[] {
  const placed = readPlacedReferences(document) ?? []
  return placed.filter(({ targetSlot }) => typeof targetSlot === 'string')
}

/** `#/info` is not a valid parameter. */
export function describeUnfit({ value, slot }: PlacedReference): string {
  return `${quote(String(value.$ref))} is not ${describeSlot(slot).replace(/^an? /, 'a valid ')}`
}

/** `#/components/schemas/A` is a schema, and a response is expected here. */
export function describeMisplaced({ value, slot, targetSlot }: PlacedReference): string {
  const is = typeof targetSlot === 'object' ? describeSlot(targetSlot) : 'something else'
  return `${quote(String(value.$ref))} is ${is}, and ${describeSlot(slot)} is expected here`
}

function describeSlot({ kind, many }: Slot): string {
  if (kind === 'document') return 'the whole document'
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return many ? `a map of ${words}s` : `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

export function isSameKind(slot: Slot, target: TargetSlot): boolean {
  return typeof target === 'object' && slot.kind === target.kind && slot.many === target.many
}
