/**
 * Whether `text` fits `pattern`: `*` stands for any characters, also none, and everything else for itself (paths hold
 * dots, slashes, braces and brackets of their own); `\*` is an asterisk. Takes time in proportion to both lengths,
 * multiplied at worst: patterns come from a file that anyone may edit.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  let star = findStar(pattern, 0)
  const first = readPart(pattern, 0, star)
  if (star === -1) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  // Most of many patterns differ from a text in their first part: the others are not read then.
  for (let next = findStar(pattern, star + 1); next !== -1; next = findStar(pattern, star + 1)) {
    const part = readPart(pattern, star + 1, next)
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
    star = next
  }
  const last = readPart(pattern, star + 1, -1)
  return at + last.length <= text.length && text.endsWith(last)
}

/** The next asterisk that stands for any characters; -1 for none. */
function findStar(pattern: string, from: number): number {
  let star = pattern.indexOf('*', from)
  while (pattern[star - 1] === '\\') star = pattern.indexOf('*', star + 1)
  return star
}

function readPart(pattern: string, from: number, to: number): string {
  const part = to === -1 ? pattern.slice(from) : pattern.slice(from, to)
  return part.includes('\\') ? part.replaceAll('\\*', '*') : part
}
