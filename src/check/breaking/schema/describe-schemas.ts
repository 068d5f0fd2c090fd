import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { ApiChange, ChangeKind } from '../api-change.ts'
import { type ApiDocument, missingNode, type Node, ownChild, ownChildren } from '../document.ts'
import { compareNumbers, isNumber, renderJson } from '../numbers.ts'
import type { SchemaTopic } from '../rules/rows.ts'
import type { Same } from '../unchanged.ts'
import { canonical, isAnnotation, readSchema } from './schema-node.ts'

/** Whether a breaking change reports what is about a topic at a place. */
export type IsReported = (topic: SchemaTopic, oldPath: Path, newPath: Path) => boolean

/** `at`: the place that it is about, if that is not the two nodes. */
type ReportChange = (
  kind: ChangeKind,
  topic: SchemaTopic | 'name' | 'text',
  message: string,
  oldNode: Node,
  newNode: Node,
  at?: readonly [oldPath: Path, newPath: Path],
) => void

/** Two versions of a schema, and what they describe: empty for a component, `property \`a.b\`` within it. */
interface SchemaPlace {
  readonly oldNode: Node
  readonly newNode: Node
  readonly name: string
}

/**
 * Describes how schemas differ as they are written, references followed, each pair of places once: what a hundred operations
 * use is described once, where it is. What is valid is another question, whose answer depends on the use and on all that
 * describes a value: these are other pairs, of what an allOf joins or of what alternatives come to.
 */
export function createSchemaDescription(oldApi: ApiDocument, newApi: ApiDocument, isUnchanged: Same) {
  const places: SchemaPlace[] = []
  return {
    /** `name`: the words for what the schema describes, where it is written in place. */
    add: (oldNode: Node, newNode: Node, name: string): unknown => places.push({ oldNode, newNode, name }),
    list: (isReported: IsReported): readonly ApiChange[] => {
      const changes: ApiChange[] = []
      const report: ReportChange = (
        kind,
        topic,
        message,
        { path: oldPath },
        { path },
        at = [oldPath, path],
      ) => {
        if (topic === 'text') changes.push({ kind, about: topic, message, path, oldPath })
        else if (topic === 'name' || !isReported(topic, ...at)) changes.push({ kind, message, path, oldPath })
      }
      const compared = new Map<unknown, Set<unknown>>()
      const pending = places.toReversed()
      for (let place = pending.pop(); place; place = pending.pop()) {
        if (isUnchanged(place.oldNode, place.newNode)) continue
        const resolved = resolve(place, report)
        const known = compared.get(resolved.oldNode.value) ?? new Set()
        if (known.has(resolved.newNode.value)) continue
        compared.set(resolved.oldNode.value, known.add(resolved.newNode.value))
        pending.push(...compareSchema(resolved, report))
      }
      return changes
    },
  }

  /** The words are those of the target where both sides go on in a reference. */
  function resolve(place: SchemaPlace, report: ReportChange): SchemaPlace {
    const { oldNode, newNode, name } = unwrapOne(place)
    const [oldTarget, newTarget] = [oldApi.follow(oldNode.value), newApi.follow(newNode.value)]
    const oldName = oldTarget && componentName(oldTarget)
    const newName = newTarget && componentName(newTarget)
    if (oldName !== newName) {
      const message = `${name} was ${oldName ?? 'inline'} and is now ${newName ?? 'inline'}`
      report('changed', 'name', message, oldNode, newNode)
    }
    return {
      oldNode: listValues(readSchema(oldTarget ?? oldNode, oldApi)),
      newNode: listValues(readSchema(newTarget ?? newNode, newApi)),
      name: oldTarget && newTarget ? '' : name,
    }
  }
}

/** An `allOf` of one schema that only the other side lacks says what that schema says. */
function unwrapOne(place: SchemaPlace): SchemaPlace {
  const [oldInner, newInner] = [findWrapped(place.oldNode), findWrapped(place.newNode)]
  if (oldInner && newInner) return place
  return { ...place, oldNode: oldInner ?? place.oldNode, newNode: newInner ?? place.newNode }
}

function findWrapped(node: Node): Node | undefined {
  const members = ownChildren(ownChild(node, 'allOf'))
  const isAlone = Object.keys(Object(node.value)).every((key) => key === 'allOf' || isAnnotation(key))
  return members.length === 1 && isAlone ? members[0]?.[1] : undefined
}

