/** The JSON report, version 1, as a reader may rely on it. `docs/report.schema.json` is made from it. */
import { z } from 'zod'
import { comparison } from '../model/compare/comparison.ts'
import { evaluation } from '../model/evaluation.ts'
import type { EvaluatedReport, Report, UndecidedReport } from '../model/report.ts'
import { run } from '../model/run.ts'
import { count, text } from '../model/schema.ts'
import { decision, undecided } from './outcome-schema.ts'

const head = { version: z.literal(1) }
const checksum = text
  .optional()
  .describe('SHA-256 of the rest. gov refuses a saved report without it, or with another.')

const { evaluated_apis, elapsed_ms, error, rule_matches, ...found } = evaluation.shape
export const evaluated = z
  .object({
    ...head,
    outcome: decision,
    ...found,
    waived_count: count,
    baselined_count: count,
    known_count: count.optional().describe('Issues that were there at the base, counted or not.'),
    evaluated_apis,
    elapsed_ms,
    error,
    rule_matches,
    comparison: comparison.optional().describe('Comparison with an earlier run.'),
    run,
    checksum,
  })
  .meta({ title: 'A run that was evaluated, if not completely' }) satisfies z.ZodType<EvaluatedReport>

export const failed = z
  .object({ ...head, outcome: undecided, run, checksum })
  .meta({ title: 'A run that could not be decided' }) satisfies z.ZodType<UndecidedReport>

const undecidedKind = z.object({ outcome: z.object({ kind: z.literal('undecided') }) })

/** A report, or what is wrong with it. Fields that a later version adds are ignored: what is known keeps its meaning. */
export function parseReport(value: unknown): z.ZodSafeParseResult<Report> {
  return undecidedKind.safeParse(value).success ? failed.safeParse(value) : evaluated.safeParse(value)
}

/** The JSON Schema of the report (draft 2020-12). */
export function reportJsonSchema(): object {
  return z.toJSONSchema(z.union([evaluated, failed]).meta({ title: 'gov report' }), { io: 'input' })
}
