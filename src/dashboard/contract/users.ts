import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { createEnvelope, naturalNumber, optionalText, recordName } from './fields.ts'

/** `GET /admin/users/{userId}`. `access_key` is the user's credential. */
export const userDetail = once(() =>
  z.looseObject({
    id: recordName(),
    access_key: optionalText(),
    active: z.boolean().optional(),
    email_address: optionalText(),
    first_name: optionalText(),
    last_name: optionalText(),
    group_id: optionalText(),
    org_id: optionalText(),
    last_login_date: optionalText(),
    password_max_days: z.int().optional(),
    password_updated: optionalText(),
    user_permissions: z.record(z.string(), z.string()).nullish(),
  }),
)

/** `GET /api/users`: the users of the caller's organisation. */
export const usersPage = once(() =>
  z.looseObject({ users: z.array(userDetail()).nullable(), pages: naturalNumber() }),
)

export type UserDetail = z.infer<ReturnType<typeof userDetail>>

/** Seconds after which a single-sign-on token is worth nothing. */
export const ssoTokenSeconds = 60

export const ssoSections = ['dashboard', 'portal'] as const
export type SsoSection = (typeof ssoSections)[number]

/** `POST /admin/sso`: who is to be signed in, and where. */
export const ssoRequest = once(() =>
  z.object({
    ForSection: z.enum(ssoSections).optional(),
    OrgID: optionalText(),
    EmailAddress: optionalText(),
    DisplayName: optionalText(),
    GroupID: optionalText(),
    GroupsIDs: z.array(z.string()).nullish(),
    SSOOnlyForRegisteredUsers: z.boolean().optional(),
    UserNotAllowed: z.boolean().optional(),
  }),
)

/** `Meta` is the token: good once, for a minute. */
export const ssoToken = once(() => createEnvelope(z.string().min(1)))

export type SsoRequest = z.infer<ReturnType<typeof ssoRequest>>
export type SsoToken = z.infer<ReturnType<typeof ssoToken>>

/** Who a token has signed in. */
export const ssoSignIn = once(() => createEnvelope(ssoRequest()))
