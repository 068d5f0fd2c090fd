/**
 * The candidate that `word` was most likely meant to be, or nothing when none is near. Near is at most one slip
 * in three letters, where a slip is a letter added, left out, replaced or swapped with its neighbour; letter case
 * and the choice between `_` and `-` do not count, and a word that goes on after a candidate of three letters or more
 * (`warning`, `warn`) is one slip away. Of two that are as near, the one that takes fewer letters to reach
 * wins, and then the first in the list. `most` slips at the most, where the word may as well be right.
 */
export function suggest(word: string, candidates: readonly string[], most?: number): string | undefined {
  return nearest(word, candidates, most)[0]
}

/** `; did you mean "warn"?`, or nothing: the end of a sentence about an unknown word. */
export function suggestionText(word: string, candidates: readonly string[]): string {
  const meant = suggest(word, candidates)
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
}

/** Up to five candidates: those with all the words of a longer name, near ones, the nearest first, and then those that contain it. */
export function suggestAll(word: string, candidates: readonly string[]): readonly string[] {
  const wanted = foldCase(word)
  const holding = wanted.length > 2 ? candidates.filter((name) => foldCase(name).includes(wanted)) : []
  const words = foldCase(word).split('_')
  const withAll = words.length < 3 ? [] : candidates.filter((name) => hasAll(foldCase(name), words))
  return [...new Set([...withAll, ...nearest(word, candidates), ...holding])].slice(0, 5)
}

function hasAll(name: string, words: readonly string[]): boolean {
  const own = name.split('_')
  return words.every((word) => own.includes(word))
}

function nearest(
  word: string,
  candidates: readonly string[],
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const wanted = foldCase(word)
  return candidates
    .map((candidate) => ({ candidate, ...countSlips(wanted, foldCase(candidate)) }))
    .filter(({ candidate: { length }, slips }) => {
      const allowed = Math.max(1, Math.floor(Math.max(wanted.length, length) / 3))
      return slips <= Math.min(most, allowed)
    })
    .sort((a, b) => a.slips - b.slips || a.letters - b.letters)
    .map(({ candidate }) => candidate)
}

/** Nobody mistypes a longer name, and comparing would cost its length squared. */
const longestWord = 64

function foldCase(word: string): string {
  return word.slice(0, longestWord).toLowerCase().replaceAll('-', '_')
}

function countSlips(word: string, candidate: string): { slips: number; letters: number } {
  const goesOn = candidate.length > 2 && word !== candidate && word.startsWith(candidate)
  const letters = measureDistance(word, candidate)
  return { slips: goesOn ? 1 : letters, letters }
}

/** How many slips turn `a` into `b` (optimal string alignment). */
function measureDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let slips = Math.min(
        readCell(previous, j) + 1,
        readCell(row, j - 1) + 1,
        readCell(previous, j - 1) + (same ? 0 : 1),
      )
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) slips = Math.min(slips, readCell(beforePrevious, j - 2) + 1)
      row.push(slips)
    }
    beforePrevious = previous
    previous = row
  }
  return readCell(previous, b.length)
}

function readCell(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
