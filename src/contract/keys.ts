import { z } from 'zod'
import { once } from '../model/once.ts'

const text = once(() => z.string().optional())

const accessRight = once(() =>
  z.looseObject({
    api_id: text(),
    api_name: text(),
    versions: z.array(z.string()).nullish(),
  }),
)

/** What a key may do. Nothing is required: a key without access rights is one for every API. */
export const sessionState = once(() =>
  z.looseObject({
    org_id: text(),
    alias: text(),
    access_rights: z.record(z.string(), accessRight()).nullish(),
    apply_policies: z.array(z.string()).nullish(),
    rate: z.number().optional(),
    per: z.number().optional(),
    allowance: z.number().optional(),
    quota_max: z.number().optional(),
    quota_remaining: z.number().optional(),
    quota_renewal_rate: z.number().optional(),
    quota_renews: z.number().optional(),
    expires: z.number().optional(),
    is_inactive: z.boolean().optional(),
    meta_data: z.record(z.string(), z.unknown()).nullish(),
    tags: z.array(z.string()).nullish(),
  }),
)

/** `POST /api/keys/{custom_key}`. */
export const keyData = once(() =>
  z.looseObject({ key_id: z.string(), key_hash: text(), data: sessionState() }),
)

export type SessionState = z.infer<ReturnType<typeof sessionState>>
export type KeyData = z.infer<ReturnType<typeof keyData>>
