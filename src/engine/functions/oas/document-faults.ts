import type { Path } from '../../../core/model/location.ts'
import { once } from '../../../core/model/once.ts'
import { getChild, getValue, isRecord, toList } from '../../../core/model/record.ts'
import { groupBy, listFirsts } from '../../../core/text/group-by.ts'
import { suggest } from '../../../core/text/suggest.ts'
import type { SchemaObject } from '../../json-schema/check.ts'
import { compileOwnSchema } from '../../json-schema/compile.ts'
import type { SchemaError } from '../../json-schema/schema-error.ts'
import { joinSome, printList, quote } from '../../print.ts'
import type { FunctionResult, VersionFormat } from '../../rule.ts'
import { loadOfficialSchema } from './official-schema.ts'

/** What is wrong at a place of a document, from all that the official schema says of it. */
type Fault = SchemaError & Pick<FunctionResult, 'misplacedKey' | 'at'>

/** Before 3.1, what stands beside a `$ref` has no meaning. */
export function isEarlyVersion(version: VersionFormat): boolean {
  return version === 'oas2' || version === 'oas3.0'
}

/**
 * One fault for all errors that have the same cause: the schemas ask in several ways for the same thing. A key that the object may
 * have is not unexpected: it is only not evaluated, as something else is wrong there.
 */
export function joinFaults(
  errors: readonly SchemaError[],
  target: unknown,
  version: VersionFormat,
): readonly Fault[] {
  if (errors.length === 0) return errors
  const places = groupBy(errors, ({ path }) => JSON.stringify(path))
  const holders = once(
    () => new Set(errors.flatMap(({ path }) => path.map((_, end) => JSON.stringify(path.slice(0, end))))),
  )
  const faults = [...places.values()].flatMap((group) => joinPlace(group, holders, target, version))
  return version === 'oas2' ? dropSchemeErrors(faults) : faults
}

export function describeFault({ path, message, misplacedKey, at }: Fault): FunctionResult {
  return { message: `${printPlace(path)} ${message}`, misplacedKey, at }
}

/** An item of a list is named with the list. */
function printPlace(path: Path): string {
  if (path.length === 0) return 'Document'
  return `\`${path.slice(typeof path.at(-1) === 'number' ? -2 : -1).join('.')}\``
}

function joinPlace(
  group: readonly SchemaError[],
  holders: () => ReadonlySet<string>,
  target: unknown,
  version: VersionFormat,
): readonly Fault[] {
  const path = group[0]?.path ?? []
  const keys = group.filter(({ property }) => property !== undefined)
  const others = dropConsequences(group.filter(({ property }) => property === undefined))
  const hasOther = () => others.length > 0 || holders().has(JSON.stringify(path))
  const ofKeys = joinKeys(keys, getValue(target, path), hasOther, version)
  // A response under a key that is no status code is none: that another is wanted says nothing more.
  const told = others.filter(({ lacks }) => lacks !== 'default' || ofKeys.length === 0)
  return [...told.flatMap((error) => adviseValue(error, getValue(target, path), version, holders)), ...ofKeys]
}

/** What to write for null among types, for a list of types before 3.1, and for characters that an address cannot have. */
function adviseValue(
  error: SchemaError,
  value: unknown,
  version: VersionFormat,
  holders: () => ReadonlySet<string>,
): readonly SchemaError[] {
  if (error.keyword === 'format' && error.path.at(-1) === '$ref') {
    const escaped = escapeAddress(String(value))
    return [escaped === value ? error : { ...error, message: `${error.message}: write ${quote(escaped)}` }]
  }
  const isType = error.keyword === 'enum' && error.message.includes('`integer`')
  if (!isType || !(value === null || Array.isArray(value))) return [error]
  // Of a list that may be there, its items say what is wrong.
  if (version !== 'oas3.0' && value !== null && holders().has(JSON.stringify(error.path))) return []
  const later = version === 'oas3.0' ? 'write one type, and `nullable: true` for null' : ''
  const advice = value === null && !isEarlyVersion(version) ? 'put null in quotes' : later
  return [advice === '' ? error : { ...error, message: `${error.message}; ${advice}` }]
}

