import { z } from 'zod'
import { stabilityLevels } from '../core/model/breaking.ts'
import { once } from '../core/model/once.ts'
import { severities } from '../core/model/severity.ts'
import { choiceSchema, expected, filledText, url, wholeNumber } from './kinds.ts'
import { createNamesSchema, number } from './row.ts'

export const failOnLevels = [...severities, 'never'] as const
export type FailOn = (typeof failOnLevels)[number]

const budget = () => wholeNumber('from 0 up').optional()
const max = () => ({ error: budget(), warn: budget(), info: budget(), hint: budget() })

/** An entry that sets nothing would still exclude its ruleset from the budgets. */
const rulesetPolicy = () =>
  z
    .strictObject(
      {
        fail_on: choiceSchema(failOnLevels).optional(),
        max: z.strictObject(max(), expected('a mapping')).optional(),
      },
      expected('a mapping'),
    )
    .refine((entry) => Object.keys(entry).length > 0, {
      error: 'is an empty mapping',
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ minProperties: 1 })

export const rulesetPolicies = () => z.record(z.string(), rulesetPolicy(), expected('a mapping'))

const breakingSeverities = [...severities, 'off'] as const

export const breakingRulesSchema = () =>
  z.record(z.string(), choiceSchema(breakingSeverities), expected('a mapping'))

export const breakingRulesHints = { '*': `Write one of: ${breakingSeverities.join(', ')}.` }

const days = () => wholeNumber('from 0 to 3650', 3650).optional()

export const deprecationDays = () =>
  z.strictObject({ draft: days(), alpha: days(), beta: days(), stable: days() }, expected('a mapping'))

export const deprecationDaysHints = Object.fromEntries(stabilityLevels.map((level) => [level, number]))

export const rulesetPolicyHints = {
  '*': "Write fail_on or max under the ruleset's id, or delete the entry.",
  '*.fail_on': `Write one of: ${failOnLevels.join(', ')}.`,
  '*.max': 'Write a limit for a severity, such as "warn: 20".',
  ...Object.fromEntries(severities.map((severity) => [`*.max.${severity}`, number])),
}

export const requireSchema = once(() =>
  z
    .strictObject(
      {
        dashboard: url().optional(),
        api_ids: createNamesSchema().optional(),
        definitions: createNamesSchema().optional(),
        all_definitions: z.literal(true, expected('true')).optional(),
        except_definitions: createNamesSchema().optional(),
        ruleset_ids: createNamesSchema().optional(),
        categories: createNamesSchema().optional(),
        ruleset_files: createNamesSchema().optional(),
        workspace: filledText().optional(),
      },
      expected('a mapping'),
    )
    .refine(
      (all) => all.all_definitions || !all.except_definitions,
      'has except_definitions without all_definitions',
    ),
)

/** What every check must include: definitions, named from the working directory; trusted files, named from the policy file, or pins. */
export type Requirements = z.output<ReturnType<typeof requireSchema>>
