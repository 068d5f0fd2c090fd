/** The JSON report, version 1, as a reader may rely on it. `docs/report.schema.json` is made from it. */
import { z } from 'zod'
import { basePolicies } from '../model/base.ts'
import { breakingVersions } from '../model/breaking-versions.ts'
import { engineNames } from '../model/engine-name.ts'
import { policyInForce } from '../model/policy.ts'
import type { EvaluatedReport, Report, UndecidedReport } from '../model/report.ts'
import { count, text } from '../model/schema-parts.ts'
import { severities } from '../model/severity.ts'
import { waiverUse } from '../model/waiver.ts'
import { decision, undecided } from './outcome-schema.ts'

const position = z.int()

const counts = { error_count: count, warn_count: count, info_count: count, hint_count: count }

const excuse = z.object({
  by: z.enum(['waiver', 'definition', 'baseline', 'base', 'major']),
  reason: text.optional(),
  owner: text.optional(),
  expires: text.optional().describe('The last day of a waiver, YYYY-MM-DD.'),
})

export const issue = z
  .object({
    _id: text,
    org_id: text.optional(),
    api_id: text,
    ruleset_id: text,
    ruleset_name: text.optional(),
    rule_id: text,
    rule_summary: text.optional(),
    how_to_fix: text.optional(),
    message: text,
    severity: z.enum(severities),
    severity_order: z.int().optional().describe('1 error, 2 warn, 3 info, 4 hint.'),
    severity_change: z
      .strictObject({
        until: text.describe('Last day of the severity, YYYY-MM-DD (UTC).'),
        to: z.enum(severities),
      })
      .optional()
      .describe('The severity that the rule will have after a day.'),
    path: text.describe('Dot-joined path of the node.'),
    pointer: text
      .optional()
      .describe(
        'JSON Pointer of the node, where a key of it holds a dot, or where the definition of a saved API was read.',
      ),
    ambiguous: z
      .literal(true)
      .optional()
      .describe(
        '`path` may fit several nodes, because keys hold dots; without `pointer`, it is not known which.',
      ),
    location: z
      .object({ start_line: position, start_char: position, end_line: position, end_char: position })
      .optional()
      .describe('Where the service saw it.'),
    created_at: text.optional(),
    file: text.optional().describe('The local file; line and column are positions in it, from 1.'),
    definition: text.optional().describe('The local definition, where it refers to that file.'),
    line: z.int().positive().optional(),
    column: z.int().positive().optional(),
    known: z.literal(true).optional().describe('It was there at the base.'),
    ignored_at: text
      .optional()
      .describe('JSON Pointer of the object in the definition whose x-lint-ignore names the rule.'),
    excused: excuse.optional().describe('Set if the issue does not count.'),
  })
  .meta({ id: 'Issue' })

const ruleset = z
  .object({ id: text, name: text, resource_type: text, active: z.boolean(), action: text, ...counts })
  .meta({ id: 'Ruleset' })

const definition = z.object({
  file: text,
  api_id: text.optional(),
  api_name: text.optional(),
  digest: text.optional().describe('SHA-256 of the file or bundle as it was sent.'),
  bundled: z
    .array(text)
    .optional()
    .describe('The other files that were bundled with it, for a dashboard to see.'),
  ignores: z
    .object({ rules: z.array(text), file: text, line: position })
    .optional()
    .describe('The rules that its x-lint-ignore name, and where the first is; only of what a dashboard got.'),
})

const base = z.object({
  kind: z.enum(['git', 'file', 'saved']),
  name: text.describe('The ref or file as it was passed, or saved.'),
  commit: text.optional().describe('The merge base of HEAD and the ref.'),
  policy: z.enum(basePolicies),
  fixed_count: count.optional().describe('Issues of the base that are gone; absent: not known.'),
  definitions: z.array(
    z.object({
      file: text,
      base_file: text.optional().describe('Its file there; absent: it is new, and so are its issues.'),
      unchanged: z.literal(true).optional(),
      versions: breakingVersions
        .optional()
        .describe('Where it has breaking changes that a new major version would allow.'),
    }),
  ),
})

