import { z } from 'zod'
import { once } from '../model/once.ts'

/** Seconds after which a single-sign-on token is worth nothing. */
export const ssoTokenSeconds = 60

export const ssoSections = ['dashboard', 'portal'] as const
export type SsoSection = (typeof ssoSections)[number]

const text = once(() => z.string().optional())

/** `POST /admin/sso`: who is to be signed in, and where. */
export const ssoRequest = once(() =>
  z.object({
    ForSection: z.enum(ssoSections).optional(),
    OrgID: text(),
    EmailAddress: text(),
    DisplayName: text(),
    GroupID: text(),
    GroupsIDs: z.array(z.string()).nullish(),
    SSOOnlyForRegisteredUsers: z.boolean().optional(),
    UserNotAllowed: z.boolean().optional(),
  }),
)

/** `Meta` is the token: good once, for a minute. */
export const ssoToken = once(() =>
  z.looseObject({ Status: z.string(), Message: z.string(), Meta: z.string().min(1) }),
)

export type SsoRequest = z.infer<ReturnType<typeof ssoRequest>>
export type SsoToken = z.infer<ReturnType<typeof ssoToken>>

/** Who a token has signed in. */
export const ssoSignIn = once(() =>
  z.looseObject({ Status: z.string(), Message: z.string(), Meta: ssoRequest() }),
)
