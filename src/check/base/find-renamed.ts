import { isRecord } from '../../core/model/record.ts'

/** A definition, as far as it tells which one it was. */
export interface Candidate {
  readonly file: string
  readonly value: unknown
}

/** Git's bound for renames: half of the content is equal. */
const leastAlike = 0.5

/**
 * Pairs each renamed definition with one old file: the two share at least half of their values, in any
 * notation and order, or are the only ones of their title. A definition without a pair is new.
 */
export function findRenamed(
  added: readonly Candidate[],
  removed: readonly Candidate[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const { one, other } of pairCandidates(added, removed)) {
    if (found.has(one) || taken.has(other)) continue
    found.set(one, other)
    taken.add(other)
  }
  return found
}

/** The most alike first. */
function pairCandidates(added: readonly Candidate[], removed: readonly Candidate[]) {
  const earlier = removed.map(({ file, value }) => ({
    file,
    title: findTitle(value),
    leaves: collectLeaves(value),
  }))
  const countTitle = (title: unknown, all: readonly { readonly title: unknown }[]) =>
    all.filter((each) => each.title === title).length
  const titles = added.map(({ value }) => ({ title: findTitle(value) }))
  const pairs = added.flatMap(({ file: one, value }) => {
    const [title, leaves] = [findTitle(value), collectLeaves(value)]
    return earlier.map(({ file: other, title: before, leaves: others }) => {
      const isOnly =
        title !== undefined &&
        title === before &&
        countTitle(title, titles) + countTitle(title, earlier) === 2
      return { one, other, alike: alike(leaves, others) + (isOnly ? leastAlike : 0) }
    })
  })
  return pairs.filter((pair) => pair.alike >= leastAlike).sort((a, b) => b.alike - a.alike)
}

function findTitle(value: unknown): unknown {
  return isRecord(value) && isRecord(value.info) ? value.info.title : undefined
}

/** Whether their content alone, whatever their titles, makes them versions of one definition. */
export function isAlike(one: unknown, other: unknown): boolean {
  return alike(collectLeaves(one), collectLeaves(other)) >= leastAlike
}

/** From 0 to 1: how much of the larger one is in both. */
function alike(one: Leaves, other: Leaves): number {
  let common = 0
  for (const [leaf, count] of one.counts) common += Math.min(count, other.counts.get(leaf) ?? 0)
  return common / Math.max(1, one.size, other.size)
}

interface Leaves {
  readonly counts: ReadonlyMap<string, number>
  readonly size: number
}

/** Every value that holds no others, with the two keys above it; places in lists do not count. */
function collectLeaves(root: unknown): Leaves {
  const counts = new Map<string, number>()
  let size = 0
  const pending: { readonly value: unknown; readonly above: string; readonly key: string }[] = [
    { value: root, above: '', key: '' },
  ]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, above, key } = next
    if (Array.isArray(value)) for (const item of value) pending.push({ value: item, above, key })
    else if (isRecord(value))
      for (const [name, child] of Object.entries(value)) pending.push({ value: child, above: key, key: name })
    else {
      const leaf = JSON.stringify([above, key, String(value)])
      counts.set(leaf, (counts.get(leaf) ?? 0) + 1)
      size += 1
    }
  }
  return { counts, size }
}
