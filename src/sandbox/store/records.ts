import { z } from 'zod'
import { isReservedId } from '../../core/model/breaking.ts'
import { engineNames } from '../../core/model/engine-name.ts'
import { once, rememberPerObject } from '../../core/model/once.ts'
import { findTextFormat } from './source-text.ts'

/** The records of a workspace: its YAML files. An unknown key is an error, so that a misspelt one cannot switch something off unseen. */

const id = once(() => z.string().min(1))
/** No time at all, as the service writes it. */
export const zeroTime = '0001-01-01T00:00:00Z'
/** RFC 3339: what the service answers must be a date-time, so what it reads must be one. */
const time = once(() =>
  z.iso.datetime({
    offset: true,
    error: 'Invalid date-time: expected such as 2026-03-02T09:30:00Z',
  }),
)
const names = once(() => z.array(z.string().min(1)))
const fileName = once(() =>
  z
    .string()
    .refine((name) => !/^[/\\]|^[a-z]+:|(^|[/\\])\.\.([/\\]|$)/i.test(name), {
      error: 'Invalid file name: it must stay in the folder of the record',
      abort: true,
    })
    .refine((name) => findTextFormat(name) !== undefined, 'Invalid file name: expected .json, .yaml or .yml'),
)

/** Goes into an HTTP header, hence visible ASCII. */
const credential = once(() =>
  z.string().regex(/^[\x21-\x7e]+$/, 'Invalid key: one or more visible ASCII characters, no spaces'),
)

/** The folder's format. A format that this version cannot read gets a greater number. */
export const workspaceVersion = 1

export const settingsRecord = once(() =>
  z.strictObject({
    version: z.literal(workspaceVersion),
    /** Whether the licence includes governance. */
    governance: z.boolean(),
    /** Whether an API may be evaluated by its owners only. */
    api_ownership: z.boolean(),
    /** The linter whose results evaluations reproduce, unless an embedded run chooses another. Absent: spectral. */
    engine: z.enum(engineNames).optional(),
    /** The user as whom an embedded run calls. */
    default_user: id(),
    /** The secret of the Admin-Auth header; without it the admin operations accept nobody. */
    admin_secret: credential().optional(),
    /** The product's word in the gateway's path and header, and the credential there; without it nobody is accepted. */
    gateway: z
      .strictObject({ product: z.string().regex(/^[a-z][a-z0-9-]*$/i), secret: credential() })
      .optional(),
    organisations: z.array(z.strictObject({ id: id(), name: z.string() })).min(1),
  }),
)

/** Without this check the key would be dropped, and an empty map is an administrator's. */
const permissions = once(() =>
  z
    .unknown()
    .refine((map) => !Object.hasOwn(Object(map), '__proto__'), 'Invalid key: __proto__ is not a permission')
    .pipe(z.record(z.string(), z.string())),
)

export const userRecord = once(() =>
  z.strictObject({
    id: id(),
    access_key: credential(),
    active: z.boolean(),
    email_address: z.string().default(''),
    first_name: z.string().default(''),
    last_name: z.string().default(''),
    group_id: z.string().default(''),
    org_id: z.string(),
    last_login_date: time().default(zeroTime),
    password_max_days: z.int().default(0),
    password_updated: time().default(zeroTime),
    /** Permission name to access level; an empty map is an administrator's. */
    user_permissions: permissions(),
  }),
)

const apiFields = once(() => ({
  api_id: id(),
  id: id(),
  name: z.string(),
  org_id: id(),
  active: z.boolean().default(true),
  categories: names().default([]),
  owners: names().default([]),
  use_oauth2: z.boolean().optional(),
  listen_path: z.string().optional(),
  target_url: z.string().optional(),
}))

export const apiRecord = once(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['oas', 'mcp']), definition: fileName(), ...apiFields() }),
    z.strictObject({
      kind: z.literal('classic'),
      classic: z.record(z.string(), z.unknown()),
      ...apiFields(),
    }),
  ]),
)

