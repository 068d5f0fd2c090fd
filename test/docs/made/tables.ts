/** A table of Markdown; a cell may hold any text. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(renderCell).join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')).replaceAll(' ', '') + rows.map(line).join('')
}

function renderCell(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

/** Words of the program, as text that Markdown leaves alone; what they have in backticks is code. */
export function plain(text: string): string {
  return text.replaceAll(/`[^`]*`|[<*_]/g, (part) => (part.length > 1 ? part : `\\${part}`))
}
