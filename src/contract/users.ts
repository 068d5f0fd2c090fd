import { z } from 'zod'
import { once } from '../model/once.ts'

const text = once(() => z.string().optional())

/** `GET /admin/users/{userId}`. `access_key` is the user's credential. */
export const userDetail = once(() =>
  z.looseObject({
    id: z.string(),
    access_key: text(),
    active: z.boolean().optional(),
    email_address: text(),
    first_name: text(),
    last_name: text(),
    group_id: text(),
    org_id: text(),
    last_login_date: text(),
    password_max_days: z.int().optional(),
    password_updated: text(),
    user_permissions: z.record(z.string(), z.string()).nullish(),
  }),
)

/** `GET /api/users`: the users of the caller's organisation. */
export const usersPage = once(() =>
  z.looseObject({ users: z.array(userDetail()).nullable(), pages: z.int().nonnegative() }),
)

export type UserDetail = z.infer<ReturnType<typeof userDetail>>
export type UsersPage = z.infer<ReturnType<typeof usersPage>>
