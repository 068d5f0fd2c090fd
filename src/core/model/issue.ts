/** Issues as schemas, from which their types come. */
import { z } from 'zod'
import { location } from './location.ts'
import { type Inferred, optional, text } from './schema.ts'
import { severities } from './severity.ts'

export const severity = z.enum(severities)

/** A severity that holds until a day, as of a waiver, and the one that follows it. */
export const severityChange = z.strictObject({
  until: text.describe('Last day of the severity, YYYY-MM-DD (UTC).'),
  to: severity,
})
export type SeverityChange = Inferred<typeof severityChange>

/** Why an issue does not count against the policy. `reason` of a new major version: which one allows it. */
export const excuse = z.object({
  by: z.enum(['waiver', 'definition', 'baseline', 'base', 'major']),
  reason: text.optional(),
  owner: text.optional(),
  expires: optional(text, 'The last day of a waiver, YYYY-MM-DD.'),
})
export type Excuse = Inferred<typeof excuse>

/** The place in the base of what was removed. `base`: the git ref, where that is one. */
export const oldPlace = z.object({
  base: text.optional(),
  file: text,
  line: z.int().positive(),
  column: z.int().positive(),
})

/** A place in a local file. */
const firstPlace = z.object({ file: text, line: z.int().positive(), column: z.int().positive() })

/** One rule hit at one place. `pointer` and `ignored_at` are found here, and never taken from a network. */
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
    severity,
    severity_order: optional(
      z.int(),
      'Sort key of the dashboard: 1 error to 4 hint, or numbered otherwise. gov goes by severity.',
    ),
    severity_change: optional(severityChange, 'The severity that the rule will have after a day.'),
    path: text.describe('Dot-joined path of the node.'),
    pointer: optional(
      text,
      'JSON Pointer of the node, where a key of it holds a dot, or where the definition of a saved API was read.',
    ),
    ambiguous: optional(
      z.literal(true),
      '`path` may fit several nodes, because keys hold dots; without `pointer`, it is not known which.',
    ),
    location: optional(
      location,
      'The range of the node: in `file`, or, for a saved API, in what the service evaluated. Counts from 1.',
    ),
    created_at: text.optional(),
    file: optional(text, 'The local file; line, column and location are positions in it, from 1.'),
    definition: optional(text, 'The local definition, where it refers to that file.'),
    used_by: optional(
      z.array(text),
      'JSON Pointers of the paths and webhooks that share the operation, where there are several.',
    ),
    values: optional(
      z.array(text),
      'All values that a breaking change is about, as JSON, where there are more than its message names.',
    ),
    operations: optional(
      z.array(text),
      'All operations that a breaking change concerns, such as `GET /pets`; its message names three places.',
    ),
    line: optional(z.int().positive(), 'In `file`: where the node begins, an object or array with its key.'),
    column: z.int().positive().optional(),
    old_place: optional(
      oldPlace,
      'Where it was at the base, of what was removed; `line` is that of what held it.',
    ),
    first_place: optional(
      firstPlace,
      'Where the first of several duplicates is, such as of operations with one operationId; only for local definitions.',
    ),
    known: optional(z.literal(true), 'It was there at the base.'),
    ignored_at: optional(
      text,
      'JSON Pointer of the object in the definition whose x-lint-ignore names the rule.',
    ),
    fixable: optional(
      z.enum(['safe', 'unsafe', 'no']),
      'Whether gov fix would fix it: without a flag, with --unsafe, or not. Absent: not known, or it does not count.',
    ),
    excused: optional(excuse, 'Set if the issue does not count.'),
  })
  .meta({ id: 'Issue' })
export type Issue = Inferred<typeof issue>

/** Why there is a rule, and where its ruleset says more about it. */
export const ruleHelp = z
  .object({
    ruleset_id: text,
    id: text,
    why: text.optional(),
    documentation_url: text.optional(),
  })
  .meta({ id: 'RuleHelp' })
export type RuleHelp = Inferred<typeof ruleHelp>
