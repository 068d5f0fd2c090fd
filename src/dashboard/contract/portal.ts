import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { changeStatus, naturalNumber, optionalText } from './fields.ts'

/** `POST /api/portal/requests`: a developer asks for a key to what the policies open. */
export const portalRequest = once(() =>
  z.object({
    by_user: z.string().min(1),
    apply_policies: z.array(z.string().min(1)).min(1),
    version: z.literal('v2'),
    fields: z.record(z.string(), z.string()).nullish(),
  }),
)

/** The answer to a new request: its id is the message. */
export const portalRequestCreated = once(() =>
  z.looseObject({
    Status: changeStatus(),
    Message: z.string().min(1),
    Meta: z.unknown(),
  }),
)

/** `PUT /api/portal/requests/approve/{id}`: the key, shown this once. An OAuth request gives a client instead. */
export const portalApproval = once(() =>
  z.looseObject({
    RawKey: optionalText(),
    Password: optionalText(),
    client_id: optionalText(),
    secret: optionalText(),
  }),
)

export const portalDeveloper = once(() =>
  z.looseObject({
    _id: optionalText(),
    id: optionalText(),
    email: optionalText(),
    org_id: optionalText(),
    inactive: z.boolean().optional(),
    date_created: optionalText(),
    /** Keys, by their hash, and the policies of each. */
    keys: z.record(z.string(), z.array(z.string())).nullish(),
    /** Policies, and the key of each. */
    subscriptions: z.record(z.string(), z.string()).nullish(),
    fields: z.record(z.string(), z.string()).nullish(),
  }),
)

/** `GET /api/portal/developers`. */
export const portalDevelopersPage = once(() =>
  z.looseObject({ Data: z.array(portalDeveloper()).nullable(), Pages: naturalNumber() }),
)

export type PortalRequest = z.infer<ReturnType<typeof portalRequest>>
export type PortalRequestCreated = z.infer<ReturnType<typeof portalRequestCreated>>
export type PortalApproval = z.infer<ReturnType<typeof portalApproval>>
export type PortalDeveloper = z.infer<ReturnType<typeof portalDeveloper>>
export type PortalDevelopersPage = z.infer<ReturnType<typeof portalDevelopersPage>>