/** A constant, and a choice of lists of values, as one list: they are the same to clients. */
function listValues(node: Node): Node {
  const { value } = node
  if (!isRecord(value)) return node
  const { const: constant, ...others } = value
  if (constant !== undefined) return { ...node, value: { ...others, enum: [constant] } }
  for (const keyword of ['oneOf', 'anyOf']) {
    const { [keyword]: members, type: ownType, ...rest } = value
    if (!Array.isArray(members) || members.length === 0 || !members.every(isValueList)) continue
    const types = [...new Set(members.map(({ type }) => type))]
    const type = ownType ?? (types.length === 1 ? types[0] : types)
    const values = members.flatMap((member) => member.enum ?? [member.const])
    return { ...node, value: { ...rest, ...(type !== undefined && { type }), enum: values } }
  }
  return node
}

function isValueList(schema: unknown): schema is Schema {
  if (!isRecord(schema) || (!Array.isArray(schema.enum) && schema.const === undefined)) return false
  return Object.keys(schema).every((key) => /^(?:type|enum|const)$/.test(key) || isAnnotation(key))
}

function componentName({ path }: Node): string {
  return `\`${String(path.at(-1))}\``
}

/** Reports what differs between two objects, and gives the places within them. */
function compareSchema(
  { oldNode, newNode, name }: SchemaPlace,
  report: ReportChange,
): readonly SchemaPlace[] {
  const [oldSchema, newSchema] = [oldNode.value, newNode.value]
  if (!isRecord(oldSchema) || !isRecord(newSchema)) {
    if (oldSchema !== newSchema)
      report('changed', 'type', sentence(name, 'what is valid changed'), oldNode, newNode)
    return []
  }
  const change: ChangeSentence = (kind, topic, words) =>
    report(kind, topic, sentence(name, words), oldNode, newNode)
  compareKeywords(oldSchema, newSchema, change)
  compareRequired({ oldNode, newNode, name }, report)
  return [
    ...compareProperties({ oldNode, newNode, name }, report),
    ...innerKeywords.flatMap((keyword) => innerPlace({ oldNode, newNode, name }, keyword)),
    ...[...namedSchemas, 'allOf', 'oneOf', 'anyOf', 'prefixItems'].flatMap((keyword) =>
      compareAlternatives({ oldNode, newNode, name }, keyword, report),
    ),
  ]
}

type ChangeSentence = (kind: ChangeKind, topic: SchemaTopic | 'text', words: string) => void
type Schema = Readonly<Record<string, unknown>>

/** `the limit was raised`, of a component itself; `property \`a\`: …` within one. */
function sentence(name: string, words: string): string {
  return name === '' ? words : `${name}: ${words}`
}

function compareKeywords(oldSchema: Schema, newSchema: Schema, change: ChangeSentence): void {
  const [oldType, newType] = [typeText(oldSchema), typeText(newSchema)]
  if (oldType !== newType) change('changed', 'type', `the type was ${oldType} and is now ${newType}`)
  compareText(oldSchema, newSchema, 'format', 'type', change)
  compareText(oldSchema, newSchema, 'pattern', 'pattern', change)
  compareText(oldSchema, newSchema, 'default', 'default', change)
  compareValues(oldSchema, newSchema, change)
  for (const keyword of limits) compareLimit(oldSchema, newSchema, keyword, change)
  for (const keyword of otherKeywords) compareOther(oldSchema, newSchema, keyword, change)
  for (const keyword of ['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'])
    compareFlag(oldSchema, newSchema, keyword, change)
  const oldClosed = oldSchema.additionalProperties === false
  const newClosed = newSchema.additionalProperties === false
  if (oldClosed !== newClosed)
    change(
      'changed',
      'closed',
      newClosed ? 'other properties are no longer valid' : 'other properties are valid now',
    )
  for (const keyword of ['title', 'description', 'example', 'examples', 'externalDocs'])
    if (renderJson(oldSchema[keyword]) !== renderJson(newSchema[keyword]))
      change('changed', 'text', `${keyword} changed`)
}

/** Keywords whose values are not told: that they came, went or are others is. */
const otherKeywords = [
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'items', 'additionalItems'],
  ...['dependentRequired', 'dependencies'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'additionalProperties'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema', 'discriminator', 'xml'],
]

const limits = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
]

