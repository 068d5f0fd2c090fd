import { z } from 'zod'
import type { RuleFunction } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { oasUnusedComponent, refSiblings } from '../references.ts'
import { checkDocument } from './check-document.ts'
import { checkExamples } from './check-examples.ts'
import { oasContact } from './contact.ts'
import { oasOpIdUnique, oasTagDefined, operationFunctions, uniquenessTags } from './operation-functions.ts'
import { oasPathParam } from './path-param.ts'
import { oasDiscriminator } from './schemas.ts'
import { oasSecurityDefined } from './security-defined.ts'
import { serverVariables } from './server-variables.ts'

/** The functions of the OpenAPI rules. Any ruleset may name them: those that dashboards export do. */
export const oasFunctions: readonly RuleFunction[] = [
  oasContact,
  oasDiscriminator,
  defineFunction({ name: 'oasDocumentSchema', run: checkDocument }),
  defineFunction({
    name: 'oasExample',
    options: () => z.strictObject({ target: z.enum(['schema', 'media', 'response']) }),
    run: checkExamples,
  }),
  oasOpIdUnique,
  ...operationFunctions,
  oasPathParam,
  oasSecurityDefined,
  oasTagDefined,
  oasUnusedComponent,
  refSiblings,
  serverVariables,
  uniquenessTags,
]
