import { isRecord } from '../../core/model/record.ts'

/** A definition, as far as it tells which one it was. */
export interface Candidate {
  readonly file: string
  readonly value: unknown
}

/** Git's bound for renames: half of the content is equal. */
const leastAlike = 0.5

/** Pairs each renamed definition with one old file: half of their values are shared, in any notation, or they alone share a title. */
export function findRenamed(
  added: readonly Candidate[],
  removed: readonly Candidate[],
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>()
  const taken = new Set<string>()
  for (const { newFile, oldFile } of listLikePairs(added.map(describe), removed.map(describe))) {
    if (renamed.has(newFile) || taken.has(oldFile)) continue
    renamed.set(newFile, oldFile)
    taken.add(oldFile)
  }
  return renamed
}

type DescribedCandidate = ReturnType<typeof describe>

function describe({ file, value }: Candidate) {
  const title = isRecord(value) && isRecord(value.info) ? value.info.title : undefined
  return { file, title, leaves: collectLeaves(value) }
}

/** The most alike first. */
function listLikePairs(added: readonly DescribedCandidate[], removed: readonly DescribedCandidate[]) {
  const isOnly = (title: unknown) =>
    [...added, ...removed].filter((candidate) => candidate.title === title).length === 2
  const pairs = added.flatMap(({ file: newFile, title, leaves }) =>
    removed.map((old) => {
      const sharesTitle = title !== undefined && title === old.title && isOnly(title)
      const likeness = compareLeaves(leaves, old.leaves) + (sharesTitle ? leastAlike : 0)
      return { newFile, oldFile: old.file, likeness }
    }),
  )
  return pairs
    .filter(({ likeness }) => likeness >= leastAlike)
    .sort((first, second) => second.likeness - first.likeness)
}

/** Whether their content alone, whatever their titles, makes them versions of one definition. */
export function isAlike(first: unknown, second: unknown): boolean {
  return compareLeaves(collectLeaves(first), collectLeaves(second)) >= leastAlike
}

/** From 0 to 1: how much of the larger one is in both. */
function compareLeaves(first: Leaves, second: Leaves): number {
  let common = 0
  for (const [leaf, count] of first.counts) common += Math.min(count, second.counts.get(leaf) ?? 0)
  return common / Math.max(1, first.size, second.size)
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
