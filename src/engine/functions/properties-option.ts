import { z } from 'zod'
import { once } from '../../model/once.ts'

/** The `properties` option: the keys that a function counts in its target. */
export function propertiesOption(atLeast: number) {
  return once(() =>
    z.strictObject({
      properties: z.array(z.string()).min(atLeast, { error: `must list at least ${atLeast} properties` }),
    }),
  )
}
