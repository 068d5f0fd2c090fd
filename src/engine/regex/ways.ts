import type { Regex } from './tree.ts'

/**
 * In how many ways an expression can be tried on a text of `length` characters, at most: an upper bound of what a
 * backtracking engine does. Infinity where that is more than can be counted.
 */
export function waysToTry(regex: Regex, length: number): number {
  return (isAnchored(regex) ? 1 : length + 1) * ways(regex, length)
}

function ways(regex: Regex, length: number): number {
  switch (regex.kind) {
    case 'char':
    case 'edge':
    case 'opaque':
      return 1
    case 'look':
      return ways(regex.item, length)
    case 'sequence':
      return regex.items.reduce((product, item) => product * ways(item, length), 1)
    case 'choice':
      return regex.options.reduce((sum, option) => sum + ways(option, length), 0)
    case 'repeat':
      return repeated(ways(regex.item, length), regex.min, Math.min(regex.max, Math.max(regex.min, length)))
  }
}

function repeated(each: number, min: number, max: number): number {
  const counts = max - min + 1
  return each <= 1 ? counts : each ** max * counts
}

/** Whether a match can only begin where the text does. */
export function isAnchored(regex: Regex): boolean {
  if (regex.kind === 'edge') return regex.edge === 'start'
  if (regex.kind === 'choice') return regex.options.every(isAnchored)
  const [first] = regex.kind === 'sequence' ? regex.items : []
  return first !== undefined && isAnchored(first)
}

/** Whether a part of it is for the engine of the platform alone. */
export function isOpaque(regex: Regex): boolean {
  switch (regex.kind) {
    case 'opaque':
      return true
    case 'look':
    case 'repeat':
      return isOpaque(regex.item)
    case 'sequence':
      return regex.items.some(isOpaque)
    case 'choice':
      return regex.options.some(isOpaque)
    default:
      return false
  }
}
