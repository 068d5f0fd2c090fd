/**
 * The config file, version 1. Every message is the rest of a sentence that begins with the name of the value.
 * Only what the program does is a known key: one that is accepted and does nothing would be a lie.
 */
import { z } from 'zod'
import { formats } from '../model/formats.ts'
import { once } from '../model/once.ts'
import { headers } from './headers.ts'
import { choice, duration, expected, listOf, shown, text, url, wholeNumber } from './kinds.ts'
import { addressPattern, productPattern } from './patterns.ts'
import { policyKeys, policySchema } from './policy-schema.ts'
import { waiverKeys, waiverSchema } from './waiver-schema.ts'

const ids = once(() => listOf(text(), (id) => id))

const definitionShape = () => ({ file: text(), api_id: text().optional(), api_name: text().optional() })
const definition = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { file: value } : value),
    z.strictObject(definitionShape(), expected('a file name or a mapping')),
  )

const dashboardShape = () => ({
  url: url().optional(),
  workspace: text().optional(),
  timeout: duration().optional(),
  deadline: duration().optional(),
  retries: wholeNumber('from 0 to 10', 10).optional(),
  concurrency: wholeNumber('from 1 to 32', 32, 1).optional(),
  ca_file: text().optional(),
  cert_file: text().optional(),
  key_file: text().optional(),
  headers: headers().optional(),
})

/** The product's segment of a path (`/gw/oauth/...`), and its word in a header's name (`X-Gw-Authorization`). */
const product = () =>
  text()
    .refine((value) => /^[a-z][a-z0-9-]*$/i.test(value), 'must be letters, digits and hyphens')
    .meta({ pattern: productPattern })

const gatewayUrl = () =>
  url()
    .refine((value) => value !== 'embedded', 'must be an address')
    .meta({ pattern: addressPattern })

const gatewayShape = () => ({ url: gatewayUrl().optional(), product: product().optional() })

const reportShape = () => ({ format: choice(formats), output: text() })
const report = () => z.strictObject(reportShape(), expected('a mapping'))

/** Each is made when a value of its name is checked, of which most runs set few. */
const valueShape = {
  get dashboard() {
    return z.strictObject(dashboardShape(), expected('a mapping')).optional()
  },
  get gateway() {
    return z.strictObject(gatewayShape(), expected('a mapping')).optional()
  },
  get api_ids() {
    return ids().optional()
  },
  get ruleset_ids() {
    return ids().optional()
  },
  get categories() {
    return ids().optional()
  },
  get ruleset_files() {
    return listOf(text(), (file) => file).optional()
  },
  get definitions() {
    return listOf(definition(), (item) => item.file).optional()
  },
  get policy() {
    return policySchema().optional()
  },
  get baseline() {
    return text().optional()
  },
  get waivers() {
    return z.array(waiverSchema(), expected('a list')).optional()
  },
  get reports() {
    return listOf(report(), ({ output }) => output).optional()
  },
}

const versionRule = {
  error: (issue: { readonly input?: unknown }) => `must be 1, not ${shown(issue.input)}`,
}

/** What flags and the environment may set: the file's keys without its version. */
export const valuesSchema = once(() => z.strictObject(valueShape))
export type ConfigValues = z.output<ReturnType<typeof valuesSchema>>

/** The file. `$schema` is for editors, which find the JSON Schema of a JSON file by it. */
export const configSchema = once(() => {
  const shape = { version: z.literal(1, versionRule), ...valueShape, $schema: text().optional() }
  return z.strictObject(shape, expected('a mapping'))
})

/** Checks what flags or the environment set, in the order of the file's keys; a mapping of nothing sets nothing. */
export function checkValues(values: Readonly<Partial<Record<keyof ConfigValues, unknown>>>) {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => isSet(value)))
  const keys = Object.keys(valueShape).filter((key) => Object.hasOwn(set, key))
  const named: { readonly [Key in keyof ConfigValues]?: true } = Object.fromEntries(
    keys.map((key) => [key, true]),
  )
  return valuesSchema().pick(named).safeParse(set)
}

function isSet(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value !== undefined
  return Object.values(value).some(isSet)
}

/**
 * The keys of every mapping in the file; the mappings in a list are under the list's name and `[]`, those under a
 * name of the user's own under `*`.
 */
export const knownKeys = once(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map([
      ['', ['version', ...Object.keys(valueShape)]],
      ['dashboard', Object.keys(dashboardShape())],
      ['gateway', Object.keys(gatewayShape())],
      ['definitions[]', Object.keys(definitionShape())],
      ['waivers[]', waiverKeys()],
      ['reports[]', Object.keys(reportShape())],
      ...policyKeys(),
    ]),
)
