import { usageError } from '../model/errors.ts'
import { type Format, formats, isFormat } from '../model/formats.ts'
import type { Report } from '../model/report.ts'
import { loadReporter } from '../reporters/index.ts'

/** What `table` looks at; formats for programs are the same whatever is given. */
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

/** A report as text, as `--format` prints it. Throws GovError, usage, for a format that is not known. */
export async function render(report: Report, format: Format, options: RenderOptions = {}): Promise<string> {
  if (!isFormat(format)) {
    const message = `${JSON.stringify(format)} is not a format`
    throw usageError('format-unknown', message, `The formats are ${formats.join(', ')}.`)
  }
  const { width = 80, color = false } = options
  const view = { ...options, color, width: Math.max(narrowest, width) }
  const print = await loadReporter(format, view)
  return print(report, view)
}
