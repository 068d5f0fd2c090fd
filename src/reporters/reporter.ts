import type { IssueFixes } from '../core/model/fixes.ts'
import type { Report } from '../core/model/report.ts'
import type { Selection } from './selection.ts'

/** The text of a file that was checked; undefined where it is not at hand. */
export type ReadSourceText = (file: string) => string | undefined

/** The address of a place in a local file; empty for one that has none. */
export type PlaceLinker = (file: string, line: number, column: number) => string

/** Facts that a reporter may know of where its text goes. */
export interface ReportView {
  readonly color: boolean
  /** Columns, at least 40. Only a format for people looks at it. */
  readonly width: number
  /** Only the verdict. A format for programs stays whole. */
  readonly quiet?: boolean | undefined
  /** Filters tables; formats for programs list everything. */
  readonly select?: Selection | undefined
  /** Lists all that is selected, however much, as a file has room for it. */
  readonly isWhole?: boolean | undefined
  readonly sourceText?: ReadSourceText | undefined
  /** For a terminal that shows links, and for a page of which the forge has the files. */
  readonly linkPlace?: PlaceLinker | undefined
  readonly fixes?: IssueFixes | undefined
  /** Lists the issues that a waiver or the baseline excuses, with why. A format for programs always does. */
  readonly showWaived?: boolean | undefined
  /** UTF-16 units that the place of a Markdown text takes; absent: a comment on a pull request. */
  readonly maxCharacters?: number | undefined
}

/** A report as text in one format, complete with its last newline. The same input gives the same bytes. */
export type Reporter = (report: Report, view: ReportView) => string

/** A reporter that gives its text in pieces, so that the whole of it need not be there at once. */
export type PiecewiseReporter = (report: Report, view: ReportView) => Iterable<string>
