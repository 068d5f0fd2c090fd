import { oneLine, withoutLineCommands } from './sanitize.ts'

/**
 * Rows as RFC 4180 has them. Foreign text that a spreadsheet would run as a formula begins with an apostrophe, which a
 * spreadsheet shows as text; so does what comes behind a `;`, which separates cells in many countries. Spreadsheets take the
 * wide and small forms of these characters as well.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return withoutLineCommands(rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join(''))
}

const formulaStart = /(^|;)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/g

function quoteCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = oneLine(value)
  const safe = text.replaceAll(formulaStart, "$1'")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
