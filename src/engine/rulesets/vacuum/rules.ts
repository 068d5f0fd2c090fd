/**
 * The OpenAPI rules of vacuum, the dashboards' engine, under its names. What a rule says for itself is written here
 * unless Spectral has a rule of that name, whose words then serve for both.
 */
import { oasRules } from '../oas/ruleset.ts'
import type { RuleData } from '../rule-data.ts'
import { vacuumOnlyRules } from './own-rules.ts'

type VacuumCheck = RuleData['check']
type RuleTexts = Pick<RuleData, 'description' | 'howToFix'>

const oas2 = ['oas2']
const oas3 = ['oas3']
const off = { recommended: false } as const
const notMatch = (pattern: string, field?: string): VacuumCheck => ({
  ...(field !== undefined && { field }),
  function: 'pattern',
  functionOptions: { notMatch: pattern },
})
const checkList = (field: string, type: string): VacuumCheck => ({
  field,
  function: 'schema',
  functionOptions: { forceValidation: true, schema: { type: 'array', uniqueItems: true, items: { type } } },
})

/** Under names that Spectral has too; some with another severity, and most with a function of vacuum's. */
const sharedRules: Readonly<Record<string, Omit<RuleData, keyof RuleTexts>>> = {
  'contact-properties': { severity: 'info', check: 'infoContactProperties', ...off },
  'duplicated-entry-in-enum': { severity: 'error', check: 'duplicatedEnum' },
  'info-contact': { severity: 'info', check: 'infoContact', ...off },
  'info-description': { severity: 'error', check: 'infoDescription' },
  'info-license': { severity: 'info', check: 'infoLicense', ...off },
  'license-url': { severity: 'info', check: 'infoLicenseUrl', ...off },
  'no-$ref-siblings': { severity: 'error', check: 'refSiblings', formats: ['oas2', 'oas3_0'] },
  'no-eval-in-markdown': {
    severity: 'error',
    check: { function: 'noEvalDescription', functionOptions: { pattern: 'eval\\(' } },
  },
  'no-script-tags-in-markdown': {
    severity: 'error',
    check: { function: 'noEvalDescription', functionOptions: { pattern: '<script' } },
  },
  'oas2-anyOf': { severity: 'error', check: 'oasPolymorphicAnyOf', formats: oas2 },
  'oas2-api-host': { severity: 'info', check: { field: 'host', function: 'truthy' }, formats: oas2 },
  'oas2-api-schemes': { severity: 'warn', check: checkList('schemes', 'string'), formats: oas2 },
  'oas2-discriminator': { severity: 'error', check: 'oasDiscriminator', formats: oas2 },
  'oas2-host-not-example': {
    severity: 'warn',
    check: notMatch('example\\.com'),
    given: '$.host',
    formats: oas2,
  },
  'oas2-host-trailing-slash': { severity: 'warn', check: notMatch('/$'), given: '$.host', formats: oas2 },
  'oas2-oneOf': { severity: 'error', check: 'oasPolymorphicOneOf', formats: oas2 },
  'oas2-operation-formData-consume-check': {
    severity: 'warn',
    check: 'oasOpFormDataConsumeCheck',
    formats: oas2,
  },
  'oas2-operation-security-defined': { severity: 'error', check: 'oas2OpSecurityDefined', formats: oas2 },
  'oas2-parameter-description': { severity: 'warn', check: 'oasParamDescriptions', formats: oas2 },
  'oas2-schema': { severity: 'error', check: 'oasDocumentSchema', formats: oas2 },
  'oas2-unused-definition': { severity: 'warn', check: 'oasUnusedComponent', formats: oas2 },
  'oas3-api-servers': { severity: 'warn', check: 'oasAPIServers', formats: oas3 },
  'oas3-operation-security-defined': { severity: 'error', check: 'oasOpSecurityDefined', formats: oas3 },
  'oas3-parameter-description': { severity: 'warn', check: 'oasParamDescriptions', formats: oas3 },
  'oas3-schema': { severity: 'error', check: 'oasDocumentSchema', formats: oas3 },
  'oas3-server-trailing-slash': {
    severity: 'warn',
    check: notMatch('/$', 'url'),
    given: '$.servers[*]',
    formats: oas3,
    ...off,
  },
  'oas3-unused-component': { severity: 'warn', check: 'oasUnusedComponent', formats: oas3 },
  'oas3-valid-schema-example': { severity: 'warn', check: 'oasExampleSchema', formats: oas3 },
  'openapi-tags': { severity: 'warn', check: checkList('tags', 'object'), ...off },
  'openapi-tags-alphabetical': {
    severity: 'info',
    check: { function: 'alphabetical', functionOptions: { keyedBy: 'name' } },
    given: '$.tags',
    ...off,
  },
  'operation-description': {
    severity: 'warn',
    check: { function: 'oasDescriptions', functionOptions: { minWords: 1 } },
  },
  'operation-operationId': { severity: 'error', check: 'oasOpId' },
  'operation-operationId-unique': { severity: 'error', check: 'oasOpIdUnique', given: '$.paths' },
  'operation-operationId-valid-in-url': {
    severity: 'error',
    check: {
      field: 'operationId',
      function: 'pattern',
      functionOptions: { match: "^[A-Za-z0-9-._~:/?#\\[\\]@!\\$&'()*+,;=]*$" },
    },
    given: ['$.paths[*][*]', '$.paths[*].additionalOperations[*]'],
  },
  'operation-parameters': { severity: 'error', check: 'oasOpParams', given: '$.paths' },
  'operation-singular-tag': { severity: 'warn', check: 'oasOpSingleTag', ...off },
  'operation-success-response': {
    severity: 'warn',
    check: { field: 'responses', function: 'oasOpSuccessResponse' },
  },
  'operation-tag-defined': { severity: 'warn', check: 'oasTagDefined' },
  'operation-tags': { severity: 'warn', check: 'oasOperationTags' },
  'path-declarations-must-exist': { severity: 'error', check: notMatch('{}', '@key'), given: '$.paths' },
  'path-keys-no-trailing-slash': { severity: 'warn', check: notMatch('.+\\/$', '@key'), given: '$.paths' },
  'path-not-include-query': { severity: 'error', check: notMatch('\\?', '@key'), given: '$.paths' },
  'path-params': { severity: 'error', check: 'oasPathParam', formats: oas3 },
  'tag-description': { severity: 'warn', check: 'tagDescription', ...off },
  'typed-enum': { severity: 'warn', check: 'typedEnum' },
}

const texts: Readonly<Record<string, RuleTexts>> = oasRules

export const vacuumOasRules: Readonly<Record<string, RuleData>> = {
  ...Object.fromEntries(
    Object.entries(sharedRules).map(([id, rule]) => {
      const { description = '', howToFix = '' } = texts[id] ?? {}
      return [id, { description, howToFix, formats: ['oas2', 'oas3'], ...rule }]
    }),
  ),
  ...vacuumOnlyRules,
}
