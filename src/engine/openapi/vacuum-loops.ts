import { compareText } from '../../core/text/compare-text.ts'
import { addToGroup } from '../../core/text/group-by.ts'
import { type DocumentPlace, listAncestors, type RefPlace, toPath } from './places.ts'

/** A reference's place, and its target if that is there. */
export interface LoopReference {
  readonly at: RefPlace
  readonly target: object | undefined
}

/** A chain of references that closes: at what, and by which reference. */
interface Loop {
  readonly target: object
  readonly by: RefPlace
  /** It is an item of a choice. */
  readonly isChoice: boolean
}

/** A reference below a target. */
interface Held extends LoopReference {
  readonly isChoice: boolean
  /** Vacuum gets there from here without looking into the value of a key. */
  readonly from: DocumentPlace
}

interface Loops {
  readonly loops: readonly Loop[]
  /** References to what is not there, but for choices, that were met on the way. */
  readonly lost: readonly RefPlace[]
}

/** Vacuum gives up a chain that is longer. */
const longestChain = 100

/**
 * Where chains of references close, as vacuum finds it: it begins with what references lead to, and then with `others`. Of
 * each, it follows the choices when it sees them, all else after that, and it looks no further into what a chain closed at.
 */
export function findLoops(references: readonly LoopReference[], others: readonly object[] = []): Loops {
  const starts = new Set([...sortByReading(references), ...others])
  const held = listHeldReferences(references, starts)
  const done = new Set<object>()
  const loops = new Map<object, Loop>()
  const lost = new Set<RefPlace>()

  function follow({ target, at, isChoice }: Held, chain: readonly object[]): void {
    if (target === undefined) lost.add(at)
    else if (!chain.includes(target)) visit(target, chain)
    else if (!loops.has(target)) loops.set(target, { target, by: at, isChoice })
  }

  function visit(target: object, chain: readonly object[]): void {
    if (done.has(target)) return
    const longer = [...chain, target]
    const later = longer.length > longestChain ? [] : chooseFirst(target, longer)
    for (const loopReference of later) follow(loopReference, longer)
    done.add(target)
  }

  /** Follows the choices. Returns the others. */
  function chooseFirst(target: object, chain: readonly object[]): readonly Held[] {
    const others: Held[] = []
    let open: readonly DocumentPlace[] | undefined
    for (const each of held.get(target) ?? []) {
      if (open && !open.includes(each.from)) continue
      if (!each.isChoice) others.push(each)
      else if (each.target && !loops.has(each.target)) follow(each, chain)
      if (!open && loops.has(target)) open = listAncestors(each.from, target)
    }
    return others
  }

  for (const start of starts) visit(start, [])
  return { loops: [...loops.values()], lost: [...lost] }
}

/** The references below each target, in the order of the document. */
function listHeldReferences(
  references: readonly LoopReference[],
  targets: ReadonlySet<object>,
): ReadonlyMap<object, readonly Held[]> {
  const held = new Map<object, Held[]>()
  for (const reference of references) {
    for (const holder of listAncestors(reference.at)) {
      if (!targets.has(holder.value)) continue
      const isChoice = isItemOfChoice(reference.at, holder)
      const each = { ...reference, isChoice, from: findBeginning(reference.at, holder) }
      addToGroup(held, holder.value, each)
    }
  }
  return held
}

function findBeginning(at: DocumentPlace, holder: DocumentPlace): DocumentPlace {
  let from = at
  while (isItemOfChoice(from, holder)) from = from.parent?.parent ?? from
  return from
}

const names = ['allOf', 'anyOf', 'oneOf']
const choices = new Set<unknown>(names)

/** Whether a place is an item of a choice, seen from `holder`. Vacuum sees no choice in what is beside `properties`. */
function isItemOfChoice(at: DocumentPlace, holder: DocumentPlace): boolean {
  const mapping = at.parent?.parent
  if (!mapping || at === holder || at.parent === holder) return false
  if (!Array.isArray(at.parent.value) || !choices.has(at.parent.key)) return false
  const above = mapping === holder ? undefined : mapping.parent?.value
  return !above || Array.isArray(above) || !('properties' in above)
}

/** Whether vacuum takes it for part of a choice: what is below one is, and what follows one in the same mapping. */
export function isInChoice(place: DocumentPlace): boolean {
  for (let at = place; at.parent; at = at.parent) {
    const { value: mapping } = at.parent
    if (Array.isArray(mapping) || !names.some((name) => Object.hasOwn(mapping, name))) continue
    const members = Object.entries(mapping)
    const first = members.findIndex(([key, value]) => choices.has(key) && typeof value === 'object' && value)
    if (first !== -1 && first <= members.findIndex(([key]) => key === at.key)) return true
  }
  return false
}

/** The targets of references in vacuum's order: those outside of choices first, then the others by name. */
function sortByReading(references: readonly LoopReference[]): readonly object[] {
  const read = references.filter(({ at }) => isRead(at))
  const isPart = new Set(read.filter(({ at }) => isInChoice(at)))
  const parts = [...isPart].sort((a, b) => compareText(a.at.ref, b.at.ref))
  const found = [...read.filter((reference) => !isPart.has(reference)), ...parts].map(({ target }) => target)
  return found.filter((target) => target !== undefined)
}

/** Whether vacuum reads the reference: it reads none below a key with `x-`, or in an example. */
export function isRead(place: RefPlace): boolean {
  const keys = toPath(place).filter((key) => typeof key === 'string')
  return !keys.some((key, index) => key.startsWith('x-') || isSample(keys, index))
}

function isSample(keys: readonly string[], index: number): boolean {
  if (/^(?:patternP|p)roperties$/.test(keys[index - 1] ?? '')) return false
  if (keys[index] === 'example') return index < keys.length - 1
  return keys[index] === 'examples' && /^(?:dataV|v)alue$/.test(keys[index + 2] ?? '')
}
