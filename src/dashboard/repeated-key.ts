/**
 * A key that an object of a JSON text holds twice, or undefined. Parsers keep the last one silently, and an
 * answer that says two things is none. `text` has been parsed before.
 */
export function repeatedKey(text: string): string | undefined {
  /** The keys of each object that is open; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    if (character !== '"') continue
    const end = endOfText(text, at)
    const keys = open.at(-1)
    if (keys && isKey(text, end)) {
      const key = unquoteKey(text.slice(at, end))
      if (keys.has(key)) return key
      keys.add(key)
    }
    at = end - 1
  }
  return undefined
}

/** The offset after the closing quote of the string that begins at `start`. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text[first - 1] === '\\') first -= 1
  return (quote - first) % 2 === 1
}

function isKey(text: string, from: number): boolean {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}

/** A key may be written with escapes, and is the same key. */
function unquoteKey(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
