import { z } from 'zod'
import { defineLazyFunction } from '../define-lazy.ts'

const options = z.strictObject({
  /** What the target is: a schema, a media type (or header, or parameter), or a response of version 2. */
  target: z.enum(['schema', 'media', 'response']),
})

export type ExampleOptions = z.infer<typeof options>

/** See check-examples.ts, which brings the schemas of schemas. */
export const oasExample = defineLazyFunction(
  'oasExample',
  options,
  async () => (await import('./check-examples.ts')).checkExamples,
)
