import { additionalOperations } from '../../../core/model/api-part.ts'
import type { Path } from '../../../core/model/location.ts'
import { getValue, isObject, isRecord } from '../../../core/model/record.ts'
import type { Expression, Query, QueryStep } from '../../jsonpath/query.ts'
import { isInExtension } from '../../openapi/cycles.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { list, mapping, root } from '../../openapi/operations.ts'
import { collectParts } from '../../openapi/parts.ts'
import { listAncestors, listRefPlaces, type RefPlace, toPath } from '../../openapi/places.ts'
import { readPointer } from '../../openapi/pointer.ts'
import { findLostReferences } from '../../openapi/vacuum-references.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult, Rule, RuleFunction, Ruleset, Then } from '../../rule.ts'
import { viewNode } from '../facts.ts'
import { core } from './core.ts'
import { findExampleFaults, findSchemasWithoutExample, skipLoops } from './example-differences.ts'
import {
  findClashingParameters,
  findFormsWithoutType,
  findRepeatedIds,
  requestNames,
  successResponses,
} from './operation-checks.ts'
import { type DifferenceRow, listChanges } from './releases.ts'
import { applyGoPatterns, dropFileSchemas, dropUnseen, findTypelessRefs } from './schema-differences.ts'

/** Turns a function's results into vacuum's. */
type RuleDifference = (
  found: readonly FunctionResult[],
  context: FunctionContext,
  options: unknown,
) => readonly FunctionResult[]

const ofTypes = `owaspStringRestricted owaspStringLimit owaspArrayLimit owaspIntegerFormat owaspIntegerLimit
  owaspNoAdditionalProperties owaspNoAdditionalPropertiesConstrained owaspAdditionalPropertiesConstrained`

/**
 * Everything that the OpenAPI and OWASP functions of the same name do otherwise in vacuum, in this order; functions that no row
 * names are the same. What a later release does otherwise is a row with `since`, what it does no more has `until`.
 */
