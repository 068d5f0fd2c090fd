import { Chalk, type ChalkInstance } from 'chalk'
import type { Severity } from '../../core/model/severity.ts'
import type { ReportView } from '../reporter.ts'

export type Paint = (text: string) => string

/** The few styles of a table. They only repeat what the words say: without colour nothing is lost. */
export interface Palette {
  readonly severity: Record<Severity, Paint>
  readonly title: Paint
  readonly quiet: Paint
  readonly pass: Paint
  readonly fail: Paint
}

/** How a section of the table is drawn. */
export interface TableStyle extends Pick<ReportView, 'width' | 'sourceText' | 'linkPlace'> {
  readonly palette: Palette
}

/** The sixteen colours of every terminal, in the user's own theme. */
export function createPalette(color: boolean): Palette {
  const chalk = new Chalk({ level: color ? 1 : 0 })
  /** chalk joins all its arguments: given to `map` as it is, it would print the index too. */
  const one =
    (style: ChalkInstance): Paint =>
    (text) =>
      style(text)
  return {
    severity: {
      error: one(chalk.red),
      warn: one(chalk.yellow),
      info: one(chalk.cyan),
      hint: one(chalk.dim),
    },
    title: one(chalk.bold),
    quiet: one(chalk.dim),
    pass: one(chalk.bold.green),
    fail: one(chalk.bold.red),
  }
}

export function keepText(text: string): string {
  return text
}
