import { z } from 'zod'
import type { RuleFunction } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { checkDocument } from './check-document.ts'
import { checkExamples } from './check-examples.ts'
import { oasDiscriminator } from './discriminator.ts'
import { oasOpIdUnique } from './op-id-unique.ts'
import { operationFunctions } from './operation-functions.ts'
import { oasPathParam } from './path-param.ts'
import { refSiblings } from './ref-siblings.ts'
import { oasSecurityDefined } from './security-defined.ts'
import { serverVariables } from './server-variables.ts'
import { oasTagDefined, uniquenessTags } from './tags.ts'
import { oasUnusedComponent } from './unused-component.ts'

/** The functions of the OpenAPI rules. Any ruleset may name them: those that dashboards export do. */
export const oasFunctions: readonly RuleFunction[] = [
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