const differences: readonly DifferenceRow<RuleDifference>[] = [
  { functions: 'refSiblings', change: (_found, { root }) => findSiblings(root) },
  { functions: 'oasOpIdUnique', change: (_found, context) => findRepeatedIds(context) },
  { functions: 'oasOpFormDataConsumeCheck', change: (_found, context) => findFormsWithoutType(context) },
  { functions: 'oasOpParams', change: (_found, context) => findClashingParameters(context) },
  { functions: 'oasOpSuccessResponse', change: (_found, context) => successResponses(context) },
  {
    // These read a model that vacuum builds of version 3 only: of 2.0 they report nothing.
    functions: `${ofTypes} allOfConflicts duplicatedEnum infoContact infoContactProperties infoDescription infoLicense infoLicenseURLSPDX
      infoLicenseUrl missingType noRequestBody oasCamelCaseProperties oasComponentDescriptions oasDescriptions oasExampleExternal
      oasExampleMissing oasExampleSchema oasOpErrorResponse oasOpId oasOperationTags oasUnnecessaryCombinator pathItemReferences
      pathsKebabCase requiredFieldsDefined schemaTypeCheck tagDescription oasTagDefined oasPathParam`,
    change: (found, { root }) => (detectFormats(root).has('oas3') ? found : []),
  },
  { functions: `${ofTypes} missingType`, change: (found, context) => dropFileSchemas(found, 0, context) },
  {
    functions: 'allOfConflicts duplicatedEnum oasUnnecessaryCombinator requiredFieldsDefined schemaTypeCheck',
    change: (found, context) => dropFileSchemas(found, 1, context),
  },
  {
    functions: 'oasCamelCaseProperties',
    change: (found, context) => dropFileSchemas(dropUnseen(found, 2, context), 2, context),
  },
  { functions: 'oasExampleSchema', change: findExampleFaults },
  {
    functions: 'oasDiscriminator',
    change: (found) => moveResults(found, (path) => [...path.slice(0, -1), 'discriminator'], 'key'),
  },
  {
    functions: 'oasDocumentSchema',
    change: (found, context) => [
      ...applyGoPatterns(found, context).map((result) => placeBesideKey(result, context)),
      ...findNullables(context),
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
    change: (found) =>
      moveResults(found, (path) => path.slice(0, path.lastIndexOf('security') || 1), 'inside'),
  },
  {
    functions: 'oasExampleMissing',
    change: (found, context) => [
      ...found.flatMap((result) => skipLoops(result, context)),
      ...findSchemasWithoutExample(context),
    ],
  },
  { functions: 'owaspStringLimit owaspArrayLimit', change: keepRequests },
  {
    functions: 'owaspHeaderDefinition',
    change: (found) =>
      found.filter(({ path = [] }) => !/XX$/.test(String(path[path.indexOf('responses') + 1]))),
  },
  {
    functions: 'owaspCheckErrorResponse',
    change: (found, context, options) =>
      dropOpenOperations(found, context, options).map((result) => atContent(result, context)),
  },
  {
    // At the use of a shared response, and not where that is.
    functions: `owaspHeaderDefinition owaspCheckErrorResponse owaspRatelimitRetryAfter oasUnusedComponent`,
    change: (found) => moveResults(found, (path) => path, 'key'),
  },
  {
    functions: 'oasUnusedComponent',
    change: (found, context) => [
      ...found,
      ...findUnusedOthers(context),
      ...findUsedByExtensions(context),
      ...findMissingComponents(context),
    ],
  },
  {
    functions: `${ofTypes} allOfConflicts duplicatedEnum missingType oasUnnecessaryCombinator requiredFieldsDefined schemaTypeCheck`,
    change: (found, context) => dropUnseen(found, 1, context),
  },
  { functions: 'missingType', change: (found, context) => [...found, ...findTypelessRefs(context)] },
  {
    functions: 'owaspRatelimitRetryAfter',
    change: (found, context) =>
      found.filter(({ path = [] }) => mapping(viewNode(path, context), context).headers !== undefined),
  },
  { functions: ofTypes, change: (found) => moveResults(found, (path) => [...path, 'type'], 'key') },
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
export function toVacuumRuleset(ruleset: Ruleset): Ruleset {
  const { rules, forFile } = ruleset
  return {
    ...ruleset,
    rules: rules.map(toVacuumRule),
    ...(forFile && {
      forFile: (file: string) => {
        const found = forFile(file)
        return { ...found, rules: found.rules.map(toVacuumRule) }
      },
    }),
  }
}

function toVacuumRule(rule: Rule): Rule {
  const then = rule.then.map((action) => ({ ...action, function: toVacuumFunction(action) }))
  const { id, statedId = id } = rule
  return { ...rule, id: statedId, given: rule.given.map(queryAsVacuum), then, engine: 'vacuum' }
}

function toVacuumFunction({ function: own, field, written }: Then): RuleFunction {
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
function dropOpenOperations(
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

/** A response without a schema is reported at its content, if there is any. */
function atContent(result: FunctionResult, context: FunctionContext): FunctionResult {
  const { path = [] } = result
  const { content } = mapping(viewNode(path, context), context)
  return path.at(-2) === 'responses' && content !== undefined
    ? { ...result, path: [...path, 'content'] }
    : result
}

/** Vacuum goes by names: a schema counts if a shared one of its name is in a request. */
function keepRequests(found: readonly FunctionResult[], context: FunctionContext): readonly FunctionResult[] {
  if (found.length === 0) return found
  const names = requestNames(context)
  const holders: unknown[] = ['properties', 'patternProperties', 'dependentSchemas', 'schemas']
  return found.filter(({ path = [] }) => holders.includes(path.at(-2)) && names.has(String(path.at(-1))))
}

/** Finds unused components of kinds that Spectral leaves out: security schemes, which are used by name, and path items. */
function findUnusedOthers(context: FunctionContext): FunctionResult[] {
  return [
    ...findUnused('securitySchemes', 'Security scheme', context, () => {
      const all = requirements(context.root)
      return all.flatMap((requirement) => Object.keys(mapping(requirement, context)))
    }),
    ...findUnused('pathItems', 'Path item', context, () =>
      listRefPlaces(context.root).map(({ ref }) => ref.replace(/^#\/components\/pathItems\//, '')),
    ),
  ]

  function requirements(value: unknown): readonly unknown[] {
    if (typeof value !== 'object' || value === null) return []
    const own = 'security' in value ? list(value.security, context) : []
    return [...own, ...Object.values(value).flatMap(requirements)]
  }
}

function findUnused(
  kind: string,
  words: string,
  context: FunctionContext,
  listUsed: () => readonly string[],
) {
  const names = Object.keys(mapping(mapping(root(context).components, context)[kind], context))
  const used = new Set(names.length === 0 ? [] : listUsed())
  return names
    .filter((name) => !used.has(name))
    .map(
      (name): FunctionResult => ({
        message: `${words} ${print(name)} is not used`,
        path: ['components', kind, name],
        at: 'key',
      }),
    )
}

/** Reports components that are used and do not exist, too. */
function findMissingComponents(context: FunctionContext): FunctionResult[] {
  const isBesideRef = (place: RefPlace) => listAncestors(place).some(({ ref }, level) => level > 0 && ref)
  return findLostReferences(context)
    .filter((place) => !isBesideRef(place))
    .map((place) => ({ message: `${print(place.ref)} does not exist`, path: toPath(place), at: 'node' }))
}

/** References inside of extensions do not count. */
function findUsedByExtensions(context: FunctionContext): FunctionResult[] {
  const [inExtensions, others] = [new Set<string>(), new Set<string>()]
  for (const place of listRefPlaces(context.root))
    (isInExtension(place) ? inExtensions : others).add(place.ref)
  return [...inExtensions].flatMap((ref): FunctionResult[] => {
    const path = readPointer(ref) ?? []
    if (others.has(ref) || path.length !== 3 || path[0] !== 'components') return []
    return [{ message: `${print(path[2])} is used only by an extension`, path, at: 'key' }]
  })
}

/** The last place of each reference that has keys beside it. */
function findSiblings(whole: unknown): FunctionResult[] {
  const places = listRefPlaces(whole).filter(({ value }) => Object.keys(value).length > 1)
  return [...new Map(places.map((place) => [place.ref, place])).values()].map((place) => ({
    message: 'keys next to a $ref are ignored',
    path: [...toPath(place), '$ref'],
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

function moveResults(
  found: readonly FunctionResult[],
  move: (path: Path) => Path,
  at: FunctionResult['at'],
): readonly FunctionResult[] {
  return found.map((result) => ({ ...result, path: move(result.path ?? []), at }))
}

/** vacuum reports an unexpected property at its parent, one line above the first member. */
function placeBesideKey(result: FunctionResult, { root }: FunctionContext): FunctionResult {
  const { path: whole = [], message } = result
  const path = message.endsWith('must not be here') ? whole.slice(0, -1) : whole
  const isBefore = isObject(getValue(root, path)) && path.length > 0
  return { ...result, path, at: isBefore ? 'before' : undefined }
}

/** From 3.1 on, `nullable` is not a keyword. */
function findNullables(context: FunctionContext): FunctionResult[] {
  if (detectFormats(context.root).has('oas3.0') || !detectFormats(context.root).has('oas3')) return []
  return collectParts(context, 'schema')
    .filter(({ value }) => value.nullable === true)
    .map(({ path }) => ({
      message: '`nullable` is not a keyword from OpenAPI 3.1 on',
      path: [...path(), 'nullable'],
      at: 'key',
    }))
}

/** vacuum reports the first key that is not a string in YAML. */
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
  return { ...step, selector: { ...step.selector, test: toPresence(step.selector.test) } }
}

function toPresence(test: Expression): Expression {
  if (test.kind === 'member')
    return { kind: 'binary', operator: '!==', left: test, right: { kind: 'literal', value: undefined } }
  if (test.kind === 'unary' && test.operator === '!') return { ...test, operand: toPresence(test.operand) }
  if (test.kind === 'binary' && (test.operator === '&&' || test.operator === '||'))
    return { ...test, left: toPresence(test.left), right: toPresence(test.right) }
  return test
}
