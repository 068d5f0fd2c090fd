import { usageError } from '../core/model/errors.ts'
import { type Format, formats, isFormat } from '../core/model/formats.ts'
import type { Report } from '../core/model/report.ts'
import { tryMake } from '../core/model/try-make.ts'
import { loadReporter } from '../reporters/index.ts'
import { booleanOption, requireOptions } from './require-options.ts'

/** Options of `table`; formats for programs ignore them. */
export interface RenderOptions {
  /** Columns, at least 40; default: 80. */
  readonly width?: number | undefined
  readonly color?: boolean | undefined
  /** Only the verdict. */
  readonly quiet?: boolean | undefined
  /** Also the issues that a waiver or the baseline excuses. */
  readonly showWaived?: boolean | undefined
}

const narrowest = 40
const isNumber = (value: unknown) => typeof value === 'number' && !Number.isNaN(value)
const rows = {
  width: ['a number', isNumber],
  color: booleanOption,
  quiet: booleanOption,
  showWaived: booleanOption,
} as const

/** A report as text, as `--format` prints it. Throws GovError, usage: an unknown format or option, or not a report. */
export async function render(report: Report, format: Format, options: RenderOptions = {}): Promise<string> {
  if (!isFormat(format)) {
    const message = `${JSON.stringify(format)} is not a format`
    throw usageError('format-unknown', message, `The formats are ${formats.join(', ')}.`)
  }
  requireOptions('render', options, rows)
  await requireReport(report)
  const { width = 80, color = false } = options
  const view = { ...options, color, width: Math.max(narrowest, width) }
  const print = await loadReporter(format)
  return print(report, view)
}

/** Applies the rules for a saved report. Throws GovError, usage, for anything else, before a format renders it. */
async function requireReport(report: Report): Promise<void> {
  const { parseReport } = await import('../reporters/report-schema.ts')
  const print = await loadReporter('json')
  const view = { color: false, width: 80, quiet: false, showWaived: false }
  const checked = parseReport(tryMake((): unknown => JSON.parse(print(report, view))))
  if (checked.success) return
  const [first] = checked.error.issues
  const where = first?.path.length ? ` at ${first.path.join('.')}` : ''
  const message = `this is not a report${where}: ${first?.message ?? ''}`
  throw usageError('report-invalid', message, 'Give the report of check, or one that gov check saved.')
}
