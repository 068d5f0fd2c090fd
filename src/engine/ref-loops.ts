import { pathOfPlace, type RefPlace } from './ref-places.ts'

/** What it is about a reference: where it stands, and what it leads to. */
export interface LoopReference {
  readonly at: RefPlace
  readonly target: object
}

/**
 * The targets at which a chain of references closes, as vacuum finds them: it goes along the references in the order of
 * the document, those in `allOf`, `anyOf` and `oneOf` first. It follows no reference to such a target, and all others, so
 * that what it sees has an end.
 */
export function loopPoints(
  references: readonly LoopReference[],
  edges: ReadonlyMap<object, ReadonlySet<object>>,
): ReadonlySet<object> {
  const inChoices = new Set(references.filter(({ at }) => isChoice(at)).map(({ target }) => target))
  const [open, done, found] = [new Set<object>(), new Set<object>(), new Set<object>()]
  const nextOf = (target: object): readonly object[] => {
    const next = [...(edges.get(target) ?? [])]
    return [...next.filter((each) => inChoices.has(each)), ...next.filter((each) => !inChoices.has(each))]
  }
  for (const { target: start } of references) {
    if (done.has(start)) continue
    const pending = [{ target: start, next: nextOf(start), index: 0 }]
    for (let at = pending.at(-1); at; at = pending.at(-1)) {
      open.add(at.target)
      const to = at.next[at.index++]
      if (to === undefined) {
        pending.pop()
        open.delete(at.target)
        done.add(at.target)
      } else if (open.has(to)) found.add(to)
      else if (!done.has(to)) pending.push({ target: to, next: nextOf(to), index: 0 })
    }
  }
  return found
}

function isChoice(at: RefPlace): boolean {
  return ['allOf', 'anyOf', 'oneOf'].includes(String(pathOfPlace(at).at(-2)))
}
