import { z } from 'zod'

/** The `properties` option: the keys that a function counts in its target. */
export function propertiesOption(atLeast: number) {
  return z.strictObject({
    properties: z.array(z.string()).min(atLeast, { error: `must list at least ${atLeast} properties` }),
  })
}
