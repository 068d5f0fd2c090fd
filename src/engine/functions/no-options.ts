import { z } from 'zod'

/** For a function that takes no options: absent, null and an empty mapping all say so. */
export const noOptions = z
  .union([z.undefined(), z.null(), z.strictObject({})], { error: 'this function takes no options' })
  .transform(() => undefined)
