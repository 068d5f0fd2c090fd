import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { suggestionText } from '../../core/text/suggest.ts'
import { changeStatus, naturalNumber, optionalText } from './fields.ts'

const accessRight = once(() =>
  z.looseObject({
    api_id: optionalText(),
    api_name: optionalText(),
    versions: z.array(z.string()).nullish(),
  }),
)

/** The permissions of a key. Nothing is required: a key without access rights opens every API. */
export const sessionState = once(() =>
  z.looseObject({
    org_id: optionalText(),
    alias: optionalText(),
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

/** Every key of a session and of one of its access rights, of this release of the service. */
const sessionKeys =
  `access_rights alias allowance apply_policies apply_policy_id basic_auth_data certificate data_expires
  date_created enable_detail_recording enable_detailed_recording enable_http_signature_validation expires hmac_enabled
  hmac_string id_extractor_deadline is_inactive jwt_data last_check last_updated max_query_depth meta_data monitor
  mtls_static_certificate_bindings oauth_client_id oauth_keys org_id per post_expiry_action post_expiry_grace_period
  quota_max quota_remaining quota_renewal_rate quota_renews rate rsa_certificate_id session_lifetime smoothing tags
  throttle_interval throttle_retry_limit`.split(/\s+/)
const rightKeys = `allowance_scope allowed_types allowed_urls api_id api_name disable_introspection endpoints
  field_access_rights limit restricted_types versions`.split(/\s+/)

/** A session that a person wrote. Unknown keys are errors: a misspelt right grants nothing, and a key without rights opens all APIs. */
export const writtenSession = once(() =>
  sessionState().superRefine((session, { addIssue }) => {
    const rights = Object.entries(session.access_rights ?? {}).flatMap(([id, right]) =>
      Object.keys(right).map((key) => ({ path: ['access_rights', id, key], known: rightKeys })),
    )
    const keys = Object.keys(session).map((key) => ({ path: [key], known: sessionKeys }))
    for (const { path, known } of [...keys, ...rights]) {
      const key = path.at(-1) ?? ''
      if (known.includes(key)) continue
      addIssue({ code: 'custom', path, message: `unknown key${suggestionText(key, known)}` })
    }
  }),
)

/** `POST /api/keys/{custom_key}`. */
export const keyData = once(() =>
  z.looseObject({ key_id: z.string(), key_hash: optionalText(), data: sessionState() }),
)

/** `GET /api/keys/detailed`. Where the dashboard does not keep keys as hashes, `key_id` is the key itself. */
export const keysPage = once(() =>
  z.looseObject({ keys: z.array(keyData()).nullable(), pages: naturalNumber() }),
)

export type SessionState = z.infer<ReturnType<typeof sessionState>>
export type KeyData = z.infer<ReturnType<typeof keyData>>

/** `DELETE /{product}/oauth/refresh/{keyName}`. */
export const tokenRevocation = once(() =>
  z.looseObject({ action: z.string(), key: z.string(), status: changeStatus() }),
)

/** The gateway's error body: the words of the dashboard's, in lower case. */
export const gatewayMessage = once(() => z.object({ message: z.string(), status: z.string() }))

export type TokenRevocation = z.infer<ReturnType<typeof tokenRevocation>>
export type GatewayMessage = z.infer<ReturnType<typeof gatewayMessage>>
