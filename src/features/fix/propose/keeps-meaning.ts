import { rememberPerObject } from '../../../core/model/once.ts'
import { getChild, getValue, isObject, isRecord } from '../../../core/model/record.ts'
import { isOldVersion } from '../rules/ref-siblings.ts'
import { listObjects } from '../rules/references.ts'
import { type Change, changedCollection } from './change.ts'
import { isSameValue } from './changed-value.ts'
import type { FixTarget } from './fix.ts'
import { parallelKeys, splitAtSchema } from './schema-place.ts'

/**
 * True if the same values stay valid and generators write the same code; other effects are for the author of
 * the fix to judge. Decided by a law per keyword instead of samples, because other schemas may refer to this
 * one. `test/features/fix/propose/keeps-meaning.test.ts` checks it against the validator.
 */
export function keepsMeaning(changes: readonly Change[], target: FixTarget): boolean {
  return changes.every((change) => keeps(change, changes, target))
}

function keeps(change: Change, changes: readonly Change[], target: FixTarget): boolean {
  const { root, kindAt } = target
  const holder = changedCollection(change)
  const { schema, rest } = splitAtSchema(holder, target)
  const [keyword, ...inner] = rest
  if (!schema) return kindAt(change.op === 'insert' ? [...holder, change.key ?? 0] : change.path) !== 'schema'
  if (keyword === 'enum' && inner.length === 0) return removesDuplicate(change, target)
  if (kindAt(schema) === 'parameter') return true
  if (keyword === 'xml') return writesSameXml(change, changes, getValue(root, holder))
  if (keyword !== undefined) return isAnnotation(keyword)
  const isIgnored = isOldVersion(root) && typeof getValue(root, [...schema, '$ref']) === 'string'
  return listChangedMembers(change, getValue(root, schema)).every(
    ({ key, before, after }) =>
      isAnnotation(key) ||
      (isIgnored && key !== '$ref') ||
      (isNeutral(key, before) && isNeutral(key, after) && isPlain(target)),
  )
}

const annotations: ReadonlySet<unknown> = new Set([
  'description',
  'example',
  'examples',
  'externalDocs',
  '$comment',
])

/** Keywords that change neither validity nor generated code, except its comments. */
function isAnnotation(key: string | number): boolean {
  return annotations.has(key) || String(key).startsWith('x-')
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

function isNeutral(key: string, value: unknown): boolean {
  return value === undefined || (Object.hasOwn(neutral, key) && isSameValue(value, neutral[key]))
}

/**
 * True without `unevaluatedItems`, `unevaluatedProperties` and unknown dialects, under which any keyword may
 * matter.
 */
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

interface ChangedMember {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

/** The members of a schema that a change of it is about; a new order is about none. */
function listChangedMembers(change: Change, schema: unknown): readonly ChangedMember[] {
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

/** The list has an equal value earlier, and nothing beside the list has an entry for each value. */
function removesDuplicate({ op, path }: Change, { root, isRepeated }: FixTarget): boolean {
  return op === 'remove' && isRepeated(path) && parallelKeys(getValue(root, path.slice(0, -2))).length === 0
}

/** Since OpenAPI 3.2, `nodeType: attribute` stands for `attribute: true`. */
function writesSameXml(change: Change, changes: readonly Change[], xml: unknown): boolean {
  const isRename = (each: Change) => each.op === 'rename' && each.to === 'nodeType'
  const isSet = (each: Change) => each.op === 'set' && each.value === 'attribute'
  const isAttribute = change.path.at(-1) === 'attribute' && isRecord(xml) && xml.attribute === true
  return isAttribute && (isRename(change) || isSet(change)) && changes.some(isRename) && changes.some(isSet)
}
