import type { Edit } from './change.ts'

/** Takes edits as long as they do not overlap. */
export interface Choice {
  /** Whether all may be taken. The same edit may be taken twice. */
  readonly isFree: (edits: readonly Edit[]) => boolean
  readonly take: (edits: readonly Edit[]) => void
}

export function createChoice(): Choice {
  /** In the order of the text; none overlaps the next. */
  const taken: Edit[] = []

  function placeOf({ start, end }: Edit): number {
    let [low, high] = [0, taken.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const each = taken[middle]
      if (each && (each.start < start || (each.start === start && each.end <= end))) low = middle + 1
      else high = middle
    }
    return low
  }

  function isFreeAlone(edit: Edit): boolean {
    const place = placeOf(edit)
    for (let index = place - 1; index >= 0 && (taken[index]?.end ?? 0) >= edit.start; index--) {
      const each = taken[index]
      if (each && isSame(each, edit)) return true
      if (each && overlap(each, edit)) return false
    }
    const next = taken[place]
    return next === undefined || !overlap(edit, next)
  }

  return {
    isFree: (edits) => edits.every(isFreeAlone),
    take: (edits) => {
      for (const edit of edits) taken.splice(placeOf(edit), 0, edit)
    },
  }
}

function isSame(one: Edit, other: Edit): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text
}

/** Two texts at one place do not overlap, and follow each other. */
function overlap(one: Edit, other: Edit): boolean {
  return one.start < other.end && other.start < one.end
}
