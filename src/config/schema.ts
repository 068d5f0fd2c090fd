/**
 * The config file, version 1. Every message is the rest of a sentence that begins with the name of the value.
 * Only what the program does is a known key: one that is accepted and does nothing would be a lie.
 */
import { z } from 'zod'
import { formats } from '../reporters/formats.ts'
import { headers } from './headers.ts'
import { choice, duration, expected, listOf, shown, text, url, wholeNumber } from './kinds.ts'
import { addressPattern, productPattern } from './patterns.ts'
import { policyKeys, policySchema } from './policy-schema.ts'
import { waiverKeys, waiverSchema } from './waiver-schema.ts'

const ids = listOf(text, (id) => id)

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
  concurrency: wholeNumber('from 1 to 32', 32, 1).optional(),
  ca_file: text.optional(),
  cert_file: text.optional(),
  key_file: text.optional(),
  headers: headers.optional(),
}

/** The product's segment of a path (`/gw/oauth/...`), and its word in a header's name (`X-Gw-Authorization`). */
const product = text
  .refine((value) => /^[a-z][a-z0-9-]*$/i.test(value), 'must be letters, digits and hyphens')
  .meta({ pattern: productPattern })

const gatewayUrl = url
  .refine((value) => value !== 'embedded', 'must be an address')
  .meta({ pattern: addressPattern })

const gatewayShape = { url: gatewayUrl.optional(), product: product.optional() }

const reportShape = { format: choice(formats), output: text }

const valueShape = {
  dashboard: z.strictObject(dashboardShape, expected('a mapping')).optional(),
  gateway: z.strictObject(gatewayShape, expected('a mapping')).optional(),
  api_ids: ids.optional(),
  ruleset_ids: ids.optional(),
  categories: ids.optional(),
  ruleset_files: listOf(text, (file) => file).optional(),
  definitions: listOf(definition, (item) => item.file).optional(),
  policy: policySchema.optional(),
  baseline: text.optional(),
  waivers: z.array(waiverSchema, expected('a list')).optional(),
  reports: listOf(z.strictObject(reportShape, expected('a mapping')), ({ output }) => output).optional(),
}

const versionRule = {
  error: (issue: { readonly input?: unknown }) => `must be 1, not ${shown(issue.input)}`,
}
const namedKeys = { version: z.literal(1, versionRule), ...valueShape }

/** `$schema` is for editors, which find the JSON Schema of a JSON file by it. */
const configShape = { ...namedKeys, $schema: text.optional() }

/** What flags and the environment may set: the file's keys without its version. */
export const valuesSchema = z.strictObject(valueShape)
export const configSchema = z.strictObject(configShape, expected('a mapping'))
export type ConfigValues = z.output<typeof valuesSchema>

/**
 * The keys of every mapping in the file; the mappings in a list are under the list's name and `[]`, those under a
 * name of the user's own under `*`.
 */
export const knownKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['', Object.keys(namedKeys)],
  ['dashboard', Object.keys(dashboardShape)],
  ['gateway', Object.keys(gatewayShape)],
  ['definitions[]', Object.keys(definitionShape)],
  ['waivers[]', waiverKeys],
  ['reports[]', Object.keys(reportShape)],
  ...policyKeys,
])
