import { additionalOperations } from '../../../core/model/api-part.ts'
import type { Path } from '../../../core/model/location.ts'
import { findValues, getValue, isObject, isRecord } from '../../../core/model/record.ts'
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
import {
  applyGoPatterns,
  dropFileSchemas,
  dropUnseen,
  findTypelessRefs,
  type ResultChange,
} from './schema-differences.ts'

/** These read a model that vacuum builds of version 3 only: of 2.0 they report nothing. */
const onlyVersion3: ResultChange = (found, { root }) => (detectFormats(root).has('oas3') ? found : [])

/** Of a shared response: at its use, and not where it is. */
const atUse = moveResults((path) => path, 'key')

const withoutNewMethods: ResultChange = (found) => found.filter((result) => !isOfNewMethod(result))

const ofSchemas = [onlyVersion3, dropFileSchemas(0), dropUnseen(1)]
const ofKeywords = [onlyVersion3, dropFileSchemas(1), dropUnseen(1)]
const ofTypes = [...ofSchemas, moveResults((path) => [...path, 'type'], 'key')]

/**
 * All that the OpenAPI and OWASP functions of the same name do otherwise in vacuum, each change on what the one before it
 * returned. Functions without a row are the same.
 */
const changes: Readonly<Record<string, readonly ResultChange[]>> = {
  allOfConflicts: ofKeywords,
  duplicatedEnum: ofKeywords,
  infoContact: [onlyVersion3],
  infoContactProperties: [onlyVersion3],
  infoDescription: [onlyVersion3],
  infoLicense: [onlyVersion3],
  infoLicenseURLSPDX: [onlyVersion3],
  infoLicenseUrl: [onlyVersion3],
  missingType: [...ofSchemas, (found, context) => [...found, ...findTypelessRefs(context)]],
  noRequestBody: [onlyVersion3],
  oas2OpSecurityDefined: [moveResults((path) => path.slice(0, path.lastIndexOf('security') || 1), 'inside')],
  oasCamelCaseProperties: [onlyVersion3, dropUnseen(2), dropFileSchemas(2)],
  oasComponentDescriptions: [onlyVersion3],
  oasDescriptions: [
    onlyVersion3,
    (found) => found.map((result) => (isOfPart(result) ? { ...result, at: 'key' } : result)),
    withoutNewMethods,
  ],
  oasDiscriminator: [moveResults((path) => [...path.slice(0, -1), 'discriminator'], 'key')],
  oasDocumentSchema: [
    (found, context) => [
      ...applyGoPatterns(found, context).map((result) => placeBesideKey(result, context)),
      ...findNullables(context),
      ...firstOddKey(context),
    ],
  ],
  oasExampleExternal: [onlyVersion3],
  oasExampleMissing: [
    onlyVersion3,
    (found, context) => [
      ...found.flatMap((result) => skipLoops(result, context)),
      ...findSchemasWithoutExample(context),
    ],
  ],
  oasExampleSchema: [onlyVersion3, findExampleFaults],
  oasOpErrorResponse: [onlyVersion3, withoutNewMethods],
  oasOpFormDataConsumeCheck: [(_found, context) => findFormsWithoutType(context)],
  oasOpId: [onlyVersion3, withoutNewMethods],
  oasOpIdUnique: [(_found, context) => findRepeatedIds(context)],
  oasOpParams: [(_found, context) => findClashingParameters(context)],
  oasOpSingleTag: [withoutNewMethods],
  oasOpSuccessResponse: [(_found, context) => successResponses(context), withoutNewMethods],
  oasOperationTags: [onlyVersion3, withoutNewMethods],
  oasParamDescriptions: [
    (found, context) => found.filter(({ path = [] }) => isNamed(path, context)),
    withoutNewMethods,
  ],
  oasPathParam: [onlyVersion3],
  oasTagDefined: [onlyVersion3, withoutNewMethods],
  oasUnnecessaryCombinator: ofKeywords,
  oasUnusedComponent: [
    atUse,
    (found, context) => [
      ...found,
      ...findUnusedOthers(context),
      ...findUsedByExtensions(context),
      ...findMissingComponents(context),
    ],
  ],
  owaspAdditionalPropertiesConstrained: ofTypes,
  owaspArrayLimit: [keepRequests, ...ofTypes],
  owaspCheckErrorResponse: [
    (found, context, options) =>
      dropOpenOperations(found, context, options).map((result) => atContent(result, context)),
    atUse,
    withoutNewMethods,
  ],
  owaspCheckSecurity: [withoutNewMethods],
  owaspDefineErrorDefinition: [withoutNewMethods],
  owaspHeaderDefinition: [
    (found) => found.filter(({ path = [] }) => !/XX$/.test(String(path[path.indexOf('responses') + 1]))),
    atUse,
    withoutNewMethods,
  ],
  owaspIntegerFormat: ofTypes,
  owaspIntegerLimit: ofTypes,
  owaspNoAdditionalProperties: ofTypes,
  owaspNoAdditionalPropertiesConstrained: ofTypes,
  owaspRatelimitRetryAfter: [
    atUse,
    (found, context) =>
      found.filter(({ path = [] }) => mapping(viewNode(path, context), context).headers !== undefined),
  ],
  owaspStringLimit: [keepRequests, ...ofTypes],
  owaspStringRestricted: ofTypes,
  pathItemReferences: [onlyVersion3],
  pathsKebabCase: [onlyVersion3],
  refSiblings: [(_found, { root }) => findSiblings(root)],
  requiredFieldsDefined: ofKeywords,
  schemaTypeCheck: ofKeywords,
  tagDescription: [onlyVersion3],
}

/** The releases of vacuum that were compared, the newest first; where they differ, that one is followed. */
export const vacuumReleases = ['0.30.3', '0.29.9'] as const

function listChanges(name: string): readonly ResultChange[] {
  return Object.hasOwn(changes, name) ? (changes[name] ?? []) : []
}

/** Whether vacuum does anything otherwise than its function of that name here. */
export function differsInVacuum(name: string): boolean {
  return Object.hasOwn(core, name) || listChanges(name).length > 0
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
  const ownChanges = listChanges(name)
  return {
    ...own,
    run: (target, options, context) =>
      ownChanges.reduce<readonly FunctionResult[]>(
        (found, change) => change(found, context, options),
        own.run(target, options, context),
      ),
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
    ...findUnused('securitySchemes', 'Security scheme', context, () =>
      findValues(context.root, ({ path }) => path.at(-1) === 'security')
        .flatMap(({ value }) => list(value, context))
        .flatMap((requirement) => Object.keys(mapping(requirement, context))),
    ),
    ...findUnused('pathItems', 'Path item', context, () =>
      listRefPlaces(context.root).map(({ ref }) => ref.replace(/^#\/components\/pathItems\//, '')),
    ),
  ]
}

function findUnused(
  kind: string,
  words: string,
  context: FunctionContext,
  listUsed: () => readonly string[],
): FunctionResult[] {
  const names = Object.keys(mapping(mapping(root(context).components, context)[kind], context))
  const used = new Set(names.length === 0 ? [] : listUsed())
  const unused = names.filter((name) => !used.has(name))
  return unused.map((name) => ({
    message: `${words} ${print(name)} is not used`,
    path: ['components', kind, name],
    at: 'key',
  }))
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

function moveResults(move: (path: Path) => Path, at: FunctionResult['at']): ResultChange {
  return (found) => found.map((result) => ({ ...result, path: move(result.path ?? []), at }))
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
