import type { DeclaredFix } from '../../core/model/fixes.ts'
import { hasPlaceholder } from '../../core/model/placeholder.ts'
import { getChild, getValue, isObject, isRecord, iterateValues, toList } from '../../core/model/record.ts'
import { isSameValue } from '../../core/model/same-value.ts'
import { listAlike } from './list-alike.ts'
import {
  type DefinitionPlace,
  type FoundOperation,
  findOperation,
  getObject,
  listMissingParameters,
  listOperations,
  listOperationsById,
  type Members,
} from './operations.ts'
import { holdsData, isEmpty, isIgnoredSibling, isOldVersion, isPathItem, isReadHere } from './ref-siblings.ts'
import { findSchemaKind, splitAtSchema } from './schema-place.ts'
import { convertValue, findTypeShown } from './schema-values.ts'
import { findShared } from './shared-responses.ts'

export interface MarkedNode extends DefinitionPlace {
  /** The definition refers to no other file. */
  readonly isAlone: boolean
  /** A comment may be about the node. */
  readonly hasComment: () => boolean
  /** `unevaluatedItems` and the like, or another dialect, may make any keyword matter. */
  readonly isPlain: () => boolean
  readonly targetOf: (path: MarkedNode['path']) => unknown
}

/** Whether `gov fix` would fix it; `unclear`: only making the fix tells. */
export type Mark = 'safe' | 'unsafe' | 'no' | 'unclear'
type MarkNode = (node: MarkedNode) => Mark

const unsafe =
  (isFixed: (node: MarkedNode) => boolean): MarkNode =>
  (node) =>
    isFixed(node) ? 'unsafe' : 'no'
const alone =
  (mark: MarkNode): MarkNode =>
  (node) =>
    node.isAlone ? mark(node) : 'unclear'
const never: MarkNode = () => 'no'
const unclear: MarkNode = () => 'unclear'

const inOperation = (isFixed: (operation: FoundOperation, node: MarkedNode) => boolean) =>
  unsafe((node) => {
    const operation = findOperation(node)
    return operation !== undefined && isFixed(operation, node)
  })

const inSchema =
  (mark: (schema: Members, node: MarkedNode) => Mark | boolean, keyword?: string): MarkNode =>
  (node) => {
    const kindAt = (path: MarkedNode['path']) => findSchemaKind(node.root, path)
    const { schema, rest } = splitAtSchema(node.path, { kindAt })
    const isThere = rest.length === 0 || (rest[0] === keyword && rest.length <= 2)
    // The value of a keyword may be a schema itself.
    const holder = keyword !== undefined && node.path.at(-1) === keyword ? node.path.slice(0, -1) : schema
    const value = holder && isThere ? getObject(node, holder) : undefined
    const found = value !== undefined && mark(value, node)
    return typeof found === 'string' ? found : found ? 'unsafe' : 'no'
  }

const responds = (...codes: readonly string[]) =>
  alone(
    inOperation(({ value: { responses } }, { root }) =>
      codes.some((code) => isRecord(responses) && !(code in responses) && findShared(Object(root))(code)),
    ),
  )

const hasUrl = (pattern: RegExp) => (node: MarkedNode) => {
  const { root, path } = node
  const url = getValue(root, path.at(-1) === 'url' ? path : [...path, 'url'])
  return path.includes('servers') && typeof url === 'string' && pattern.test(url)
}
const endsInSlash = hasUrl(/[^/]\/+$/)
const isHttp = unsafe(hasUrl(/^(?:http|ws):/i))
const isInteger = inSchema(({ type }) => type === 'integer' || toList(type).includes('integer'))
const isOpen = (key: string) =>
  inSchema(({ properties, [key]: others }) => {
    const hasAny = isRecord(properties) && Object.keys(properties).length > 0
    return hasAny && (others === true || (isRecord(others) && isEmpty(others)))
  }, key)

/** The rules whose fix only leaves a text for a person. */
export const placeholderRules: ReadonlySet<string> = new Set([
  ...[
    'operation-description',
    'tag-description',
    'component-description',
    'info-contact',
    'info-description',
  ],
  ...['contact-properties', 'info-license', 'license-url', 'oas2-parameter-description'],
  'oas3-parameter-description',
])

