/** The policy as a schema, from which its type comes. */
import { z } from 'zod'
import { basePolicies } from './base.ts'
import { breakingAllowances, breakingLevels } from './breaking.ts'
import { inlineWaivers } from './inline-waivers.ts'
import { count, type Inferred, optional, text } from './schema.ts'
import { severities } from './severity.ts'

const failOn = z.enum([...severities, 'never'])

export const budgets = z
  .object({
    error: count.optional(),
    warn: count.optional(),
    info: count.optional(),
    hint: count.optional(),
  })
  .describe('How many issues of a severity are accepted, whatever fail_on says of those below it.')
export type Budgets = Inferred<typeof budgets>

export const rulesetPolicy = z
  .object({ fail_on: failOn.optional(), max: budgets.optional() })
  .describe('What is accepted of one ruleset.')
export type RulesetPolicy = Inferred<typeof rulesetPolicy>

export const floorRule = z.enum(['fail_on', 'max.error', 'max.warn', 'max.info', 'max.hint'])
export type FloorRule = Inferred<typeof floorRule>

/** A policy, and what of it the caller gives. */
export const weighedPolicy = z.object({
  fail_on: failOn.describe('The lowest severity of which one issue fails the run.'),
  max: budgets,
  rulesets: z
    .record(text, rulesetPolicy)
    .describe('Rulesets that are judged on their own; their issues count for none of the other rules.'),
  advisory_actions: z
    .array(text)
    .describe('The issues of rulesets with one of these actions are reported and never gate.'),
  floor: optional(z.array(floorRule), 'Rules of the caller, which count the issues of every ruleset.'),
  on_truncation: z.enum(['fail', 'split']).describe('split: what was truncated is requested in parts.'),
  on_unevaluated: z
    .enum(['fail', 'pass'])
    .describe('pass: complete although no ruleset ran or an API was not evaluated.'),
  on_unmatched: optional(
    z.enum(['fail', 'warn', 'ignore']),
    'Rules of the embedded sandbox whose given matched nothing; default: warn.',
  ),
  base: optional(z.enum(basePolicies), 'Which issues count beside a base; default: new.'),
  breaking: optional(
    z.enum(breakingLevels),
    'Whether breaking changes since the base are issues; default: off.',
  ),
  breaking_rules: optional(
    z.record(text, z.enum([...severities, 'off'])),
    'Severities of single rules of these, whatever breaking says.',
  ),
  breaking_allowed: optional(z.enum(breakingAllowances), 'Default: never.'),
  deprecation_days: optional(
    z.object({
      draft: count.optional(),
      alpha: count.optional(),
      beta: count.optional(),
      stable: count.optional(),
    }),
    'Days from a deprecation to its x-sunset, at least, by x-stability-level.',
  ),
  inline_waivers: optional(
    z.enum(inlineWaivers),
    'Whether x-lint-ignore in a definition excuses issues; default: none. refuse: saved APIs may not have it either.',
  ),
  max_waiver_days: optional(count, 'A waiver that ends later than this excuses nothing.'),
})
export type WeighedPolicy = Inferred<typeof weighedPolicy>

/** A team's policy: what it accepts. */
export const policy = weighedPolicy.omit({ floor: true })
export type Policy = Inferred<typeof policy>

/** The policy of a run, and who made it. */
export const policyInForce = weighedPolicy
  .extend({
    origin: optional(text, 'The files and flags that set it, or defaults.'),
    weaker: optional(z.array(text), 'The values that are weaker than the defaults.'),
  })
  .meta({ id: 'Policy' })
export type PolicyInForce = Inferred<typeof policyInForce>