function typeText(schema: Schema): string {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => typeof type === 'string',
  )
  const all = schema.nullable === true && types.length > 0 ? [...types, 'null'] : types
  if (all.length > 0) return all.join(' or ')
  const choice = ['oneOf', 'anyOf', 'allOf'].find((keyword) => Object.hasOwn(schema, keyword))
  return choice === undefined ? 'any' : `that of ${choice}`
}

function compareText(
  oldSchema: Schema,
  newSchema: Schema,
  keyword: string,
  topic: SchemaTopic,
  change: ChangeSentence,
): void {
  const [oldValue, newValue] = [oldSchema[keyword], newSchema[keyword]]
  if (renderJson(oldValue) === renderJson(newValue)) return
  if (oldValue === undefined) change('added', topic, `the ${keyword} ${renderJson(newValue)} was added`)
  else if (newValue === undefined)
    change('removed', topic, `the ${keyword} ${renderJson(oldValue)} was removed`)
  else
    change('changed', topic, `the ${keyword} was ${renderJson(oldValue)} and is now ${renderJson(newValue)}`)
}

function compareValues(
  { enum: oldValues }: Schema,
  { enum: newValues }: Schema,
  change: ChangeSentence,
): void {
  if (!Array.isArray(oldValues) && !Array.isArray(newValues)) return
  if (!Array.isArray(oldValues)) {
    const verb = Array.isArray(newValues) && newValues.length === 1 ? 'is' : 'are'
    change('added', 'values', `only ${valueList(newValues)} ${verb} valid now`)
    return
  }
  if (!Array.isArray(newValues)) {
    change('removed', 'values', 'any value is valid now, not only those listed')
    return
  }
  const [oldTexts, newTexts] = [new Set(oldValues.map(canonical)), new Set(newValues.map(canonical))]
  const added = newValues.filter((value) => !oldTexts.has(canonical(value)))
  const removed = oldValues.filter((value) => !newTexts.has(canonical(value)))
  if (added.length > 0)
    change('added', 'values', `the ${valueNoun(added)} ${valueList(added)} ${were(added)} added`)
  if (removed.length > 0)
    change('removed', 'values', `the ${valueNoun(removed)} ${valueList(removed)} ${were(removed)} removed`)
}

const valueNoun = ({ length }: readonly unknown[]) => (length === 1 ? 'value' : 'values')
const were = ({ length }: readonly unknown[]) => (length === 1 ? 'was' : 'were')

function valueList(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => `\`${renderJson(value).replace(/^"(.*)"$/, '$1')}\``).join(', ')
    : ''
}

function compareLimit(oldSchema: Schema, newSchema: Schema, keyword: string, change: ChangeSentence): void {
  const [oldLimit, newLimit] = [oldSchema[keyword], newSchema[keyword]]
  if (isNumber(oldLimit) && isNumber(newLimit) && compareNumbers(oldLimit, newLimit) === 0) return
  compareText(oldSchema, newSchema, keyword, 'limit', change)
}

/** Compares a boolean, which says whether other properties are valid; a schema on both sides is compared itself. */
function compareOther(oldSchema: Schema, newSchema: Schema, keyword: string, change: ChangeSentence): void {
  const [oldValue, newValue] = [oldSchema[keyword], newSchema[keyword]]
  if (renderJson(oldValue) === renderJson(newValue)) return
  const isInner = isRecord(oldValue) && isRecord(newValue)
  if (isInner && innerKeywords.includes(keyword)) return
  if ([oldValue, newValue].some((value) => value === false) && keyword === 'additionalProperties') return
  if (oldValue === undefined) change('added', 'other', `\`${keyword}\` was added`)
  else if (newValue === undefined) change('removed', 'other', `\`${keyword}\` was removed`)
  else change('changed', 'other', `\`${keyword}\` changed`)
}

function compareFlag(oldSchema: Schema, newSchema: Schema, keyword: string, change: ChangeSentence): void {
  const [oldFlag, newFlag] = [oldSchema[keyword] === true, newSchema[keyword] === true]
  if (oldFlag === newFlag) return
  const topic = keyword === 'deprecated' ? 'lifecycle' : 'access'
  change('changed', topic, newFlag ? `is now ${keyword}` : `is no longer ${keyword}`)
}

