import { additionalOperations } from '../../../core/model/api-part.ts'
import type { Path } from '../../../core/model/location.ts'
import { getValue, isObject, isRecord } from '../../../core/model/record.ts'
import { detectFormats } from '../../formats.ts'
import type { Expression, Query, QueryStep } from '../../jsonpath/query.ts'
import { readPointer } from '../../pointer.ts'
import { print } from '../../print.ts'
import { isInExtension } from '../../ref-cycles.ts'
import { pathOfPlace, refPlaces } from '../../ref-places.ts'
import type { FunctionContext, FunctionResult, Rule, RuleFunction, Ruleset, Then } from '../../rule.ts'
import { list, mapping, root, viewNode } from '../facts.ts'
import { collectParts } from '../owasp/parts.ts'
import { core } from './core.ts'
import { besideLoops, exampleFaults, schemasWithoutExample } from './example-differences.ts'
import {
  clashingParameters,
  formsWithoutType,
  repeatedIds,
  requestNames,
  successResponses,
} from './operation-checks.ts'
import { type DifferenceRow, listChanges } from './releases.ts'
import {
  withGoPatterns,
  withoutFileSchemas,
  withoutTypeBesideRef,
  withoutUnseen,
} from './schema-differences.ts'

/** What becomes of the results of a function. */
type RuleDifference = (
  found: readonly FunctionResult[],
  context: FunctionContext,
  options: unknown,
) => readonly FunctionResult[]

const ofTypes = `owaspStringRestricted owaspStringLimit owaspArrayLimit owaspIntegerFormat owaspIntegerLimit
  owaspNoAdditionalProperties owaspNoAdditionalPropertiesConstrained owaspAdditionalPropertiesConstrained`

/**
 * All that the OpenAPI and OWASP functions of the same name do otherwise in vacuum, in this order; functions that no row
 * names are the same. What a later release does otherwise is a row with `since`, what it does no more has `until`.
 */
const differences: readonly DifferenceRow<RuleDifference>[] = [
  { functions: 'refSiblings', change: (_found, { root }) => siblings(root) },
  { functions: 'oasOpIdUnique', change: (_found, context) => repeatedIds(context) },
  { functions: 'oasOpFormDataConsumeCheck', change: (_found, context) => formsWithoutType(context) },
  { functions: 'oasOpParams', change: (_found, context) => clashingParameters(context) },
  { functions: 'oasOpSuccessResponse', change: (_found, context) => successResponses(context) },
  {
    // These read a model that vacuum builds of version 3 only: of 2.0 they report nothing.
    functions: `${ofTypes} allOfConflicts duplicatedEnum infoContact infoContactProperties infoDescription infoLicense infoLicenseURLSPDX
      infoLicenseUrl missingType noRequestBody oasCamelCaseProperties oasComponentDescriptions oasDescriptions oasExampleExternal
      oasExampleMissing oasExampleSchema oasOpErrorResponse oasOpId oasOperationTags oasUnnecessaryCombinator pathItemReferences
      pathsKebabCase requiredFieldsDefined schemaTypeCheck tagDescription oasTagDefined oasPathParam`,
    change: (found, { root }) => (detectFormats(root).has('oas3') ? found : []),
  },
  { functions: `${ofTypes} missingType`, change: (found, context) => withoutFileSchemas(found, 0, context) },
  {
    functions: 'allOfConflicts duplicatedEnum oasUnnecessaryCombinator requiredFieldsDefined schemaTypeCheck',
    change: (found, context) => withoutFileSchemas(found, 1, context),
  },
  {
    functions: 'oasCamelCaseProperties',
    change: (found, context) => withoutFileSchemas(withoutUnseen(found, 2, context), 2, context),
  },
  { functions: 'oasExampleSchema', change: exampleFaults },
  {
    functions: 'oasDiscriminator',
    change: (found) => placed(found, (path) => [...path.slice(0, -1), 'discriminator'], 'key'),
  },
  {
    functions: 'oasDocumentSchema',
    change: (found, context) => [
      ...withGoPatterns(found, context).map((result) => besideKey(result, context)),
      ...nullables(context),
      ...firstOddKey(context),
    ],
  },
  {
    functions: 'oasDescriptions',
    change: (found) => found.map((result) => (isOfPart(result) ? { ...result, at: 'key' } : result)),
  },
  {
    functions: 'oasParamDescriptions',
    change: (found, context) => found.filter(({ path = [] }) => isNamed(path, context)),
  },
  {
    functions: 'oas2OpSecurityDefined',
    change: (found) => placed(found, (path) => path.slice(0, path.lastIndexOf('security') || 1), 'inside'),
  },
  {
    functions: 'oasExampleMissing',
    change: (found, context) => [
      ...found.flatMap((result) => besideLoops(result, context)),
      ...schemasWithoutExample(context),
    ],
  },
  { functions: 'owaspStringLimit owaspArrayLimit', change: ofRequests },
  {
    functions: 'owaspHeaderDefinition',
    change: (found) =>
      found.filter(({ path = [] }) => !/XX$/.test(String(path[path.indexOf('responses') + 1]))),
  },
  {
    functions: 'owaspCheckErrorResponse',
    change: (found, context, options) =>
      withoutOpenOperations(found, context, options).map((result) => atContent(result, context)),
  },
  {
    // At the use of a shared response, and not where that is.
    functions: `owaspHeaderDefinition owaspCheckErrorResponse owaspRatelimitRetryAfter oasUnusedComponent`,
    change: (found) => placed(found, (path) => path, 'key'),
  },
  {
    functions: 'oasUnusedComponent',
    change: (found, context) => [...found, ...unusedSchemes(context), ...usedByExtensions(context)],
  },
  {
    functions: `${ofTypes} allOfConflicts duplicatedEnum missingType oasUnnecessaryCombinator requiredFieldsDefined schemaTypeCheck`,
    change: (found, context) => withoutUnseen(found, 1, context),
  },
  { functions: 'missingType', change: (found, context) => [...found, ...withoutTypeBesideRef(context)] },
  {
    functions: 'owaspRatelimitRetryAfter',
    change: (found, context) =>
      found.filter(({ path = [] }) => mapping(viewNode(path, context), context).headers !== undefined),
  },
  { functions: ofTypes, change: (found) => placed(found, (path) => [...path, 'type'], 'key') },
  {
    functions: `oasDescriptions oasOpErrorResponse oasOpId oasOpSingleTag oasOperationTags oasOpSuccessResponse oasTagDefined
      oasParamDescriptions owaspCheckErrorResponse owaspDefineErrorDefinition owaspCheckSecurity owaspHeaderDefinition`,
    change: (found) => found.filter((result) => !isOfNewMethod(result)),
  },
]

