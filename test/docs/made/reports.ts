/** The formats of reports, as `gov help formats` tells them. */
import { formatMeanings } from '../../../src/reporters/index.ts'
import { code, plain, renderTable } from './tables.ts'

export function renderReportFormats(): string {
  const rows = Object.entries(formatMeanings).map(([format, meaning]) => [code(format), plain(meaning)])
  return renderTable(['format', 'for'], rows)
}
