import type { Reporter } from './reporter.ts'
import { createPalette } from './table/palette.ts'
import { textOf } from './table/text-of.ts'
import { verdictSection } from './table/verdict-section.ts'

/** The last lines of the table: pass or fail, and why. */
export const verdictOnly: Reporter = (report, { color, width }) =>
  textOf([verdictSection(report, { palette: createPalette(color), width })])
