/**
 * A YAML text whose lines before the one at `offset` are empty but for the keys that this line is below: the rest may be
 * broken. Of as many characters, so that offsets stay.
 */
export function ancestorsOnly(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
  const lines = text.slice(0, start).split(/(?<=\n)/)
  let limit = /^(?: |- (?! *$))*/.exec(text.slice(start, offset))?.[0].length ?? 0
  // The dashes of the line itself may stand where the key above them does.
  if (text.slice(start, offset).includes('- ')) limit = text.slice(start, offset).indexOf('-') + 1
  for (let index = lines.length - 1; index >= 0; index--) {
    const { kept, indent } = keysOf(lines[index] ?? '', limit)
    lines[index] = kept
    limit = indent
  }
  return lines.join('') + text.slice(start)
}

const parts = /^( *)((?:- +)*)("[^"\n]*"|'[^'\n]*'|[^\s#"'{[&*!|>%@`-][^\n#]*?)?(:)(?=\s|$)/

function keysOf(line: string, limit: number): { readonly kept: string; readonly indent: number } {
  const [, spaces = '', dashes = '', key = '', colon = ''] = parts.exec(line) ?? /^( *)(- +)/.exec(line) ?? []
  const column = spaces.length + dashes.length
  const isAbove = key !== '' && column < limit
  const isItem = dashes !== '' && spaces.length < limit
  const text = isAbove ? `${spaces}${dashes}${key}${colon}` : isItem ? `${spaces}${dashes}` : ''
  const indent = isItem ? spaces.length + 1 : isAbove ? column : limit
  return { kept: text + line.slice(text.length).replace(/[^\r\n]/g, ' '), indent }
}
