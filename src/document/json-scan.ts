import { backslash, closeArray, closeObject, comma, doubleQuote } from './char.ts'

/**
 * The few moves over JSON text that is known to be valid. Each takes an offset and gives the offset after what it
 * passed; none looks at what it passes.
 */

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

/** A string, a number, `true`, `false` or `null`. */
export function skipScalar(text: string, offset: number): number {
  if (text.charCodeAt(offset) === doubleQuote) return skipString(text, offset)
  let at = offset
  while (at < text.length && !isDelimiter(text.charCodeAt(at))) at++
  return at
}

function isEscaped(text: string, offset: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(offset - 1 - backslashes) === backslash) backslashes++
  return backslashes % 2 === 1
}

function isDelimiter(code: number): boolean {
  return code <= 0x20 || code === comma || code === closeArray || code === closeObject
}
