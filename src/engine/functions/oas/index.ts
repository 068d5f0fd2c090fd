import type { RuleFunction } from '../../rule.ts'
import { oasDiscriminator } from './discriminator.ts'
import { oasDocumentSchema } from './document-schema.ts'
import { oasExample } from './example.ts'
import { oasOpFormDataConsumeCheck } from './op-form-data-consume-check.ts'
import { oasOpIdUnique } from './op-id-unique.ts'
import { oasOpParams } from './op-params.ts'
import { oasOpSuccessResponse } from './op-success-response.ts'
import { oasPathParam } from './path-param.ts'
import { refSiblings } from './ref-siblings.ts'
import { oasSecurityDefined } from './security-defined.ts'
import { serverVariables } from './server-variables.ts'
import { oasTagDefined } from './tag-defined.ts'
import { uniquenessTags } from './uniqueness-tags.ts'
import { oasUnusedComponent } from './unused-component.ts'

/** The functions of the OpenAPI rules. Any ruleset may name them: those that dashboards export do. */
export const oasFunctions: readonly RuleFunction[] = [
  oasDiscriminator,
  oasDocumentSchema,
  oasExample,
  oasOpFormDataConsumeCheck,
  oasOpIdUnique,
  oasOpParams,
  oasOpSuccessResponse,
  oasPathParam,
  oasSecurityDefined,
  oasTagDefined,
  oasUnusedComponent,
  refSiblings,
  serverVariables,
  uniquenessTags,
]
