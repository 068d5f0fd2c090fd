import { parsePointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberList, rememberPerObject } from '../../core/model/once.ts'
import { getChild, getValue, isObject, isRecord, isSameValue } from '../../core/model/record.ts'
import { decodePercent } from '../../core/text/decode-text.ts'
import { listRefPlaces } from '../../engine/openapi/places.ts'
import { type Change, changedCollection, Unwritable } from './change.ts'
import type { Fix, FixTarget } from './fix.ts'
import { isOldVersion } from './rules/ref-siblings.ts'
import { listObjects } from './rules/references.ts'
import { splitAtSchema } from './schema-place.ts'

/**
 * True if the same values stay valid and generators write the same code; other effects are for the author of
 * the fix to judge. Decided by a law per keyword instead of samples, because other schemas may refer to this
 * one. `test/features/fix/propose/keeps-meaning.test.ts` checks it against the validator.
 */
export function keepsMeaning(changes: readonly Change[], target: FixTarget): boolean {
  return changes.every((change) => keeps(change, target))
}

function keeps(change: Change, target: FixTarget): boolean {
  const { root, kindAt } = target
  const holder = changedCollection(change)
  const { schema, rest } = splitAtSchema(holder, target)
  const [keyword] = rest
  if (holder[0] === 'x-webhooks' || hasReferences(holder, root)) return false
  if (!schema) return kindAt(change.op === 'insert' ? [...holder, change.key ?? 0] : change.path) !== 'schema'
  if (keyword === 'enum') return false
  // In 2.0, a parameter holds what a schema does.
  if (kindAt(schema) === 'parameter' && getChild(root, 'swagger') === undefined) return true
  if (keyword !== undefined) return isAnnotation(keyword)
  const isIgnored = isOldVersion(root) && typeof getValue(root, [...schema, '$ref']) === 'string'
  return listChangedMembers(change, getValue(root, schema)).every(
    ({ key, before, after }) =>
      isAnnotation(key) ||
      (isIgnored && key === 'type') ||
      (isNeutral(key, before, root) && isNeutral(key, after, root) && isPlain(target)),
  )
}

/** Whether a `$ref` leads to what a place is in, so that it may be a schema though it stands in an extension or an example. */
function hasReferences(place: Path, root: unknown): boolean {
  return listReferred(root).some((keys) => keys.every((key, at) => String(place[at]) === key))
}

/** The paths in extensions and examples that references of the document name. */
const listReferred = rememberList((root: object): readonly (readonly string[])[] =>
  listRefPlaces(root)
    .flatMap(({ ref }) =>
      ref.startsWith('#/') ? [parsePointer(decodePercent(ref.slice(1))).map(String)] : [],
    )
    .filter((keys) => keys.some((key) => key === 'example' || key === 'examples' || key.startsWith('x-'))),
)

const annotations: ReadonlySet<unknown> = new Set([
  'description',
  'example',
  'examples',
  'externalDocs',
  '$comment',
])

const readByGenerators =
  /^x-(?:nullable|omitempty|optional|order|enum|ms-|go-|java|kotlin|kubernetes-|class|field|type|implements|discriminator|oapi-|fern-|speakeasy-)/i

/** Keywords that change neither validity nor generated code, except its comments. */
function isAnnotation(key: string | number): boolean {
  return annotations.has(key) || (String(key).startsWith('x-') && !readByGenerators.test(String(key)))
}

/** The only value of each keyword that says the same as none. */
const neutral: Readonly<Record<string, unknown>> = {
  items: {},
  uniqueItems: false,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
  required: [],
  nullable: false,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
}

/** Up to OpenAPI 3.0, openapi-generator takes the items of a list without `items` for strings. */
function isNeutral(key: string, value: unknown, root: unknown): boolean {
  if (key === 'items' && isOldVersion(root)) return false
  return value === undefined || (Object.hasOwn(neutral, key) && isSameValue(value, neutral[key]))
}

/** False under `unevaluatedItems`, `unevaluatedProperties` or an unknown dialect: any keyword may matter. */
function isPlain({ root, elsewhere }: FixTarget): boolean {
  return [root, ...elsewhere.values()].every((value) => !isObject(value) || holdsPlain(value))
}

const knownDialect = /^https?:\/\/(?:json-schema\.org|spec\.openapis\.org)\//

const holdsPlain = rememberPerObject((root: object) =>
  listObjects(root).every(({ value }) => {
    if ('unevaluatedItems' in value || 'unevaluatedProperties' in value) return false
    return [value.$schema, value.jsonSchemaDialect].every(
      (each) => typeof each !== 'string' || knownDialect.test(each),
    )
  }),
)

function listChangedMembers(change: Change, schema: unknown) {
  const member = (key: string | number | undefined, after: unknown) => ({
    key: String(key),
    before: getChild(schema, key ?? ''),
    after,
  })
  const key = change.path.at(-1)
  const value = getChild(schema, key ?? '')
  switch (change.op) {
    case 'set':
      return [member(key, change.value)]
    case 'remove':
      return [member(key, undefined)]
    case 'insert':
      return [member(change.key, change.value)]
    case 'rename':
      return [member(key, undefined), member(change.to, value)]
    case 'wrap':
      return [member(key, undefined), member(change.key, [value])]
    case 'sort':
      return []
  }
}

/**
 * Refuses the fixes at places that only look like schemas: an example, a default, a constant, a value of an enum, an
 * extension. `keyword`: the fixes are also for what is right in this keyword of a schema.
 */
export function inSchemas(fixes: readonly Fix[], keyword?: string): readonly Fix[] {
  return fixes.map((fix) => ({
    ...fix,
    changes: (target) => {
      const { schema, rest } = splitAtSchema(target.path, target)
      const isSchema = rest.length === 0 || (rest[0] === keyword && rest.length <= 2)
      if (schema === undefined || !isSchema)
        throw new Unwritable('it is not in a schema by its place: it may be data')
      return fix.changes(target)
    },
  }))
}

/**
 * Lists of names, descriptions and the like with an entry for each value of `enum`, such as `x-enum-varnames`. Throws
 * Unwritable if something else beside it may have one.
 */
export function parallelLists(schema: unknown): readonly string[] {
  if (!isRecord(schema) || !Array.isArray(schema.enum)) return []
  const { length } = schema.enum
  return Object.entries(schema).flatMap(([key, value]) => {
    const isNamed = key !== 'enum' && /enum/i.test(key)
    const isList = Array.isArray(value)
    if (isNamed && isList && value.length === length) return [key]
    const hasEntries = isList
      ? isNamed || isLong(value)
      : isNamed && Object.values(Object(value)).some(isLong)
    if (hasEntries && key !== 'enum' && (isNamed || key.startsWith('x-')))
      throw new Unwritable(`${key} may have an entry for each of the values`)
    return []
  })

  function isLong(value: unknown): boolean {
    return Array.isArray(value) && value.length === length
  }
}