const run = z
  .object({
    dashboard: text.describe('The URL, or embedded.'),
    dashboard_origin: text
      .optional()
      .describe('Where it came from: a flag, a variable, or a location in the config.'),
    engine: z
      .enum(engineNames)
      .optional()
      .describe('Whose result the embedded sandbox gave; absent: the default, or a dashboard was asked.'),
    api_ids: z.array(text),
    definitions: z.array(definition),
    named_in: z
      .object({ file: text, lines: z.record(text, position) })
      .optional()
      .describe('Where the config names each saved API.'),
    folder: text
      .optional()
      .describe(
        'The way from the root of the repository to the folder that files are relative to; absent at the root.',
      ),
    ruleset_ids: z.array(text).optional(),
    categories: z.array(text).optional(),
    requests: count,
    started: text.describe('RFC 3339.'),
    took_ms: z.number().nonnegative(),
    gov: text.describe('The version of gov.'),
    policy: policyInForce.optional().describe('The policy of the verdict.'),
    waivers: z.array(waiverUse).optional(),
    base: base.optional().describe('What the run was compared with.'),
    shard: z
      .object({ index: z.int().positive(), total: z.int().positive(), digest: text })
      .optional()
      .describe('The shard of a larger run; gov report merge merges the shards.'),
    resumed: z
      .object({ started: text, requests: count })
      .optional()
      .describe('When the stopped run started whose responses it used, and how many it used.'),
    ruleset_digests: z
      .record(text, text)
      .optional()
      .describe('SHA-256 of each local ruleset file, or of it and all files that it extends.'),
  })
  .meta({ id: 'Run' })

const comparison = z.object({
  against: text.describe('When the earlier run started, RFC 3339.'),
  new_issues: z.array(
    z.object({
      issue,
      causes: z.array(
        z.enum([
          'api-added',
          'ruleset-added',
          'category-changed',
          'severity-changed',
          'definition-changed',
          'ruleset-changed',
          'unknown',
        ]),
      ),
      why: text,
    }),
  ),
  fixed_issues: z.array(issue),
  unchanged_count: count,
})

const selector = z.union([z.object({ ruleset_ids: z.array(text) }), z.object({ categories: z.array(text) })])
const request = { selector, of: z.array(text).optional() }
const savedAnswer = z.object({
  request: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('apis'), api_ids: z.array(text), ...request }),
    z.object({ kind: z.literal('definition'), definition, ...request }),
  ]),
  ruleset_ids: z.array(text),
  issues: z.array(count).describe('Their places in issues, from 0.'),
  elapsed_ms: z.number().nonnegative(),
})

const resume = z.object({ basis: z.record(text, text), answers: z.array(savedAnswer), seal: text })

const head = { version: z.literal(1) }
const checksum = text
  .optional()
  .describe('SHA-256 of the rest. gov refuses a saved report without it, or with another.')

const evaluated = z
  .object({
    ...head,
    outcome: decision,
    rulesets: z.array(ruleset),
    issues: z.array(issue),
    total: count.describe('Issues found, before truncation.'),
    truncated: z.boolean(),
    ...counts,
    waived_count: count,
    baselined_count: count,
    known_count: count.optional().describe('Issues that were there at the base, counted or not.'),
    evaluated_apis: count,
    elapsed_ms: z.number().nonnegative(),
    error: text.optional(),
    rule_matches: z
      .array(
        z.object({
          ruleset_id: text,
          matched: z.array(text),
          unmatched: z.array(text),
          unchecked: z
            .array(text)
            .optional()
            .describe('Of the unmatched, those that found only values that their function ignores.'),
        }),
      )
      .optional()
      .describe(
        'Rules that do not come with gov, by whether they matched anything; of the embedded sandbox only.',
      ),
    comparison: comparison.optional().describe('Comparison with an earlier run.'),
    resume: resume.optional().describe('The responses of a run that stopped, for gov check --resume.'),
    run,
    checksum,
  })
  .meta({ title: 'A run that was evaluated, if not completely' }) satisfies z.ZodType<EvaluatedReport>

const failed = z
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
