import type { EvaluatedReport } from '../../model/report.ts'

/** The report fields that a comparison needs. */
export type Compared = Pick<EvaluatedReport, 'rulesets' | 'issues' | 'run'>
