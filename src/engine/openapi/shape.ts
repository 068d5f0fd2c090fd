import { httpMethods } from '../../core/model/api-part.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild } from '../../core/model/record.ts'

/** The objects of an OpenAPI document that a reference may stand for, and those that lead to them. */
export type SlotKind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'securityScheme'
  | 'example'
  | 'link'
  | 'schema'

/** The value of a key: one object, or a map or list of them. */
export interface Slot {
  readonly kind: SlotKind
  readonly many: boolean
  /** Keys that begin with `x-` are extensions, not entries. */
  readonly extensible: boolean
  /** What a map or list holds. */
  readonly item?: Slot
}

const one = (kind: SlotKind): Slot => ({ kind, many: false, extensible: false })
const many = (kind: SlotKind): Slot => ({ kind, many: true, extensible: false, item: one(kind) })
const extensible = (kind: SlotKind): Slot => ({ ...many(kind), extensible: true })

type Slots = Readonly<Record<string, Slot>>

const media: Slots = { content: many('mediaType') }
const valued: Slots = { schema: one('schema'), examples: many('example'), ...media }

/** Where each kind of object holds others: OpenAPI 3.0 to 3.2, and of 2.0 the keys that 3.x does not have. */
export const shape: Readonly<Record<SlotKind, Slots>> = {
  document: {
    paths: extensible('pathItem'),
    webhooks: many('pathItem'),
    components: one('components'),
    definitions: many('schema'),
    parameters: many('parameter'),
    responses: many('response'),
    securityDefinitions: many('securityScheme'),
  },
  components: {
    schemas: many('schema'),
    responses: many('response'),
    parameters: many('parameter'),
    requestBodies: many('requestBody'),
    headers: many('header'),
    callbacks: many('callback'),
    pathItems: many('pathItem'),
    mediaTypes: many('mediaType'),
    securitySchemes: many('securityScheme'),
    examples: many('example'),
    links: many('link'),
  },
  pathItem: {
    parameters: many('parameter'),
    additionalOperations: many('operation'),
    ...Object.fromEntries(httpMethods.map((method) => [method, one('operation')])),
  },
  operation: {
    parameters: many('parameter'),
    requestBody: one('requestBody'),
    responses: extensible('response'),
    callbacks: many('callback'),
  },
  callback: {},
  parameter: valued,
  header: valued,
  requestBody: media,
  response: { headers: many('header'), schema: one('schema'), links: many('link'), ...media },
  mediaType: {
    schema: one('schema'),
    itemSchema: one('schema'),
    encoding: many('encoding'),
    examples: many('example'),
  },
  encoding: { headers: many('header') },
  securityScheme: {},
  example: {},
  link: {},
  schema: {
    properties: many('schema'),
    patternProperties: many('schema'),
    additionalProperties: one('schema'),
    unevaluatedProperties: one('schema'),
    propertyNames: one('schema'),
    dependentSchemas: many('schema'),
    items: one('schema'),
    prefixItems: many('schema'),
    additionalItems: one('schema'),
    unevaluatedItems: one('schema'),
    contains: one('schema'),
    allOf: many('schema'),
    anyOf: many('schema'),
    oneOf: many('schema'),
    not: one('schema'),
    if: one('schema'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: one('schema'),
    else: one('schema'),
    contentSchema: one('schema'),
    definitions: many('schema'),
    $defs: many('schema'),
  },
}

/** The kind of the value under a key of an OpenAPI object; undefined where unknown. */
export function descendSlot(slot: Slot | undefined, key: string | number): Slot | undefined {
  if (slot === undefined) return undefined
  if (slot.many) return slot.extensible && isExtension(key) ? undefined : getItemSlot(slot)
  if (slot.kind === 'callback') return isExtension(key) ? undefined : pathItemSlot
  return typeof key === 'string' && Object.hasOwn(shape[slot.kind], key) ? shape[slot.kind][key] : undefined
}

function isExtension(key: string | number): boolean {
  return typeof key === 'string' && key.startsWith('x-')
}

/** What the specification has at a path of a document, by the keys alone. */
export function findSlot(root: unknown, path: Path): Slot | undefined {
  let slot: Slot | undefined = rootSlot
  let value = root
  for (const key of path) {
    slot = Array.isArray(value) ? getItemSlot(slot) : descendSlot(slot, key)
    if (!slot) return undefined
    value = getChild(value, key)
  }
  return slot
}

/** What a list or map of such objects holds. `items` may hold a list in older schemas. */
export function getItemSlot(slot: Slot): Slot {
  return slot.item ?? slot
}

export const pathItemSlot = one('pathItem')
export const rootSlot: Slot = { kind: 'document', many: false, extensible: false }
export const schemaSlot: Slot = { ...rootSlot, kind: 'schema' }
