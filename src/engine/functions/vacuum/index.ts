import type { RuleFunction } from '../../rule.ts'
import { defineDocumentFunction, defineLazyFunction } from '../define.ts'
import type { Check } from '../facts.ts'
import { forbidden, propertyCaseOptions, schemesPath, successCodes, wordCount } from './options.ts'

const operations = () => import('./operations.ts')
const descriptions = () => import('./descriptions.ts')
const texts = () => import('./texts.ts')
const security = () => import('./security.ts')
const schemas = () => import('./schemas.ts')

/**
 * The functions that only vacuum, the dashboards' engine, has, under its names: rulesets that dashboards export use
 * them. Each looks at the whole document, whatever node `given` leads to.
 */
export const vacuumFunctions: readonly RuleFunction[] = [
  ...from(() => import('./all-of-conflicts.ts'), 'allOfConflicts'),
  ...from(() => import('./example-schema.ts'), 'oasExampleSchema'),
  ...from(() => import('./examples.ts'), 'oasExampleExternal', 'oasExampleMissing'),
  ...from(
    () => import('./info.ts'),
    'infoContact',
    'infoContactProperties',
    'infoDescription',
    'infoLicense',
    'infoLicenseURLSPDX',
    'infoLicenseUrl',
    'tagDescription',
  ),
  ...from(
    operations,
    'noRequestBody',
    'oasOpErrorResponse',
    'oasOpId',
    'oasOpSingleTag',
    'oasOperationTags',
    'pathItemReferences',
  ),
  ...from(
    () => import('./paths.ts'),
    'duplicatePaths',
    'noAmbiguousPaths',
    'noVerbsInPath',
    'pathsKebabCase',
    'pathsSpecificityOrder',
  ),
  ...from(() => import('./schema-types.ts'), 'schemaTypeCheck'),
  ...from(
    schemas,
    'duplicatedEnum',
    'missingType',
    'nullableEnum',
    'oasPolymorphicAnyOf',
    'oasPolymorphicOneOf',
    'oasUnnecessaryCombinator',
    'requiredFieldsDefined',
  ),
  ...from(() => import('./servers.ts'), 'oasAPIServers'),
  ...from(descriptions, 'oasParamDescriptions'),
  ...from(security, 'oas2OpSecurityDefined'),
  ...from(texts, 'migrateZallyIgnore', 'oasDescriptionDuplication'),
  /** From 3.1 on, keys beside a `$ref` count: there is nothing to find. */
  defineDocumentFunction('oasRefSiblings', () => []),
  lazy('noEvalDescription', async () => (await texts()).noEvalDescription, forbidden),
  lazy('oasCamelCaseProperties', async () => (await schemas()).oasCamelCaseProperties, propertyCaseOptions),
  lazy('oasComponentDescriptions', async () => (await descriptions()).oasComponentDescriptions, wordCount),
  lazy('oasDescriptions', async () => (await descriptions()).oasDescriptions, wordCount),
  lazy('oasOpSecurityDefined', async () => (await security()).oasOpSecurityDefined, schemesPath),
  lazy('postResponseSuccess', async () => (await operations()).postResponseSuccess, successCodes),
]

/** The checks of a file that have no options, by the names under which it exports them. */
function from<Name extends string>(
  load: () => Promise<Readonly<Record<NoInfer<Name>, Check>>>,
  ...names: readonly Name[]
): RuleFunction[] {
  return names.map((name) => lazy(name, async () => (await load())[name]))
}

function lazy<Value>(
  name: string,
  load: () => Promise<Check<Value>>,
  options?: RuleFunction<Value>['options'],
): RuleFunction {
  return defineLazyFunction<Value>(
    name,
    async () => {
      const check = await load()
      return (_target, given, document) => check(document, given)
    },
    options,
  )
}
