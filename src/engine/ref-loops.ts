import { inReadingOrder, isItemOfChoice } from './ref-choices.ts'
import { type DocumentPlace, listAncestors, type RefPlace } from './ref-places.ts'

/** A reference's place, and its target if that is there. */
export interface LoopReference {
  readonly at: RefPlace
  readonly target: object | undefined
}

/** A chain of references that closes: at what, and by which reference. */
export interface Loop {
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

export interface Loops {
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
  const starts = new Set([...inReadingOrder(references), ...others])
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
    for (const each of later) follow(each, longer)
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
      const each = { ...reference, isChoice, from: beginning(reference.at, holder) }
      const known = held.get(holder.value)
      if (known) known.push(each)
      else held.set(holder.value, [each])
    }
  }
  return held
}

function beginning(at: DocumentPlace, holder: DocumentPlace): DocumentPlace {
  let from = at
  while (isItemOfChoice(from, holder)) from = from.parent?.parent ?? from
  return from
}
