import { z } from 'zod'

export const exampleOptions = z.strictObject({
  /** What the target is: a schema, a media type (or header, or parameter), or a response of version 2. */
  target: z.enum(['schema', 'media', 'response']),
})

export type ExampleOptions = z.infer<typeof exampleOptions>