/** Whether vacuum does anything otherwise than its function of that name here. */
export function differsInVacuum(name: string): boolean {
  return Object.hasOwn(core, name) || listChanges(differences, name).length > 0
}

/** A ruleset whose rules say what they say on a dashboard. */
export function asVacuum(ruleset: Ruleset): Ruleset {
  const { rules, forFile } = ruleset
  return {
    ...ruleset,
    rules: rules.map(ruleAsVacuum),
    ...(forFile && {
      forFile: (file: string) => {
        const found = forFile(file)
        return { ...found, rules: found.rules.map(ruleAsVacuum) }
      },
    }),
  }
}

function ruleAsVacuum(rule: Rule): Rule {
  const then = rule.then.map((each) => ({ ...each, function: functionAsVacuum(each) }))
  const { id, statedId = id } = rule
  return { ...rule, id: statedId, given: rule.given.map(queryAsVacuum), then, engine: 'vacuum' }
}

function functionAsVacuum({ function: own, field, written }: Then): RuleFunction {
  const { name } = own
  const asCore = Object.hasOwn(core, name) ? core[name] : undefined
  if (asCore) {
    const asVacuum = asCore(own.run, field === '@key' ? undefined : field, isRecord(written) ? written : {})
    // Vacuum has no keys of items.
    const run: RuleFunction['run'] = (target, options, context) =>
      context.isKey && typeof target !== 'string' ? [] : asVacuum(target, options, context)
    return { ...own, checks: undefined, readsField: true, run }
  }
  const changes = listChanges(differences, name)
  return {
    ...own,
    run: (target, options, context) => {
      const found = own.run(target, options, context)
      return changes.reduce<readonly FunctionResult[]>(
        (results, change) => change(results, context, options),
        found,
      )
    },
  }
}

/** An operation that says itself that anyone may call it never answers 401. */
function withoutOpenOperations(
  found: readonly FunctionResult[],
  context: FunctionContext,
  options: unknown,
): readonly FunctionResult[] {
  if (!isRecord(options) || options.code !== '401') return found
  return found.filter(({ path = [] }) => {
    const operation = viewNode(path.slice(0, path.indexOf('responses', 3)), context)
    const { security } = mapping(operation, context)
    return (
      !Array.isArray(security) ||
      security.some((requirement) => isObject(requirement) && Object.keys(requirement).length > 0)
    )
  })
}

/** What a response has no schema in is its content, if there is any. */
function atContent(result: FunctionResult, context: FunctionContext): FunctionResult {
  const { path = [] } = result
  const { content } = mapping(viewNode(path, context), context)
  return path.at(-2) === 'responses' && content !== undefined
    ? { ...result, path: [...path, 'content'] }
    : result
}

/** Vacuum goes by names: a schema counts if a shared one of its name is in a request. */
function ofRequests(found: readonly FunctionResult[], context: FunctionContext): readonly FunctionResult[] {
  if (found.length === 0) return found
  const names = requestNames(context)
  const holders: unknown[] = ['properties', 'patternProperties', 'dependentSchemas', 'schemas']
  return found.filter(({ path = [] }) => holders.includes(path.at(-2)) && names.has(String(path.at(-1))))
}

