/**
 * The few moves over JSON text that is known to be valid. Each takes an offset and gives the offset after what it
 * passed; none looks at what it passes.
 */
export const char = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

/** Spaces, tabs and line ends. */
export function skipSpace(text: string, offset: number): number {
  let at = offset
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

/** A string, from its opening quote to behind the closing one. */
export function skipString(text: string, offset: number): number {
  let at = text.indexOf('"', offset + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at + 1
}

/** Any value, containers with all they hold. Deep ones need no stack. */
export function skipValue(text: string, offset: number): number {
  const first = text.charCodeAt(offset)
  if (first === char.quote) return skipString(text, offset)
  if (first !== char.openObject && first !== char.openArray) return skipBare(text, offset)
  let depth = 0
  let at = offset
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === char.quote) {
      at = skipString(text, at)
      continue
    }
    at++
    if (code === char.openObject || code === char.openArray) depth++
    else if ((code === char.closeObject || code === char.closeArray) && --depth === 0) break
  }
  return at
}

function isEscaped(text: string, offset: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(offset - 1 - backslashes) === char.backslash) backslashes++
  return backslashes % 2 === 1
}

/** Numbers, `true`, `false`, `null`: up to a delimiter. */
function skipBare(text: string, offset: number): number {
  let at = offset
  while (at < text.length && !isDelimiter(text.charCodeAt(at))) at++
  return at
}

function isDelimiter(code: number): boolean {
  return code <= 0x20 || code === char.comma || code === char.closeArray || code === char.closeObject
}
