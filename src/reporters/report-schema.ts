import { z } from 'zod'
import { comparison } from '../core/model/comparison.ts'
import { exitCodes } from '../core/model/errors.ts'
import { evaluation } from '../core/model/evaluation.ts'
import * as gaps from '../core/model/gap.ts'
import { errorExitCode, failure } from '../core/model/gap.ts'
import { type Issue, issue, ruleHelp } from '../core/model/issue.ts'
import { chooseExitCode, holds, type Outcome } from '../core/model/outcome.ts'
import * as reasons from '../core/model/reason.ts'
import type { EvaluatedReport, Report, UndecidedReport } from '../core/model/report.ts'
import { run } from '../core/model/run.ts'
import { count, optional, text } from '../core/model/schema.ts'

const { pass, policy } = exitCodes

/** A gap or a reason as it is in the JSON: its values decide, and `message`, second, says the same for people. */
function worded<Schema extends z.core.SomeType>(schema: Schema): Schema
function worded(schema: z.core.SomeType): z.core.SomeType {
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.clone({ ...schema.def, options: schema.options.map((option) => worded(option)) })
  if (!(schema instanceof z.ZodObject)) return schema
  const { kind, gap, ...values } = schema.shape
  const message = text.describe('Made from the values.')
  const words = z.object({ kind, message, ...values, ...(gap && { gap: worded(gap) }) })
  return schema.description === undefined ? words : words.describe(schema.description)
}

const gap = worded(gaps.gap).meta({ id: 'Gap', description: gaps.gap.description })
const reason = worded(reasons.reason).meta({ id: 'Reason', description: reasons.reason.description })

const held = z.array(reason).refine((all) => all.every(holds), 'one does not hold')

function areBroken(all: readonly reasons.Reason[]): boolean {
  return !all.some(holds)
}

function nonEmptyList<Schema extends z.ZodType>(schema: Schema) {
  return z.tuple([schema], schema)
}

function derived(outcome: Outcome & { readonly exit_code: number }): boolean {
  return outcome.exit_code === chooseExitCode(outcome)
}

const notDerived = { error: 'is not the exit code of the outcome', path: ['exit_code'] }

const passed = z.object({ kind: z.literal('passed'), exit_code: z.literal(pass), held })
const failed = z.object({
  kind: z.literal('failed'),
  exit_code: z.literal(policy),
  broken: nonEmptyList(reason).refine(areBroken, 'one holds'),
  held,
})
const incomplete = z
  .object({
    kind: z.literal('incomplete'),
    exit_code: errorExitCode,
    gaps: nonEmptyList(gap),
    broken: z.array(reason).refine(areBroken, 'one holds'),
    held,
  })
  .refine(derived, notDerived)

/** `exit_code` follows from the rest, and is refused when it does not. */
export const decision = z.discriminatedUnion('kind', [passed, failed, incomplete])

export const undecided = z
  .object({ kind: z.literal('undecided'), exit_code: errorExitCode, failure })
  .refine(derived, notDerived)

/** The JSON report, version 1, as a reader may rely on it. `docs/report.schema.json` is made from it. */

const head = { version: z.literal(1) }
const checksum = optional(
  text,
  'SHA-256 of the rest. gov refuses a saved report without it, or with another.',
)

const { evaluated_apis, elapsed_ms, error, rule_matches, ...found } = evaluation.shape
export const evaluated = z
  .object({
    ...head,
    outcome: decision,
    ...found,
    waived_count: count,
    baselined_count: count,
    known_count: optional(count, 'Issues that were there at the base, counted or not.'),
    evaluated_apis,
    elapsed_ms,
    error,
    rule_matches,
    rules: optional(z.array(ruleHelp), 'Why there are the rules that have issues, as far as the run knows.'),
    comparison: optional(comparison, 'Comparison with an earlier run.'),
    run,
    checksum,
  })
  .meta({ title: 'A run that was evaluated, if not completely' }) satisfies z.ZodType<EvaluatedReport>

export const undecidedReport = z
  .object({ ...head, outcome: undecided, run, checksum })
  .meta({ title: 'A run that could not be decided' }) satisfies z.ZodType<UndecidedReport>

const undecidedKind = z.object({ outcome: z.object({ kind: z.literal('undecided') }) })

/** A report, or what is wrong with it. Fields that a later version adds are ignored: what is known keeps its meaning. */
export function parseReport(value: unknown): z.ZodSafeParseResult<Report> {
  return undecidedKind.safeParse(value).success
    ? undecidedReport.safeParse(value)
    : evaluated.safeParse(value)
}

/** For a report whose issues are read apart from it. */
export function parseIssue(value: unknown): z.ZodSafeParseResult<Issue> {
  return issue.safeParse(value)
}

export function reportJsonSchema(): object {
  return z.toJSONSchema(z.union([evaluated, undecidedReport]).meta({ title: 'gov report' }), { io: 'input' })
}