/** The rules with a fix, each with what tells whether it is for an issue at a node. */
export const marks: Readonly<Record<string, MarkNode>> = {
  ...Object.fromEntries([...placeholderRules].map((rule) => [rule, never])),
  'oas3-unused-component': unclear,
  'oas2-unused-definition': unclear,
  'migrate-zally-ignore': unsafe(({ root, path }) => {
    const holder = getValue(root, path.at(-1) === 'x-zally-ignore' ? path.slice(0, -1) : path)
    return isRecord(holder) && 'x-zally-ignore' in holder && !('x-lint-ignore' in holder)
  }),
  'oas3_1-servers-in-webhook': unsafe(({ path }) => path.at(-1) === 'servers'),
  'oas3-api-servers': unsafe((node) => isUnset(getChild(node.root, 'servers')) || endsInSlash(node)),
  'oas3-server-trailing-slash': unsafe(endsInSlash),
  'oas2-host-trailing-slash': unsafe(({ root }) => {
    const host = getChild(root, 'host')
    return typeof host === 'string' && host.endsWith('/')
  }),
  'oas2-api-schemes': unsafe(({ root }) => getChild(root, 'schemes') === undefined),
  'owasp-security-hosts-https-oas3': isHttp,
  'owasp:api8:2023-no-server-http': isHttp,
  'owasp:api8:2023-no-scheme-http': unsafe(({ root, path }) => {
    const value = getValue(root, path)
    return value === 'http' || value === 'ws'
  }),
  'operation-operationId': inOperation(({ value: { operationId: id, $ref } }) => {
    return typeof $ref !== 'string' && (typeof id !== 'string' || id.trim() === '')
  }),
  'operation-operationId-unique': alone(
    inOperation(({ value: { operationId: id }, path }, { root }) => {
      const [first] = listOperationsById(root).get(id) ?? []
      return typeof id === 'string' && first !== undefined && first.path.join() !== path.join()
    }),
  ),
  'operation-operationId-valid-in-url': alone(
    inOperation(({ value: { operationId: id } }) => typeof id === 'string' && /[A-Za-z0-9._~]/.test(id)),
  ),
  'operation-parameters': (node) => (node.path.at(-2) === 'parameters' ? markRepeated(node) : 'no'),
  'oas2-operation-formData-consume-check': inOperation(
    ({ value }) => !('consumes' in value) || Array.isArray(value.consumes),
  ),
  'path-keys-no-trailing-slash': unsafe(({ root, path: [first, route] }) => {
    const to = String(route).replace(/\/+$/, '')
    return first === 'paths' && /.\/$/.test(String(route)) && getValue(root, ['paths', to]) === undefined
  }),
  'path-params': (node) => {
    const { in: place, required } = getObject(node, node.path) ?? {}
    if (place === 'path' && required !== true) return 'unsafe'
    const operation = node.path.length === 3 ? findOperation(node) : undefined
    if (operation === undefined || !isList(operation.value, 'parameters')) return 'no'
    return alone(unsafe(() => listMissingParameters(operation, node).length > 0))(node)
  },
  'openapi-tags': alone(({ root }) => {
    if (getChild(root, 'tags') !== undefined) return isList(root, 'tags') ? 'unclear' : 'no'
    const tags = listOperations(root).flatMap(({ value }) => toList(value.tags))
    return tags.some((tag) => typeof tag === 'string') ? 'safe' : 'no'
  }),
  'openapi-tags-alphabetical': ({ root, hasComment }) => {
    const names = toList(getChild(root, 'tags')).map((tag) => getValue(tag, ['name']))
    if (!names.every((name) => typeof name === 'string')) return 'no'
    return hasComment() ? 'unclear' : 'unsafe'
  },
  'openapi-tags-uniqueness': (node) => markRepeated({ ...node, path: node.path.slice(0, 2) }),
  'operation-tag-defined': (node) => {
    if (typeof getValue(node.root, node.path) !== 'string' || !isList(node.root, 'tags')) return 'no'
    return getChild(node.root, 'tags') !== undefined || node.path[0] === 'paths' ? 'safe' : 'unclear'
  },
  'operation-tags': inOperation(({ route, value }) => {
    return route.split('/').some((part) => /^[A-Za-z]/.test(part)) && isUnset(value.tags)
  }),
  'operation-singular-tag': inOperation(({ value }) => toList(value.tags).length > 1),
  ...Object.fromEntries(
    ['401', '429', '500'].map((code) => [`owasp-define-error-responses-${code}`, responds(code)]),
  ),
  'owasp-define-error-validation': responds('400', '422', '4XX'),
  'owasp:api8:2023-define-error-responses-401': responds('401'),
  'owasp:api8:2023-define-error-responses-500': responds('500'),
  'owasp:api4:2023-rate-limit-responses-429': responds('429'),
  'owasp:api8:2023-define-error-validation': responds('400', '422', '4XX'),
  'operation-4xx-response': responds('400', '404', '401', '403', '422'),
  'no-$ref-siblings': markSibling,
  'array-items': inSchema((schema, node) => {
    const { root, path, isAlone, isPlain } = node
    if (schema.type !== 'array' || 'items' in schema || findSchemaKind(root, path) === 'parameter')
      return 'no'
    if (isOldVersion(root)) return 'unsafe'
    return isAlone && isPlain() && !path.some(holdsData) ? 'safe' : 'unclear'
  }),
  'duplicated-entry-in-enum': inSchema((schema) => {
    const { enum: values, ...others } = schema
    const texts = toList(values).filter((value) => typeof value === 'string')
    if (Object.keys(others).some((key) => /^x-|enum/i.test(key))) return 'unclear'
    return new Set(texts).size < texts.length || 'unclear'
  }, 'enum'),
  'typed-enum': inSchema((schema, { root, path }) => {
    const value = convertValue(getValue(root, path), schema.type)
    return path.at(-2) === 'enum' && value !== undefined && !toList(schema.enum).includes(value)
  }, 'enum'),
  'nullable-enum-contains-null': inSchema(
    ({ enum: values }) => Array.isArray(values) && !values.includes(null),
    'enum',
  ),
  'oas-missing-type': inSchema((schema) => !('type' in schema) && findTypeShown(schema) !== undefined),
  'oas3_2-no-deprecated-xml-attribute': inSchema((_schema, node) => {
    const { attribute, nodeType } = getObject(node, node.path) ?? {}
    return attribute === true && nodeType === undefined
  }, 'xml'),
  'owasp-integer-format': isInteger,
  'owasp:api4:2023-integer-format': isInteger,
  'owasp-no-additionalProperties': isOpen('additionalProperties'),
  'owasp:api3:2023-no-additionalProperties': isOpen('additionalProperties'),
  'owasp:api3:2023-no-unevaluatedProperties': isOpen('unevaluatedProperties'),
}

