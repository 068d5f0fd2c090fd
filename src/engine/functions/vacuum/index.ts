import type { z } from 'zod'
import type { RuleFunction } from '../../rule.ts'
import { defineLazyFunction } from '../define-lazy.ts'
import type { Check } from '../facts.ts'
import { noOptions } from '../no-options.ts'
import { forbidden, propertyCaseOptions, schemesPath, successCodes, wordCount } from './options.ts'

const info = () => import('./info.ts')
const operations = () => import('./operations.ts')
const descriptions = () => import('./descriptions.ts')
const texts = () => import('./texts.ts')
const security = () => import('./security.ts')
const paths = () => import('./paths.ts')
const schemas = () => import('./schemas.ts')
const examples = () => import('./examples.ts')

/**
 * The functions that only vacuum, the dashboards' engine, has, under its names: rulesets that dashboards export use
 * them. Each looks at the whole document, whatever node `given` leads to.
 */
export const vacuumFunctions: readonly RuleFunction[] = [
  plain('allOfConflicts', async () => (await import('./all-of-conflicts.ts')).allOfConflicts),
  plain('duplicatePaths', async () => (await paths()).duplicatePaths),
  plain('duplicatedEnum', async () => (await schemas()).duplicatedEnum),
  plain('infoContact', async () => (await info()).infoContact),
  plain('infoContactProperties', async () => (await info()).infoContactProperties),
  plain('infoDescription', async () => (await info()).infoDescription),
  plain('infoLicense', async () => (await info()).infoLicense),
  plain('infoLicenseURLSPDX', async () => (await info()).infoLicenseURLSPDX),
  plain('infoLicenseUrl', async () => (await info()).infoLicenseUrl),
  plain('migrateZallyIgnore', async () => (await texts()).migrateZallyIgnore),
  plain('missingType', async () => (await schemas()).missingType),
  plain('noAmbiguousPaths', async () => (await paths()).noAmbiguousPaths),
  define('noEvalDescription', forbidden, async () => (await texts()).noEvalDescription),
  plain('noRequestBody', async () => (await operations()).noRequestBody),
  plain('noVerbsInPath', async () => (await paths()).noVerbsInPath),
  plain('nullableEnum', async () => (await schemas()).nullableEnum),
  plain('oas2OpSecurityDefined', async () => (await security()).oas2OpSecurityDefined),
  plain('oasAPIServers', async () => (await import('./servers.ts')).oasAPIServers),
  define('oasCamelCaseProperties', propertyCaseOptions, async () => (await schemas()).oasCamelCaseProperties),
  define('oasComponentDescriptions', wordCount, async () => (await descriptions()).oasComponentDescriptions),
  plain('oasDescriptionDuplication', async () => (await texts()).oasDescriptionDuplication),
  define('oasDescriptions', wordCount, async () => (await descriptions()).oasDescriptions),
  plain('oasExampleExternal', async () => (await examples()).oasExampleExternal),
  plain('oasExampleMissing', async () => (await examples()).oasExampleMissing),
  plain('oasExampleSchema', async () => (await import('./example-schema.ts')).oasExampleSchema),
  plain('oasOpErrorResponse', async () => (await operations()).oasOpErrorResponse),
  plain('oasOpId', async () => (await operations()).oasOpId),
  define('oasOpSecurityDefined', schemesPath, async () => (await security()).oasOpSecurityDefined),
  plain('oasOpSingleTag', async () => (await operations()).oasOpSingleTag),
  plain('oasOperationTags', async () => (await operations()).oasOperationTags),
  plain('oasParamDescriptions', async () => (await descriptions()).oasParamDescriptions),
  plain('oasPolymorphicAnyOf', async () => (await schemas()).oasPolymorphicAnyOf),
  plain('oasPolymorphicOneOf', async () => (await schemas()).oasPolymorphicOneOf),
  /** From 3.1 on, keys beside a `$ref` count: there is nothing to find. */
  plain('oasRefSiblings', async () => () => []),
  plain('oasUnnecessaryCombinator', async () => (await schemas()).oasUnnecessaryCombinator),
  plain('pathItemReferences', async () => (await operations()).pathItemReferences),
  plain('pathsKebabCase', async () => (await paths()).pathsKebabCase),
  plain('pathsSpecificityOrder', async () => (await paths()).pathsSpecificityOrder),
  define('postResponseSuccess', successCodes, async () => (await operations()).postResponseSuccess),
  plain('requiredFieldsDefined', async () => (await schemas()).requiredFieldsDefined),
  plain('schemaTypeCheck', async () => (await import('./schema-types.ts')).schemaTypeCheck),
  plain('tagDescription', async () => (await info()).tagDescription),
]

function plain(name: string, load: () => Promise<Check>): RuleFunction {
  return define(name, noOptions, load)
}

function define<Options>(
  name: string,
  options: z.ZodType<Options>,
  load: () => Promise<Check<Options>>,
): RuleFunction {
  return defineLazyFunction(name, options, async () => {
    const check = await load()
    return (_target, given, document) => check(document, given)
  })
}
