import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { SentDefinition } from '../sources/bundle-definition.ts'

/** Says of issues whether `gov fix` would fix them, as far as that is known without making the fixes. */
export interface FixMarks {
  /** The issues of a definition, while it is at hand. */
  readonly mark: (issues: readonly Issue[], source: SentDefinition) => readonly Issue[]
  /** The report with its marks: of issues that count, in a complete run. */
  readonly settle: (report: EvaluatedReport) => EvaluatedReport
}
