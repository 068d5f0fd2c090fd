import { excerpt } from './wording.ts'

/**
 * The text with each `file:line:column` as a link to the file, for a terminal that has them (OSC 8): what is seen, and
 * how wide it is, stays. `files` are the addresses of files by the names that issues have for them; `endOf` is what the
 * address of a place in one ends in.
 */
export function withHyperlinks(
  text: string,
  files: ReadonlyMap<string, string>,
  endOf: (line: string, column: string) => string = () => '',
): string {
  const shown = new Map([...files].map(([name, url]) => [excerpt(name), url]))
  const names = [...shown.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const place = new RegExp(`(?<![^\\s])(${names.map(escaped).join('|')}):(\\d+):(\\d+)(?!\\S)`, 'g')
  return text.replace(place, (found, name: string, line: string, column: string) => {
    const url = (shown.get(name) ?? '') + endOf(line, column)
    return `${start}${url}${end}${found}${start}${end}`
  })
}

const [start, end] = ['\u001b]8;;', '\u0007']

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
