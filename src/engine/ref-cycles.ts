import { findLoops } from './ref-loops.ts'
import { listAncestors, pathOfPlace, type RefPlace, type RefTarget, refPlaces } from './ref-places.ts'
import { groupByCycle } from './strongly-connected.ts'

/** A document's references as a whole. */
export interface RefGraph {
  /** Every object and array that a reference leads to. */
  readonly targets: ReadonlySet<object>
  /** The `$ref` objects that lead to something they are part of, by themselves or through others. */
  readonly circular: ReadonlySet<object>
  /**
   * For vacuum: references that lead to where a chain of references closes, and those below a key with `x-`.
   */
  readonly looping: () => ReadonlySet<object>
  /** Whether some `$ref` has siblings. */
  readonly haveSiblings: boolean
}

interface CycleReference {
  readonly at: RefPlace
  readonly target: object
}

/** Looks at every reference of some documents. `resolve` follows one without regard to cycles. */
export function readRefGraph(
  roots: readonly unknown[],
  resolve: (value: unknown) => RefTarget | undefined,
): RefGraph {
  const references = roots.flatMap((root) => collectReferences(root, resolve))
  const targets = new Set(references.map(({ target }) => target))
  const edges = collectEdges(references, targets)
  const groups = groupByCycle(edges)
  const isCircular = ({ at, target }: CycleReference) => {
    const group = groups.get(target)
    return group !== undefined && listAncestors(at).some(({ value }) => groups.get(value) === group)
  }
  return {
    targets,
    circular: new Set(references.filter(isCircular).map(({ at }) => at.value)),
    looping: () => {
      const points = new Set(findLoops(references).loops.map(({ target }) => target))
      const isUnseen = ({ at, target }: CycleReference) => points.has(target) || isInExtension(at)
      return new Set(references.filter(isUnseen).map(({ at }) => at.value))
    },
    haveSiblings: references.some(({ at }) => Object.keys(at.value).length > 1),
  }
}

function collectReferences(
  root: unknown,
  resolve: (value: unknown) => RefTarget | undefined,
): CycleReference[] {
  const references: CycleReference[] = []
  for (const at of refPlaces(root)) {
    const target = resolve(at.value)?.value
    if (typeof target === 'object' && target !== null) references.push({ at, target })
  }
  return references
}

/** From each target to those that references in it lead to. */
function collectEdges(
  references: readonly CycleReference[],
  targets: ReadonlySet<object>,
): Map<object, Set<object>> {
  const edges = new Map<object, Set<object>>()
  for (const { at, target } of references) {
    for (const holder of listAncestors(at)) {
      if (!targets.has(holder.value)) continue
      const known = edges.get(holder.value)
      if (known) known.add(target)
      else edges.set(holder.value, new Set([target]))
    }
  }
  return edges
}

/** Below a key with `x-`. */
export function isInExtension(at: RefPlace): boolean {
  return pathOfPlace(at).some((key) => String(key).startsWith('x-'))
}
