import type { Target } from './refs.ts'
import { groupByCycle } from './strongly-connected.ts'

/** What a document's references look like as a whole. */
export interface RefGraph {
  /** Every object and array that a reference leads to. */
  readonly targets: ReadonlySet<object>
  /** The `$ref` objects that lead to something they are part of, by themselves or through others. */
  readonly circular: ReadonlySet<object>
  /** Whether some `$ref` has siblings. */
  readonly haveSiblings: boolean
}

/** A node on the way down; the chain of them is where a reference stands. */
interface Step {
  readonly value: object
  readonly parent: Step | undefined
}

interface Reference {
  readonly at: Step
  readonly target: object
}

/** Looks at every reference of some documents. `resolve` follows one without regard to cycles. */
export function readRefGraph(
  roots: readonly unknown[],
  resolve: (value: unknown) => Target | undefined,
): RefGraph {
  const references = roots.flatMap((root) => collect(root, resolve))
  const targets = new Set(references.map(({ target }) => target))
  const holders = new Map(references.map((reference) => [reference, holdersOf(reference.at, targets)]))
  const edges = new Map<object, Set<object>>()
  for (const [{ target }, held] of holders) {
    for (const holder of held) edges.set(holder, (edges.get(holder) ?? new Set()).add(target))
  }
  const groups = groupByCycle(edges)
  const circular = references.filter((reference) => {
    const group = groups.get(reference.target)
    return group !== undefined && holders.get(reference)?.some((holder) => groups.get(holder) === group)
  })
  return {
    targets,
    circular: new Set(circular.map(({ at }) => at.value)),
    haveSiblings: references.some(({ at }) => Object.keys(at.value).length > 1),
  }
}

function collect(root: unknown, resolve: (value: unknown) => Target | undefined): Reference[] {
  const references: Reference[] = []
  const pending: Step[] = []
  const push = (value: unknown, parent: Step | undefined) => {
    if (typeof value === 'object' && value !== null) pending.push({ value, parent })
  }
  push(root, undefined)
  for (let at = pending.pop(); at; at = pending.pop()) {
    const target = resolve(at.value)?.value
    if (typeof target === 'object' && target !== null) references.push({ at, target })
    for (const child of Array.isArray(at.value) ? at.value : Object.values(at.value)) push(child, at)
  }
  return references
}

/** The targets that a place is in, itself included. */
function holdersOf(place: Step, targets: ReadonlySet<object>): object[] {
  const holders: object[] = []
  for (let at: Step | undefined = place; at; at = at.parent) if (targets.has(at.value)) holders.push(at.value)
  return holders
}
