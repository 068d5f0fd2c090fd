import { oneLine, withoutLineCommands } from './sanitize.ts'

/**
 * Rows as RFC 4180 has them. Foreign text that a spreadsheet would run as a formula begins with an apostrophe, which a
 * spreadsheet shows as text.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return withoutLineCommands(rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''))
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = oneLine(value)
  const safe = /^\s*[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
