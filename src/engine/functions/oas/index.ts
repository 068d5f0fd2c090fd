import { z } from 'zod'
import { once } from '../../../model/once.ts'
import type { RuleFunction } from '../../rule.ts'
import { defineLazyFunction } from '../define.ts'
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
  /** These two bring the schemas of documents. */
  defineLazyFunction('oasDocumentSchema', async () => (await import('./check-document.ts')).checkDocument),
  defineLazyFunction(
    'oasExample',
    async () => (await import('./check-examples.ts')).checkExamples,
    once(() => z.strictObject({ target: z.enum(['schema', 'media', 'response']) })),
  ),
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