function isList(holder: unknown, key: string): boolean {
  const value = getChild(holder, key)
  return value === undefined || Array.isArray(value)
}

function isUnset(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

/** Numbers may be written differently though they are equal. */
function hasNumber(value: unknown): boolean {
  return [...iterateValues(value)].some((inner) => typeof inner.value === 'number')
}

function markRepeated({ root, path, hasComment }: MarkedNode): Mark {
  const index = path.at(-1)
  const list = getValue(root, path.slice(0, -1))
  const [first] = typeof index === 'number' ? (listAlike(list)[index] ?? []) : []
  if (first === undefined || first === index) return 'no'
  return hasComment() || path.some(holdsData) || hasNumber(getValue(root, path)) ? 'unclear' : 'safe'
}

function markSibling(node: MarkedNode): Mark {
  const { root, path, isAlone, hasComment, targetOf } = node
  const around = path.slice(0, -1)
  if (!isIgnoredSibling(node) || isPathItem(around) || around.some(holdsData)) return 'no'
  const [key = '', value] = [path.at(-1), getValue(root, path)]
  const isIdle = isEmpty(value) || isSameValue(value, getChild(targetOf(around), key))
  if (!isIdle && isAlone) return 'unsafe'
  if (isReadHere(node, (at) => findSchemaKind(root, at) === 'schema')) return 'unsafe'
  return !isAlone || hasComment() || key === 'summary' || hasNumber(value) ? 'unclear' : 'safe'
}

/** A fix that a ruleset declares. */
export function markDeclared(declared: DeclaredFix, { root, path: at }: MarkedNode): Mark {
  const { field, set, remove, rename, safe = false } = declared
  if (field !== undefined && at.at(-1) === field && typeof getValue(root, at) === 'object') return 'unclear'
  const path = field === undefined || at.at(-1) === field ? at : [...at, field]
  const [holder, key = ''] = [getValue(root, path.slice(0, -1)), path.at(-1)]
  if (path.length === 0 || !isObject(holder)) return 'no'
  const isThere = Object.hasOwn(holder, key)
  const isAdded = !isThere && isRecord(holder) && remove !== true && rename === undefined
  const isRenamed = rename !== undefined && isRecord(holder) && !(rename in holder)
  const isChanged =
    remove === true || isRenamed || (!isObject(set) && !isSameValue(getChild(holder, key), set))
  if (!isAdded && !(isThere && isChanged)) return 'no'
  if (hasPlaceholder(JSON.stringify(set) ?? '')) return 'no'
  const kindAt = (place: MarkedNode['path']) => findSchemaKind(root, place)
  if (!safe) return 'unsafe'
  return path.some(holdsData) || splitAtSchema(path, { kindAt }).schema ? 'unclear' : 'safe'
}

/** Whether a rule that asks for a name is about a place whose name may be changed. */
export function isRenamed(path: MarkedNode['path']): boolean {
  const { length } = path
  const [last, holder] = [path.at(-1), path.at(-2)]
  const isHolder = ['paths', 'definitions', 'parameters', 'responses', 'securityDefinitions'].includes(
    String(path[0]),
  )
  const isKey =
    (length === 3 && path[0] === 'components') || (length === 2 && isHolder) || holder === 'properties'
  const isName = last === 'name' && (path.includes('parameters') || path[0] === 'tags')
  return isKey || isName || last === 'operationId' || holder === 'tags'
}
