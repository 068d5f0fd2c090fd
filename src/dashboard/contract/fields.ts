import { z } from 'zod'
import { once } from '../../core/model/once.ts'

export const optionalText = once(() => z.string().optional())
export const naturalNumber = once(() => z.int().nonnegative())

/** Without it a record cannot be named. */
export const recordName = once(() => z.string().refine((id) => id.trim() !== '', 'is blank'))

/** In the answer to a change; an error has a status of its own, and is no result. */
export const changeStatus = once(() =>
  z.string().refine((status) => !/^error$/i.test(status), 'says that it failed'),
)

/** The answer to a change: `Meta` is what came of it. */
export const createEnvelope = <Meta extends z.ZodType>(Meta: Meta) =>
  z.looseObject({ Status: changeStatus(), Message: z.string(), Meta })