/** Security schemes are used by name. */
function unusedSchemes(context: FunctionContext): FunctionResult[] {
  const whole = root(context)
  const schemes = Object.keys(mapping(mapping(whole.components, context).securitySchemes, context))
  if (schemes.length === 0) return []
  const used = new Set(
    requirements(context.root).flatMap((requirement) => Object.keys(mapping(requirement, context))),
  )
  return schemes
    .filter((name) => !used.has(name))
    .map((name) => ({
      message: `Security scheme ${print(name)} is not required anywhere`,
      path: ['components', 'securitySchemes', name],
      at: 'key',
    }))

  function requirements(value: unknown): readonly unknown[] {
    if (typeof value !== 'object' || value === null) return []
    const own = 'security' in value ? list(value.security, context) : []
    return [...own, ...Object.values(value).flatMap(requirements)]
  }
}

/** References inside of extensions do not count. */
function usedByExtensions(context: FunctionContext): FunctionResult[] {
  const [inExtensions, others] = [new Set<string>(), new Set<string>()]
  for (const place of refPlaces(context.root)) (isInExtension(place) ? inExtensions : others).add(place.ref)
  return [...inExtensions].flatMap((ref): FunctionResult[] => {
    const path = readPointer(ref) ?? []
    if (others.has(ref) || path.length !== 3 || path[0] !== 'components') return []
    return [{ message: `${print(path[2])} is used only by an extension`, path, at: 'key' }]
  })
}

/** The last place of each reference that has keys beside it. */
function siblings(whole: unknown): FunctionResult[] {
  const places = refPlaces(whole).filter(({ value }) => Object.keys(value).length > 1)
  return [...new Map(places.map((place) => [place.ref, place])).values()].map((place) => ({
    message: 'keys next to a $ref are ignored',
    path: [...pathOfPlace(place), '$ref'],
    at: 'key',
  }))
}

/** In version 2, vacuum counts the parameters of operations and paths by their names. */
function isNamed(path: Path, context: FunctionContext): boolean {
  if (path[0] !== 'paths' || detectFormats(context.root).has('oas3')) return true
  return mapping(viewNode(path, context), context).name !== undefined
}

function isOfPart({ path = [] }: FunctionResult): boolean {
  return path.includes('responses') || path.at(-1) === 'requestBody'
}

/** Vacuum does not know QUERY, or methods of their own. */
function isOfNewMethod({ path = [] }: FunctionResult): boolean {
  return path[0] === 'paths' && (path[2] === 'query' || path[2] === additionalOperations)
}

function placed(
  found: readonly FunctionResult[],
  move: (path: Path) => Path,
  at: FunctionResult['at'],
): readonly FunctionResult[] {
  return found.map((result) => ({ ...result, path: move(result.path ?? []), at }))
}

/** What is too much is a fault of what has it, and one of a list or mapping is placed in the line before its first: vacuum takes that for the line of its key. */
function besideKey(result: FunctionResult, { root }: FunctionContext): FunctionResult {
  const { path: whole = [], message } = result
  const path = message.endsWith('must not be here') ? whole.slice(0, -1) : whole
  const isBefore = isObject(getValue(root, path)) && path.length > 0
  return { ...result, path, at: isBefore ? 'before' : undefined }
}

/** From 3.1 on, `nullable` is not a keyword. */
function nullables(context: FunctionContext): FunctionResult[] {
  if (detectFormats(context.root).has('oas3.0') || !detectFormats(context.root).has('oas3')) return []
  return collectParts(context, 'schema')
    .filter(({ value }) => value.nullable === true)
    .map(({ path }) => ({
      message: '`nullable` is not a keyword from OpenAPI 3.1 on',
      path: [...path(), 'nullable'],
      at: 'key',
    }))
}

/** Of the keys that are not strings in YAML, vacuum reports the first. */
function firstOddKey({ document }: FunctionContext): FunctionResult[] {
  const [first] = document.keyFaults().filter(({ kind }) => kind !== 'repeated')
  if (!first) return []
  return [{ message: `Key ${print(first.path.at(-1))} is not a string`, path: first.path, at: 'key' }]
}

/** A member without a comparison, as in `[?(@.example)]`, asks vacuum whether it is there, whatever its value is. */
function queryAsVacuum(query: Query): Query {
  return { ...query, steps: query.steps.map(stepAsVacuum) }
}

function stepAsVacuum(step: QueryStep): QueryStep {
  if (step.kind !== 'child' || step.selector.kind !== 'filter') return step
  return { ...step, selector: { ...step.selector, test: asPresence(step.selector.test) } }
}

function asPresence(test: Expression): Expression {
  if (test.kind === 'member')
    return { kind: 'binary', operator: '!==', left: test, right: { kind: 'literal', value: undefined } }
  if (test.kind === 'unary' && test.operator === '!') return { ...test, operand: asPresence(test.operand) }
  if (test.kind === 'binary' && (test.operator === '&&' || test.operator === '||'))
    return { ...test, left: asPresence(test.left), right: asPresence(test.right) }
  return test
}
