/**
 * The records of a workspace: what its small YAML files may say. A key that is not named here is an error,
 * so that a misspelt one cannot switch something off unseen.
 */
import { z } from 'zod'
import { formatOf } from './source-text.ts'

const id = z.string().min(1)
const zeroTime = '0001-01-01T00:00:00Z'
const names = z.array(z.string().min(1))
const fileName = z
  .string()
  .refine((name) => !/^[/\\]|^[a-z]+:|(^|[/\\])\.\.([/\\]|$)/i.test(name), {
    error: 'Invalid file name: it must stay in the folder of the record',
    abort: true,
  })
  .refine((name) => formatOf(name) !== undefined, 'Invalid file name: expected .json, .yaml or .yml')

export const settingsRecord = z.strictObject({
  version: z.literal(1),
  /** Whether the licence includes governance. */
  governance: z.boolean(),
  /** Whether an API may be evaluated by its owners only. */
  api_ownership: z.boolean(),
  /** The user as whom an embedded run calls. */
  default_user: id,
  organisations: z.array(z.strictObject({ id, name: z.string() })).min(1),
})

export const userRecord = z.strictObject({
  id,
  /** Goes into an HTTP header, hence visible ASCII. */
  access_key: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Invalid key: one or more visible ASCII characters, no spaces'),
  active: z.boolean(),
  email_address: z.string().default(''),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  group_id: z.string().default(''),
  org_id: z.string(),
  last_login_date: z.string().default(zeroTime),
  password_max_days: z.int().default(0),
  password_updated: z.string().default(zeroTime),
  /** Permission name to access level; an empty map is an administrator's. */
  user_permissions: z.record(z.string(), z.string()),
})

const apiFields = {
  api_id: id,
  id,
  name: z.string(),
  org_id: id,
  active: z.boolean().default(true),
  categories: names.default([]),
  /** Ids of users and user groups. */
  owners: names.default([]),
  use_oauth2: z.boolean().optional(),
  listen_path: z.string().optional(),
  target_url: z.string().optional(),
}

export const apiRecord = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['oas', 'mcp']), definition: fileName, ...apiFields }),
  z.strictObject({ kind: z.literal('classic'), classic: z.record(z.string(), z.unknown()), ...apiFields }),
])

export const rulesetRecord = z.strictObject({
  ruleset_id: id,
  id,
  name: id,
  description: z.string().default(''),
  org_id: id,
  active: z.boolean(),
  resource_type: z.enum(['oas-api', 'mcp-api']),
  action: id,
  categories: names.nullish().transform((categories) => categories ?? []),
  is_template: z.boolean().default(false),
  rules: fileName,
  deleted_at: z.string().nullish(),
  date_created: z.string().default(zeroTime),
  last_updated: z.string().default(zeroTime),
})

export type Settings = z.infer<typeof settingsRecord>
export type User = z.infer<typeof userRecord>
export type ApiRecord = z.infer<typeof apiRecord>
export type EvaluableApi = Extract<ApiRecord, { definition: string }>
export type RulesetRecord = z.infer<typeof rulesetRecord>
