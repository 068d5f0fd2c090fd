import { z } from 'zod'
import { isRecord } from '../../../core/model/record.ts'
import { quote } from '../../print.ts'
import type { RuleFunction } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { oasUnusedComponent, refSiblings } from '../references.ts'
import { checkDocument } from './check-document.ts'
import { checkExamples } from './check-examples.ts'
import { oasOpIdUnique, oasTagDefined, operationFunctions, uniquenessTags } from './operation-functions.ts'
import { oasPathParam } from './path-param.ts'
import { oasDiscriminator } from './schemas.ts'
import { oasSecurityDefined } from './security-defined.ts'
import { serverVariables } from './server-variables.ts'

const contactKeys = ['name', 'url', 'email']

/** A contact has a name, a URL and an email address: one result for all that are missing, and one for each that is empty. */
const oasContact = defineFunction({
  name: 'oasContact',
  checks: ['object'],
  run: (target, _options, { path }) => {
    if (!isRecord(target)) return []
    const missing = contactKeys.filter((key) => target[key] === undefined)
    const empty = contactKeys.filter((key) => target[key] !== undefined && !target[key])
    const none = { message: `Contact has no ${missing.map(quote).join(' and no ')}`, path }
    return [
      ...(missing.length > 0 ? [none] : []),
      ...empty.map((key) => ({ message: `Contact has an empty ${quote(key)}`, path: [...path, key] })),
    ]
  },
})

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
