import type { EngineName } from '../../core/model/engine-name.ts'
import type { BuiltinRulesetName } from '../ruleset/builtin-names.ts'
import type { Builtins, OpenBuiltin } from '../ruleset/builtins.ts'
import type { RulesetSource } from '../ruleset/ruleset-source.ts'
import { type RuleData, toRulesetSource } from './rule-data.ts'

/**
 * The rulesets that come with the engine, by the name under which `extends` asks for them. They are read when a ruleset
 * first extends them.
 *
 * `vacuum:oas` turns the recommended rules on, `vacuum:all` all of these and of vacuum's OWASP rules. `spectral:owasp` is
 * vacuum's other name for its own; Spectral itself has no such ruleset.
 *
 * In vacuum the bare name of an OWASP ruleset adds no rule: it wants the pair with `all` or `recommended`. Here the bare
 * name turns every rule on, as it does for any other ruleset, since anyone who names a ruleset wants it checked, and a gate
 * that passes because it checked nothing is worse than one that checks more than a dashboard would.
 */
const sources: Readonly<Record<BuiltinRulesetName, OpenBuiltin>> = {
  'spectral:oas': async () => (await import('./oas/stored-ruleset.ts')).storedOasRuleset,
  'vacuum:oas': async () => toRulesetSource('vacuum:oas', await readVacuumOas()),
  'vacuum:all': readVacuumAll,
  'vacuum:owasp': readVacuumOwasp,
  'spectral:owasp': readVacuumOwasp,
  '@stoplight/spectral-owasp-ruleset': readSpectralPackage,
}

export const builtinRulesets: Builtins = new Map(Object.entries(sources))

/** On a dashboard, Spectral's name stands for its engine's own rules. */
export function listBuiltinRulesets(engine: EngineName = 'spectral'): Builtins {
  const own = builtinRulesets.get('vacuum:oas')
  return engine === 'vacuum' && own
    ? new Map([...extendableRulesets, ['spectral:oas', own]])
    : extendableRulesets
}

async function readVacuumOas(): Promise<Readonly<Record<string, RuleData>>> {
  return (await import('./vacuum/rules.ts')).vacuumOasRules
}

async function readVacuumAll(): Promise<RulesetSource> {
  const { vacuumOwaspRules } = await import('./owasp/vacuum-owasp.ts')
  const all = Object.entries<RuleData>({ ...(await readVacuumOas()), ...vacuumOwaspRules })
  const recommended = all.map(([id, { recommended: _, ...rule }]) => [id, rule] as const)
  return toRulesetSource('vacuum:all', Object.fromEntries(recommended))
}

async function readVacuumOwasp(): Promise<RulesetSource> {
  return toRulesetSource('vacuum:owasp', (await import('./owasp/vacuum-owasp.ts')).vacuumOwaspRules)
}

async function readSpectralPackage(): Promise<RulesetSource> {
  const { spectralPackageRules } = await import('./owasp/spectral-package.ts')
  return toRulesetSource('@stoplight/spectral-owasp-ruleset', spectralPackageRules)
}

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
export const foreignRulesets: Builtins = new Map([
  ['spectral:asyncapi', async () => createInertRuleset('asyncapi', ['asyncapi2', 'asyncapi3'], asyncapi)],
  ['spectral:arazzo', async () => createInertRuleset('arazzo', ['arazzo1'], arazzo)],
])

/** Rulesets that `extends` accepts by name, also those for documents that are never evaluated here. */
const extendableRulesets: Builtins = new Map([...builtinRulesets, ...foreignRulesets])

function createInertRuleset(kind: string, formats: readonly string[], names: string): RulesetSource {
  const rules = names
    .trim()
    .split(/\s+/)
    .map((name) => `  ${kind}-${name}: { given: $, then: { function: defined } }`)
  const text = [`formats: [${formats.join(', ')}]`, 'rules:', ...rules].join('\n')
  return { name: `spectral:${kind}`, text, format: 'yaml' }
}