const rulesetFields = once(() =>
  z.strictObject({
    ruleset_id: id().refine((each) => !isReservedId(each), 'is reserved for gov: use an id without gov:'),
    id: id(),
    name: id(),
    description: z.string().default(''),
    org_id: id(),
    active: z.boolean(),
    resource_type: z.enum(['oas-api', 'mcp-api']),
    action: id(),
    categories: names()
      .nullish()
      .transform((categories) => categories ?? []),
    is_template: z.boolean().default(false),
    /** The file with the rules, or the rules themselves as JSON text: what an operation has written is one record. */
    rules: fileName().optional(),
    definition: z.string().optional(),
    deleted_at: time().nullish(),
    date_created: time().default(zeroTime),
    last_updated: time().default(zeroTime),
  }),
)

export const rulesetRecord = once(() =>
  rulesetFields().refine(({ rules, definition }) => (rules === undefined) !== (definition === undefined), {
    path: ['rules'],
    error: 'Invalid ruleset: expected either rules or definition',
  }),
)

/** An imported key. The key itself is not kept: its hash is enough to know it again. */
export const keyRecord = once(() =>
  z.strictObject({
    key_hash: id(),
    org_id: id(),
    session: z.record(z.string(), z.unknown()),
  }),
)

export const refreshTokenRecord = once(() =>
  z.strictObject({
    key: id(),
    /** The public id. */
    api_id: id(),
    client_id: z.string().default(''),
  }),
)

export const developerRecord = once(() =>
  z.strictObject({
    id: id(),
    email: z.string(),
    org_id: id(),
    inactive: z.boolean().default(false),
    date_created: time().default(zeroTime),
    fields: z.record(z.string(), z.string()).default({}),
  }),
)

/** A developer's request for a key. One that is approved has the hash of its key. */
export const keyRequestRecord = once(() =>
  z.strictObject({
    id: id(),
    org_id: id(),
    by_user: id(),
    apply_policies: names(),
    fields: z.record(z.string(), z.string()).default({}),
    date_created: time().default(zeroTime),
    key_hash: id().optional(),
  }),
)

export type KeyRecord = z.infer<ReturnType<typeof keyRecord>>
export type RefreshTokenRecord = z.infer<ReturnType<typeof refreshTokenRecord>>
export type DeveloperRecord = z.infer<ReturnType<typeof developerRecord>>
export type KeyRequestRecord = z.infer<ReturnType<typeof keyRequestRecord>>
export type WorkspaceSettings = z.infer<ReturnType<typeof settingsRecord>>
export type UserRecord = z.infer<ReturnType<typeof userRecord>>
export type ApiRecord = z.infer<ReturnType<typeof apiRecord>>
export type EvaluableApi = Extract<ApiRecord, { definition: string }>
export type RulesetRecord = z.infer<ReturnType<typeof rulesetRecord>>

/** The most that an organisation may save of one kind: records, and bytes of all together. Infinity is no limit. */
export interface Quota {
  readonly records: number
  readonly bytes: number
}

export const unlimitedQuota: Quota = { records: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

/** Records do not change: another one takes the place of one. */
export const measureRecord = rememberPerObject((record: object) => Buffer.byteLength(JSON.stringify(record)))

interface Owned {
  readonly org_id: string
  readonly deleted_at?: string | null | undefined
}

export function isLive({ deleted_at }: Owned): boolean {
  return (deleted_at ?? null) === null
}

/** Why an organisation may not save `added` beside the `known` records, or undefined. What is no larger than `replaced` is saved. */
export function findQuotaFault(
  known: readonly Owned[],
  added: Owned,
  replaced: Owned | undefined,
  quota: Quota,
): string | undefined {
  const size = measureRecord(added)
  if (replaced && size <= measureRecord(replaced)) return undefined
  const others = known.filter((each) => each !== replaced && each.org_id === added.org_id && isLive(each))
  if (others.length + 1 > quota.records) return `the limit of an organisation is ${quota.records}`
  const bytes = others.reduce((sum, each) => sum + measureRecord(each), size)
  return bytes > quota.bytes ? `the limit of an organisation is ${quota.bytes} bytes in all` : undefined
}
