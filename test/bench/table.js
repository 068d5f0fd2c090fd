/** A Markdown table whose columns are aligned, to be read and to be pasted. */
export function table(head, body) {
  const rows = body.map((cells) => head.map((_, column) => cells[column] ?? ''))
  const widths = head.map((title, column) => {
    return Math.max(title.length, ...rows.map((cells) => (isNote(cells[column]) ? 0 : cells[column].length)))
  })
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('')
}

/** A reason may be long; it does not widen its column. */
function isNote(cell) {
  return cell.startsWith('FAILED')
}
