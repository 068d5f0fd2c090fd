import type { FunctionResult } from '../../rule.ts'
import type { Check } from '../facts.ts'
import { checkExamples } from '../oas/check-examples.ts'
import { partsOf } from '../owasp/parts.ts'

const kinds = [
  { part: 'schema', target: 'schema' },
  { part: 'parameter', target: 'media' },
  { part: 'header', target: 'media' },
  { part: 'mediaType', target: 'media' },
] as const

/** The examples of schemas, parameters, headers and media types are valid against their schemas. */
export const oasExampleSchema: Check = (document) =>
  kinds.flatMap(({ part, target }) =>
    partsOf(document, part).flatMap(({ value, path }): FunctionResult[] => {
      const at = path()
      const context = { ...document, path: at }
      return checkExamples(value, { target }, context).map((result) => ({
        ...result,
        path: result.path ?? at,
      }))
    }),
  )
