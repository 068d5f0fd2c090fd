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

/** Words from outside of the tables, as text that Markdown leaves alone. */
export function plain(text: string): string {
  return text.replaceAll(/[<*_]/g, (sign) => `\\${sign}`)
}
