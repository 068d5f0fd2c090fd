/** Codes of the characters that mean something between tokens. */
export const tab = 0x09
export const newline = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const doubleQuote = 0x22
export const hash = 0x23
export const singleQuote = 0x27
export const comma = 0x2c
export const dash = 0x2d
export const colon = 0x3a
export const greater = 0x3e
export const question = 0x3f
export const openArray = 0x5b
export const backslash = 0x5c
export const closeArray = 0x5d
export const openObject = 0x7b
export const pipe = 0x7c
export const closeObject = 0x7d

/** Whether it opens a collection. */
export function isBracket(code: number): boolean {
  return code === openArray || code === openObject
}

/** Marks that end plain text within brackets, even without a blank behind them. */
export function isFlowMark(code: number): boolean {
  return (
    code === comma || code === openArray || code === closeArray || code === openObject || code === closeObject
  )
}