/** Half of a pair of surrogates is no character, and has no escape. */
function escapeAddress(text: string): string {
  return text.replaceAll(/[^\w\-.~:/?#[\]@!$&'()*+,;=%\\\ud800-\udfff]/gu, encodeURIComponent)
}

/** What remains of the errors at a place where one says it all. */
function dropConsequences(errors: readonly SchemaError[]): readonly SchemaError[] {
  const [first] = errors
  if (!first || errors.length === 1) return errors.map(nameChoice)
  const isGeneric = ({ keyword, choice }: SchemaError) => /^(?:anyOf|oneOf|not)$/.test(keyword) && !choice
  const listed = errors.filter(({ keyword }) => keyword === 'enum')
  if (listed.length > 0 && errors.some(isGeneric)) return listed.slice(0, 1)
  const ofType = errors.filter(({ keyword }) => keyword === 'type')
  if (ofType.length > 0) return ofType.slice(0, 1)
  if (errors.some(({ keyword }) => keyword === 'minProperties'))
    return errors.filter(({ keyword }) => keyword === 'minProperties')
  // Which other keys an object lacks depends on its type.
  const untyped = errors.filter(({ lacks, path }) => lacks === 'type' && path.at(-2) === 'securitySchemes')
  if (untyped.length > 0) return untyped
  const chosen = new Set(errors.flatMap(({ choice = [] }) => choice))
  const kept = errors.filter(({ lacks, choice }) => choice || lacks === undefined || !chosen.has(lacks))
  const plain = kept.filter((error) => !isGeneric(error))
  return listFirsts((plain.length > 0 ? plain : kept.slice(0, 1)).map(nameChoice), ({ message }) => message)
}

/** What may stand for a property that the schemas want: of a parameter in version 3.0, and of responses. */
const alternatives = new Map([
  ['schema', 'must have `schema` or `content`'],
  ['default', 'must have a status code or `default`'],
])

function nameChoice(error: SchemaError): SchemaError {
  const isOther = error.lacks === 'default' && error.path.at(-1) !== 'responses'
  const message = isOther ? undefined : alternatives.get(error.lacks ?? '')
  return message === undefined ? error : { ...error, message }
}

/** The unexpected keys of an object: in versions 2 and 3.0 a fault at each, later one for all, as in Spectral. */
function joinKeys(
  errors: readonly SchemaError[],
  instance: unknown,
  hasOther: () => boolean,
  version: VersionFormat,
): readonly Fault[] {
  const [first] = errors
  if (!first) return []
  const named = new Map(errors.map((error) => [error.property ?? '', error]))
  const allowed = listAllowed(first.schema, instance, loadOfficialSchema(version))
  const unexpected = [...named.keys()].filter((name) => !allowed.has(name))
  if (unexpected.length === 0 && hasOther()) return []
  const told = unexpected.length > 0 ? unexpected : [...named.keys()]
  const findMeant = (name: string) => {
    if (allowed.has(name)) return ''
    const near = suggest(
      name,
      [...allowed].filter((key) => !key.startsWith('$')),
    )
    return near === undefined ? '' : `did you mean ${quote(near)}?`
  }
  if (isEarlyVersion(version))
    return told.map((name) => pointAtKey(named.get(name) ?? first, name, findMeant(name)))
  const verb = first.keyword === 'propertyNames' ? 'must not have such names' : 'must not have'
  const listed = joinSome(told, mostNamed, (name) => {
    const meant = findMeant(name)
    return meant === '' ? quote(name) : `${quote(name)} (${meant})`
  })
  return [{ ...first, message: `${verb}: ${listed}`, misplacedKey: told[0] }]
}

const mostNamed = 20

function pointAtKey(error: SchemaError, name: string, meant: string): Fault {
  if (error.keyword !== 'additionalProperties') return error
  const hint = meant === '' ? '' : `; ${meant}`
  return { ...error, path: [...error.path, name], message: `must not be here${hint}`, at: 'name' }
}

/** The properties that a schema names itself, or through the schemas that this object has to fulfil with it. */
function listAllowed(
  schema: unknown,
  instance: unknown,
  root: SchemaObject,
  seen = new Set<unknown>(),
): ReadonlySet<string> {
  const names = new Set<string>()
  if (!isRecord(schema) || seen.has(schema)) return names
  seen.add(schema)
  for (const key of Object.keys(Object(schema.properties))) names.add(key)
  const target = typeof schema.$ref === 'string' ? findDefinition(schema.$ref, root) : undefined
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => toList(schema[key]))
  const dependent = Object.entries(Object(schema.dependentSchemas)).flatMap(([key, each]) =>
    getChild(instance, key) === undefined ? [] : [each],
  )
  const chosen = isRecord(schema.if) ? chooseBranches(schema.if, schema, instance) : []
  for (const each of [target, ...branches, ...chosen, ...dependent])
    for (const name of listAllowed(each, instance, root, seen)) names.add(name)
  return names
}

/** Of an object without a type, or without the place of a parameter, each branch may have been meant. */
function chooseBranches(
  condition: SchemaObject,
  schema: SchemaObject,
  instance: unknown,
): readonly unknown[] {
  const isMet = compileOwnSchema(condition)(instance).length === 0
  const lacks = (key: unknown) => key !== '$ref' && getChild(instance, String(key)) === undefined
  if (!isMet && toList(condition.required).some(lacks)) return [schema.then, schema.else]
  return isMet ? [condition, schema.then] : [schema.else]
}

function findDefinition(reference: string, root: SchemaObject): unknown {
  return reference.startsWith('#/') ? getValue(root, reference.slice(2).split('/')) : undefined
}

/** Security definitions come in six forms: the errors of each say little, and nothing of what was meant. */
function dropSchemeErrors(faults: readonly Fault[]): readonly Fault[] {
  const isOfScheme = ({ path: [first, name] }: Fault) => first === 'securityDefinitions' && name !== undefined
  const names = [...new Set(faults.filter(isOfScheme).map(({ path }) => path[1]))]
  if (names.length === 0) return faults
  const message = `must be security schemes; these are not: ${printList(names)}`
  return [
    ...faults.filter((fault) => !isOfScheme(fault)),
    { path: ['securityDefinitions'], keyword: 'oneOf', message },
  ]
}
