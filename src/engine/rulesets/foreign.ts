import type { RulesetSource } from '../ruleset/ruleset-source.ts'

/** Names of the rules, each behind the kind of its document. */
const asyncapi = `
  channel-no-empty-parameter 3-channel-no-empty-parameter channel-no-query-nor-fragment
  3-channel-no-query-nor-fragment channel-no-trailing-slash 3-channel-no-trailing-slash channel-parameters
  channel-servers 3-channel-servers headers-schema-type-object 3-headers-schema-type-object
  info-contact-properties info-contact info-description info-license-url info-license latest-version
  message-examples message-messageId-uniqueness operation-description 3-operation-description
  operation-operationId-uniqueness operation-operationId operation-security 3-operation-security
  parameter-description payload-default payload-examples payload-unsupported-schemaFormat
  3-payload-unsupported-schemaFormat payload schema-default schema-examples schema server-variables
  server-no-empty-variable 3-server-no-empty-variable server-no-trailing-slash 3-server-no-trailing-slash
  server-not-example-com 3-server-not-example-com server-security servers tag-description
  3-tag-description tags-alphabetical 3-tags-alphabetical tags-uniqueness 3-tags-uniqueness tags 3-tags
  unused-components-schema unused-components-server 3-document-resolved 3-document-unresolved
`

const arazzo = `
  document-schema workflowId-unique workflow-output-validation workflow-stepId-unique
  step-output-validation step-parameters-validation step-failure-actions-validation
  step-success-actions-validation workflow-depends-on-validation step-success-criteria-validation
  step-request-body-validation step-validation no-script-tags-in-markdown info-description info-summary
  source-descriptions-type workflow-workflowId workflow-description workflow-summary step-description
  step-stepId step-operationPath
`

/**
 * Spectral's rulesets for other kinds of documents. Those are never evaluated here, so no rule of them ever applies;
 * that they are here lets a ruleset that is shared by several kinds of documents extend them, and change their rules.
 */
export const foreignRulesets: readonly (readonly [string, () => Promise<RulesetSource>])[] = [
  ['spectral:asyncapi', async () => inert('asyncapi', ['asyncapi2', 'asyncapi3'], asyncapi)],
  ['spectral:arazzo', async () => inert('arazzo', ['arazzo1'], arazzo)],
]

function inert(kind: string, formats: readonly string[], names: string): RulesetSource {
  const rules = names
    .trim()
    .split(/\s+/)
    .map((name) => `  ${kind}-${name}: { given: $, then: { function: defined } }`)
  const text = [`formats: [${formats.join(', ')}]`, 'rules:', ...rules].join('\n')
  return { name: `spectral:${kind}`, text, format: 'yaml' }
}
