/**
 * The config file, version 1. Every message is the rest of a sentence that begins with the name of the value.
 * Only what the program does is a known key: one that is accepted and does nothing would be a lie.
 */
import { z } from 'zod'
import { severities } from '../model.ts'
import { suggest } from '../suggest.ts'
import { urlFault } from './dashboard-url.ts'
import { parseDuration } from './duration.ts'

export const failOnLevels = [...severities, 'never'] as const
export type FailOn = (typeof failOnLevels)[number]

export const unevaluatedChoices = ['fail', 'pass'] as const
export type OnUnevaluated = (typeof unevaluatedChoices)[number]

const expected = (what: string) => ({
  error: (issue: { readonly input?: unknown }) => `must be ${what}, not ${kindOf(issue.input)}`,
})

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  return typeof value === 'string' ? 'text' : String(value)
}

/** Text that says something: an id, a name or a path. */
const text = z
  .string(expected('text'))
  .refine((value) => value.trim() !== '', { error: 'is empty', abort: true })
  .refine((value) => value === value.trim(), { error: 'begins or ends with a blank', abort: true })
  .refine((value) => !/\p{Cc}/u.test(value), 'holds a control character')

const duration = z.string(expected('a duration')).transform((value, context) => {
  const length = parseDuration(value)
  if (length !== undefined) return length
  context.addIssue(`must be a duration of up to 24 hours, not ${shown(value)}`)
  return z.NEVER
})

const url = text.superRefine((value, context) => {
  const fault = urlFault(value)
  if (fault) context.addIssue(fault)
})

function wholeNumber(range: string, most = Number.MAX_SAFE_INTEGER) {
  const rule = { error: (issue: { readonly input?: unknown }) => numberFault(range, issue.input) }
  return z.int(rule).min(0, rule).max(most, rule)
}

function numberFault(range: string, input: unknown): string {
  return `must be a whole number ${range}, not ${shown(input)}`
}

/** Text itself, where it is a word that cannot be a secret. */
function shown(input: unknown): string {
  return typeof input === 'string' ? JSON.stringify(input.slice(0, 40)) : kindOf(input)
}

function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, {
    error: (issue) => {
      const meant = typeof issue.input === 'string' ? suggest(issue.input, choices) : undefined
      const question = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
      return `must be one of ${choices.join(', ')}, not ${shown(issue.input)}${question}`
    },
  })
}

/** A list that names something, each thing once: a second mention is a slip, and it is refused. */
function listOf<Item extends z.ZodType>(item: Item, nameOf: (item: z.output<Item>) => string) {
  return z
    .array(item, expected('a list'))
    .min(1, 'is an empty list')
    .superRefine((items, context) => {
      const seen = new Set<string>()
      for (const [index, name] of items.map(nameOf).entries()) {
        const message = `repeats ${JSON.stringify(name)}`
        if (seen.has(name)) context.addIssue({ code: 'custom', path: [index], message })
        seen.add(name)
      }
    })
}

const ids = listOf(text, (id) => id)

const budget = wholeNumber('from 0 up').optional()

const definitionShape = { file: text, api_id: text.optional(), api_name: text.optional() }
const definition = z.preprocess(
  (value) => (typeof value === 'string' ? { file: value } : value),
  z.strictObject(definitionShape, expected('a file name or a mapping')),
)

const dashboardShape = {
  url: url.optional(),
  workspace: text.optional(),
  timeout: duration.optional(),
  deadline: duration.optional(),
  retries: wholeNumber('from 0 to 10', 10).optional(),
}

/** The product's segment of a path (`/gw/oauth/...`), and its word in a header's name (`X-Gw-Authorization`). */
const product = text.refine(
  (value) => /^[a-z][a-z0-9-]*$/i.test(value),
  'must be letters, digits and hyphens',
)

const gatewayUrl = url.refine((value) => value !== 'embedded', 'must be an address')

const gatewayShape = { url: gatewayUrl.optional(), product: product.optional() }

const maxShape = { error: budget, warn: budget, info: budget, hint: budget }

const policyShape = {
  fail_on: choice(failOnLevels).optional(),
  max: z.strictObject(maxShape, expected('a mapping')).optional(),
  on_unevaluated: choice(unevaluatedChoices).optional(),
}

const valueShape = {
  dashboard: z.strictObject(dashboardShape, expected('a mapping')).optional(),
  gateway: z.strictObject(gatewayShape, expected('a mapping')).optional(),
  api_ids: ids.optional(),
  ruleset_ids: ids.optional(),
  categories: ids.optional(),
  definitions: listOf(definition, (item) => item.file).optional(),
  policy: z.strictObject(policyShape, expected('a mapping')).optional(),
}

const versionRule = {
  error: (issue: { readonly input?: unknown }) => `must be 1, not ${shown(issue.input)}`,
}
const configShape = { version: z.literal(1, versionRule), ...valueShape }

/** What flags and the environment may set: the file's keys without its version. */
export const valuesSchema = z.strictObject(valueShape)
export const configSchema = z.strictObject(configShape, expected('a mapping'))
export type ConfigValues = z.output<typeof valuesSchema>

/** The keys of every mapping in the file; the mappings in a list are under the list's name and `[]`. */
export const knownKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['', Object.keys(configShape)],
  ['dashboard', Object.keys(dashboardShape)],
  ['gateway', Object.keys(gatewayShape)],
  ['definitions[]', Object.keys(definitionShape)],
  ['policy', Object.keys(policyShape)],
  ['policy.max', Object.keys(maxShape)],
])
