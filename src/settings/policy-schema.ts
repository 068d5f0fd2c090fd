import { z } from 'zod'
import { once } from '../model/once.ts'
import { severities } from '../model/severity.ts'
import { choice, expected, listOf, text, wholeNumber } from './kinds.ts'

export const failOnLevels = [...severities, 'never'] as const
export type FailOn = (typeof failOnLevels)[number]

export const unevaluatedChoices = ['fail', 'pass'] as const
export type OnUnevaluated = (typeof unevaluatedChoices)[number]

export const truncationChoices = ['fail', 'split'] as const
export type OnTruncation = (typeof truncationChoices)[number]

const maxShape = () => {
  const budget = wholeNumber('from 0 up').optional()
  return { error: budget, warn: budget, info: budget, hint: budget }
}
const max = once(() => z.strictObject(maxShape(), expected('a mapping')).optional())

const rulesetPolicyShape = () => ({ fail_on: choice(failOnLevels).optional(), max: max() })

/** An entry that says nothing would still set its ruleset apart from the budgets. */
const rulesetPolicy = () =>
  z
    .strictObject(rulesetPolicyShape(), expected('a mapping'))
    .refine((entry) => Object.keys(entry).length > 0, {
      error: 'is an empty mapping',
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ minProperties: 1 })

const policyShape = () => ({
  fail_on: choice(failOnLevels).optional(),
  max: max(),
  rulesets: z.record(z.string(), rulesetPolicy(), expected('a mapping')).optional(),
  advisory_actions: listOf(text(), (action) => action).optional(),
  on_truncation: choice(truncationChoices).optional(),
  on_unevaluated: choice(unevaluatedChoices).optional(),
  max_waiver_days: wholeNumber('from 0 up').optional(),
})

export const policySchema = once(() => z.strictObject(policyShape(), expected('a mapping')))

export const policyKeys = once((): readonly (readonly [string, readonly string[]])[] => [
  ['policy', Object.keys(policyShape())],
  ['policy.max', Object.keys(maxShape())],
  ['policy.rulesets.*', Object.keys(rulesetPolicyShape())],
  ['policy.rulesets.*.max', Object.keys(maxShape())],
])
