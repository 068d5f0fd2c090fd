import { defineLazyFunction } from '../define-lazy.ts'
import { exampleOptions } from './example-options.ts'

/** See check-examples.ts, which brings the schemas of schemas. */
export const oasExample = defineLazyFunction(
  'oasExample',
  exampleOptions,
  async () => (await import('./check-examples.ts')).checkExamples,
)
