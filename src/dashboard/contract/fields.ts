import { z } from 'zod'
import { once } from '../../core/model/once.ts'

export const optionalText = once(() => z.string().optional())
export const naturalNumber = once(() => z.int().nonnegative())

/** The answer to a change: `Meta` is what came of it. */
export const createEnvelope = <Meta extends z.ZodType>(Meta: Meta) =>
  z.looseObject({ Status: z.string(), Message: z.string(), Meta })
