import { skipSpace, skipString } from '../core/text/json.ts'

/** A key that an object of a valid JSON text holds twice, or undefined. Parsers keep the last, but such an answer says two things. */
export function findRepeatedKey(text: string): string | undefined {
  /** The keys of each object that is open; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    if (character !== '"') continue
    const end = skipString(text, at)
    const keys = open.at(-1)
    if (keys && text[skipSpace(text, end)] === ':') {
      const key = unquoteKey(text.slice(at, end))
      if (keys.has(key)) return key
      keys.add(key)
    }
    at = end - 1
  }
  return undefined
}

/** A key may be written with escapes, and is the same key. */
function unquoteKey(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