function compareRequired({ oldNode, newNode, name }: SchemaPlace, report: ReportChange): void {
  const [oldRequired, newRequired] = [listRequired(oldNode), listRequired(newNode)]
  const say = (property: string, verb: string) => {
    const at = [propertyPath(oldNode, property), propertyPath(newNode, property)] as const
    report('changed', 'required', `${propertyName(name, property)} is ${verb} required`, oldNode, newNode, at)
  }
  for (const property of newRequired)
    if (!oldRequired.has(property) && hasProperty(oldNode, property)) say(property, 'now')
  for (const property of oldRequired)
    if (!newRequired.has(property) && hasProperty(newNode, property)) say(property, 'no longer')
}

function propertyPath({ path }: Node, property: string): Path {
  return [...path, 'properties', property]
}

function listRequired({ value }: Node): ReadonlySet<string> {
  return new Set(isRecord(value) && Array.isArray(value.required) ? value.required.map(String) : [])
}

function hasProperty(node: Node, property: string): boolean {
  const properties = ownChild(node, 'properties')
  return properties !== undefined && ownChild(properties, property) !== undefined
}

function compareProperties(
  { oldNode, newNode, name }: SchemaPlace,
  report: ReportChange,
): readonly SchemaPlace[] {
  const oldProperties = new Map(ownChildren(ownChild(oldNode, 'properties')))
  const newProperties = new Map(ownChildren(ownChild(newNode, 'properties')))
  const required = listRequired(newNode)
  for (const [property, node] of newProperties)
    if (!oldProperties.has(property)) {
      const need = required.has(property) ? 'required ' : ''
      const at = [propertyPath(oldNode, property), node.path] as const
      report('added', 'property', `the ${need}${propertyName(name, property)} was added`, oldNode, node, at)
    }
  return [...oldProperties].flatMap(([property, node]) => {
    const match = newProperties.get(property)
    if (match) return { oldNode: node, newNode: match, name: propertyName(name, property) }
    const gone = missingNode(newNode, 'properties', property)
    report('removed', 'property', `the ${propertyName(name, property)} was removed`, node, gone)
    return []
  })
}

/** `property \`a.b\``, where a property has properties. */
function propertyName(name: string, property: string): string {
  const [, within] = /^property `(.*)`$/.exec(name) ?? []
  if (within !== undefined) return `property \`${within}.${property}\``
  return name === '' ? `property \`${property}\`` : `property \`${property}\` of ${name}`
}

const innerKeywords = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]

function innerPlace({ oldNode, newNode, name }: SchemaPlace, keyword: string): readonly SchemaPlace[] {
  const [oldInner, newInner] = [ownChild(oldNode, keyword), ownChild(newNode, keyword)]
  if (!isRecord(oldInner?.value) || !isRecord(newInner?.value)) return []
  return [{ oldNode: oldInner, newNode: newInner, name: name === '' ? keyword : `${keyword} of ${name}` }]
}

const namedSchemas = ['patternProperties', 'dependentSchemas']

/** Alternatives are paired by what they refer to, and what is written in place by its position or its name. */
function compareAlternatives(
  { oldNode, newNode, name }: SchemaPlace,
  keyword: string,
  report: ReportChange,
): readonly SchemaPlace[] {
  const oldList = listAlternatives(ownChild(oldNode, keyword))
  const newList = listAlternatives(ownChild(newNode, keyword))
  const isNamed = namedSchemas.includes(keyword)
  for (const [key, node] of newList)
    if (!oldList.has(key))
      report(
        'added',
        isNamed ? 'other' : 'alternative added',
        sentence(name, `${key} was added to ${keyword}`),
        oldNode,
        node,
      )
  return [...oldList].flatMap(([key, node]) => {
    const match = newList.get(key)
    if (match) return { oldNode: node, newNode: match, name: sentence(name, `${key} of ${keyword}`) }
    report(
      'removed',
      isNamed ? 'other' : 'alternative removed',
      sentence(name, `${key} was removed from ${keyword}`),
      node,
      newNode,
    )
    return []
  })
}

function listAlternatives(list: Node | undefined): ReadonlyMap<string, Node> {
  return new Map(
    ownChildren(list).map(([index, node]) => {
      const ref = isRecord(node.value) ? node.value.$ref : undefined
      if (!Array.isArray(list?.value)) return [`\`${index}\``, node] as const
      const name = typeof ref === 'string' ? `\`${ref.split('/').at(-1)}\`` : `schema ${Number(index) + 1}`
      return [name, node] as const
    }),
  )
}
