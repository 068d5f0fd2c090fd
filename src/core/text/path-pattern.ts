/**
 * Whether `text` fits `pattern`: `*` stands for any characters, also none, and everything else for itself (paths hold
 * dots, slashes, braces and brackets of their own); `\*` is an asterisk. Takes time in proportion to both lengths,
 * multiplied at worst: patterns come from a file that anyone may edit.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  // Most patterns of many waivers differ from a text before their first asterisk.
  const start = pattern.indexOf('*')
  if (start === -1) return text === pattern
  if (pattern[start - 1] !== '\\' && !text.startsWith(pattern.slice(0, start))) return false
  const [first = '', ...others] = pattern.split(/(?<!\\)\*/).map((part) => part.replaceAll('\\*', '*'))
  const last = others.pop()
  if (last === undefined) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  const end = text.length - last.length
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
