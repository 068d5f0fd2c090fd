import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import { refOf } from '../../pointer.ts'
import { pathOfPlace, type Target, type Way } from '../../ref-places.ts'
import { followRefs } from '../../refs.ts'
import type { WholeDocument } from '../../rule.ts'
import { perDocument } from '../facts.ts'
import { type Kind, type Slot, shape } from './shape.ts'

/** One object of a document, and where it is written. */
export interface Part {
  readonly value: Readonly<Record<string, unknown>>
  readonly path: () => Path
}

interface Found {
  readonly kind: Kind
  readonly value: unknown
  readonly place: Way
}

type Parts = ReadonlyMap<Kind, readonly Part[]>

const readParts = perDocument(collect)

const start: Way = { key: '', parent: undefined }

/**
 * Every object of a kind in an OpenAPI document, where it is written: those that stand where the
 * specification has them, and what their `$ref`s lead to, in files as well. Data that looks like one (an example, an extension)
 * is none.
 */
export function partsOf(document: WholeDocument, kind: Kind): readonly Part[] {
  return readParts(document)?.get(kind) ?? []
}

/**
 * First what is in the document itself, aliases of YAML at each of their places; then what references lead to, if
 * it has not been seen: so a walk ends, and a reference adds nothing that is there anyway.
 */
function collect(root: object, files: WholeDocument['files']): Parts {
  const follow = followRefs(root, files)
  const parts = new Map<Kind, Part[]>()
  const seen = new Map<object, Kind>()
  const waiting: Found[] = [{ kind: 'document', value: root, place: start }]
  const references: Found[] = []
  for (let next = waiting.pop(); next; next = waiting.pop() ?? nextTarget(references, follow, seen)) {
    const { kind, value, place } = next
    if (refOf(value) !== undefined) references.push(next)
    else if (isRecord(value)) {
      seen.set(value, kind)
      const list = parts.get(kind) ?? []
      list.push({ value, path: () => pathOfPlace(place) })
      parts.set(kind, list)
      if (isVersion2Schema(root, kind, value)) waiting.push({ kind: 'schema', value, place })
      waiting.push(...childrenOf(kind, value, place))
    }
  }
  return parts
}

function nextTarget(
  references: Found[],
  follow: (value: unknown) => Target | undefined,
  seen: ReadonlyMap<object, Kind>,
): Found | undefined {
  for (let reference = references.pop(); reference; reference = references.pop()) {
    const { kind } = reference
    const target = follow(reference.value)
    if (target && isRecord(target.value) && seen.get(target.value) !== kind) {
      return { kind, value: target.value, place: placeOf(target.path) }
    }
  }
  return undefined
}

/** In version 2 a parameter or header that is not a body says its type itself. */
function isVersion2Schema(root: object, kind: Kind, value: object): boolean {
  return 'swagger' in root && (kind === 'parameter' || kind === 'header') && 'type' in value
}

function childrenOf(kind: Kind, value: Readonly<Record<string, unknown>>, place: Way): readonly Found[] {
  if (kind === 'callback') return entriesOf({ kind: 'pathItem', many: true, extensible: true }, value, place)
  const found: Found[] = []
  const slots = shape[kind]
  for (const [key, child] of Object.entries(value)) {
    const slot = Object.hasOwn(slots, key) ? slots[key] : undefined
    if (slot) found.push(...entriesOf(slot, child, { key, parent: place }))
  }
  return found
}

/** `items` may hold a list in older schemas: a list is always many. */
function entriesOf(slot: Slot, value: unknown, place: Way): readonly Found[] {
  const { kind } = slot
  if (Array.isArray(value))
    return value.map((each, key) => ({ kind, value: each, place: { key, parent: place } }))
  if (!slot.many) return [{ kind, value, place }]
  if (!isRecord(value)) return []
  return Object.entries(value)
    .filter(([key]) => !slot.extensible || !key.startsWith('x-'))
    .map(([key, each]) => ({ kind, value: each, place: { key, parent: place } }))
}

function placeOf(path: Path): Way {
  return path.reduce<Way>((parent, key) => ({ key, parent }), start)
}
