export function skipBlanks(text: string, from: number): number {
  let at = from
  for (;;) {
    const character = text[at]
    if (character === ' ' || character === '\t' || character === '\n' || character === '\r') at++
    else if (character === '#' && (at === 0 || /\s/.test(text[at - 1] ?? ''))) at = endOfLine(text, at)
    else return at
  }
}

/** Passes a key's colon, if there is one, and the anchors and tags before a value. */
export function skipProperties(text: string, from: number, hasColon: boolean): number {
  let at = skipBlanks(text, from)
  if (hasColon && text[at] === ':') at = skipBlanks(text, at + 1)
  while (text[at] === '&' || text[at] === '!') {
    while (at < text.length && /[^\s,[\]{}]/.test(text[at] ?? '')) at++
    at = skipBlanks(text, at)
  }
  return at
}

/** Before the `\n` or `\r\n`. */
export function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  if (newline === -1) return text.length
  return text[newline - 1] === '\r' && newline > from ? newline - 1 : newline
}

export function nextLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  return newline === -1 ? text.length : newline + 1
}

export function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** The end of a value with the comment on its line. */
export function endWithComment(text: string, end: number): number {
  const line = text.slice(end, endOfLine(text, end))
  return /^[ \t]*(?:#.*)?$/s.test(line) && /^(?:$|[ \t])/.test(line) ? end + line.trimEnd().length : end
}

export function readMargin(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, at), at))?.[0] ?? ''
}

export function beginsLine(text: string, at: number): boolean {
  return text.slice(startOfLine(text, at), at).trim() === ''
}
