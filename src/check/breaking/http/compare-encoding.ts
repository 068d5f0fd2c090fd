import type { ApiDocument, Node, Nodes } from '../document.ts'
import { child, children, isTrue, missingNode, ownChild, readText } from '../document.ts'
import type { Use } from '../schema/compare.ts'
import { isAnything } from '../schema/schema-node.ts'
import { isType, type SchemaView } from '../schema/schema-view.ts'
import type { Media } from './content.ts'
import {
  compareValues,
  describeWire,
  findValueSchema,
  hasPlainTypes,
  isInRange,
  isSameWire,
  normalizeMediaType,
  oneSchema,
  readContent,
  readEncodings,
  viewOfSchema,
} from './content.ts'
import { type ComparedContent, compareTexts, type OperationWalk } from './operation.ts'

/** How the fields of a form, or the parts of a body with several, are written. */
export function compareEncoding(oldMedia: Media, newMedia: Media, compared: ComparedContent): void {
  const { what, direction, oldApi, newApi, report } = compared
  refuseInner(['prefixEncoding', 'itemEncoding'], oldMedia.at, newMedia.at, what, compared)
  const [oldEncodings, newEncodings] = [readEncodings(oldMedia, oldApi), readEncodings(newMedia, newApi)]
  if (oldEncodings.size + newEncodings.size > 0) refuseMoved(oldMedia, newMedia, compared)
  const files = listSentFiles(direction, oldMedia, oldApi)
  for (const name of new Set([...oldEncodings.keys(), ...newEncodings.keys(), ...files])) {
    const [oldField, newField] = [readField(name, oldMedia, oldApi), readField(name, newMedia, newApi)]
    const [oldAt, newAt] = [oldEncodings.get(name) ?? plain, newEncodings.get(name) ?? plain]
    // A field that comes or goes is told by the schema.
    if ((oldAt === plain && !oldField.isDescribed) || (newAt === plain && !newField.isDescribed)) continue
    refuseInner(
      ['encoding', 'prefixEncoding', 'itemEncoding'],
      oldAt,
      newAt,
      `\`${name}\` in ${what}`,
      compared,
    )
    const place = newAt === plain ? missingNode(newMedia.at, 'encoding', name) : newAt
    const oldSide = { part: { ...oldMedia, at: oldAt }, field: oldField, api: oldApi }
    const newSide = { part: { ...newMedia, at: newAt }, field: newField, api: newApi }
    const changes = [
      ...changedMedia(oldSide, newSide, direction),
      ...restyled(oldSide, newSide, direction),
      ...lostHeaders(oldAt, newAt, compared),
    ]
    const rule = `breaking-${direction}-encoding-changed` as const
    for (const change of changes) report(rule, `\`${name}\` in ${what} ${change}`, oldMedia.at, place)
    if (changes.length === 0 && describeEncoding(oldSide) !== describeEncoding(newSide))
      compared.tell('changed', `the encoding of \`${name}\` in ${what} changed`, oldMedia.at, place)
    compareHeaderValues(oldAt, newAt, `\`${name}\` in ${what}`, compared)
  }
}

/** How the content of a parameter or a header is written. */
export function compareContentEncoding(oldAt: Node, newAt: Node, compared: ComparedContent): void {
  const [[oldMedia], [newMedia]] = [readContent(oldAt, compared.oldApi), readContent(newAt, compared.newApi)]
  if (!oldMedia || !newMedia) return
  compareTexts(['example', 'examples'], oldMedia.at, newMedia.at, compared.tell)
  compareEncoding(oldMedia, newMedia, compared)
}

/** Refuses encodings within an encoding, and those by position, unless they are the same. */
function refuseInner(
  keywords: readonly string[],
  oldAt: Node,
  newAt: Node,
  what: string,
  { isUnchanged, report }: ComparedContent,
): void {
  for (const keyword of keywords)
    if (!isUnchanged(ownChild(oldAt, keyword), ownChild(newAt, keyword)))
      report('breaking-not-compared', `the ${keyword} of ${what} cannot be compared`, oldAt, newAt)
}

/** Refuses a field of a form that is sent by the same name, and is a part of another one or no longer is. */
function refuseMoved(oldMedia: Media, newMedia: Media, compared: ComparedContent): void {
  const newHolders = listHolders(newMedia, compared.newApi)
  for (const [name, oldHolder] of listHolders(oldMedia, compared.oldApi)) {
    const newHolder = newHolders.get(name) ?? oldHolder
    const message = `\`${name}\` in ${compared.what} cannot be compared: it was sent by \`${oldHolder}\` and is now sent by \`${newHolder}\``
    if (oldHolder !== newHolder) compared.report('breaking-not-compared', message, oldMedia.at, newMedia.at)
  }
}

/** Lists the names in a form, with the field that sends each: an object may be sent by its properties, as `filter[a]` too. */
function listHolders(media: Media, api: ApiDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const encodings = readEncodings(media, api)
  for (const [name, nodes] of viewOfSchema(media.schema, api).properties) {
    const encoding = encodings.get(name)
    const wire = encoding && isStyled(encoding) ? readStyle({ ...media, at: encoding }, api) : ''
    const isTakenApart = /^(?:form, explode|deepObject.*)$/.test(wire)
    const field = isTakenApart ? viewOfSchema(oneSchema(nodes) ?? media.schema, api) : undefined
    const inner = field && isType(field, 'object') ? [...field.properties.keys()] : []
    if (inner.length === 0) found.set(name, name)
    else for (const each of inner) found.set(wire.startsWith('deep') ? `${name}[${each}]` : each, name)
  }
  return found
}

function lostHeaders(
  oldAt: Node,
  newAt: Node,
  { direction, oldApi, newApi }: ComparedContent,
): readonly string[] {
  const needed = neededHeaders(oldAt, newAt, { oldApi, newApi })
  if (direction === 'request') return needed.map(([name]) => `now needs the header \`${name}\``)
  const lost = neededHeaders(newAt, oldAt, { oldApi: newApi, newApi: oldApi })
  return lost.map(([name]) => `no longer always has the header \`${name}\``)
}

function compareHeaderValues(oldAt: Node, newAt: Node, part: string, compared: ComparedContent): void {
  const newHeaders = readHeaders(newAt, compared.newApi)
  for (const [key, { name, at }] of readHeaders(oldAt, compared.oldApi)) {
    const match = newHeaders.get(key)?.at
    const what = `the header \`${name}\` of ${part}`
    if (!match) continue
    compareTexts(['description', 'example', 'examples'], at, match, compared.tell)
    compared.describe(findValueSchema(at, compared.oldApi), findValueSchema(match, compared.newApi), what)
    compareValues(at, match, compared.direction, what, compared)
  }
}

const plain: Node = { value: {}, path: [] }

/** Tells how a field is written otherwise. */
function restyled(
  oldPart: EncodedPart,
  newPart: EncodedPart,
  direction: Use['direction'],
): readonly string[] {
  const sides = [oldPart, newPart]
  // An object has a style or a media type. In a form that says neither, readers differ: 3.0.3 has a style, 3.0.4 JSON.
  const isSaid = sides.every(({ part: { at } }) => isStyled(at) || ownChild(at, 'contentType'))
  const isEither = isSaid && sides.some(({ field }) => field.media !== 'text/plain')
  const [oldStyle = '', newStyle = ''] = sides.map(({ part, api }) =>
    isEither && !isStyled(part.at) ? unstyled : readStyle(part, api),
  )
  const isPlainField = sides.some(({ field }) => field.isPlain)
  if (!isSameWire(oldStyle, newStyle, isPlainField)) return [`was sent as ${oldStyle} and is now ${newStyle}`]
  const [within, allowed] = direction === 'request' ? [oldPart, newPart] : [newPart, oldPart]
  const mayReserve = ({ part }: EncodedPart) => isTrue(part.at, 'allowReserved')
  if (oldStyle === unstyled || !mayReserve(within) || mayReserve(allowed)) return []
  const may = direction === 'request' ? 'may no longer' : 'may now'
  return [`${may} have reserved characters that are not encoded`]
}

const unstyled = 'its media type'

/** Without its style, of which any change that shows is reported. */
function describeEncoding({ part: { at }, field, api }: EncodedPart): string {
  const headers = [...readHeaders(at, api)].map(([key, header]) => [key, isTrue(header.at, 'required')])
  return JSON.stringify([listContentTypes(at, field).sort(), isTrue(at, 'allowReserved'), headers.sort()])
}

interface EncodedPart {
  readonly part: Media
  readonly field: EncodedField
  readonly api: ApiDocument
}

/** A style takes the place of the media type that a part has by its schema. */
function changedMedia(
  oldPart: EncodedPart,
  newPart: EncodedPart,
  direction: Use['direction'],
): readonly string[] {
  const sides = [oldPart, newPart]
  if (!sides.some(({ part, api }) => readStyle(part, api) === unstyled || ownChild(part.at, 'contentType')))
    return []
  const [oldTypes = [], newTypes = []] = sides.map(({ part, field }) => listContentTypes(part.at, field))
  const [within, allowed] = direction === 'request' ? [oldTypes, newTypes] : [newTypes, oldTypes]
  const isFit = within.every((type) => allowed.some((range) => isInRange(type, range)))
  return isFit ? [] : [`had the media type ${oldTypes.join(' or ')} and now has ${newTypes.join(' or ')}`]
}

/**
 * From 3.1 on, the parts of multipart/form-data may have a style instead of a media type; in 2.0 a list may, unless each item
 * is a part.
 */
function readStyle({ name, at }: Media, api: ApiDocument): string {
  const mayBeStyled =
    api.version === '2.0'
      ? readText(at, 'style') !== 'form, explode'
      : (api.reading?.newest ?? api.version) >= '3.1'
  const isPart = mayBeStyled && /^multipart\/form-data\b/i.test(name)
  return isForm(name) || (isPart && isStyled(at)) ? describeWire('query', at, api) : unstyled
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type)
}

function isStyled(encoding: Node): boolean {
  return ['style', 'explode', 'allowReserved'].some((key) => ownChild(encoding, key))
}

/** The parts of a request that are files by their schema, which are sent in another media type than text. */
function listSentFiles(
  direction: Use['direction'],
  { name, schema }: Media,
  api: ApiDocument,
): readonly string[] {
  if (direction !== 'request' || !/^multipart\//i.test(name)) return []
  const isFile = (nodes: Nodes) => viewOfSchema(oneSchema(nodes) ?? schema, api).formats.has('binary')
  return [...viewOfSchema(schema, api).properties].flatMap(([key, nodes]) => (isFile(nodes) ? key : []))
}

interface EncodedField {
  /** Whether a schema says what it is or that it is needed, or may say so. An encoding of any other field means nothing. */
  readonly isDescribed: boolean
  readonly isPlain: boolean
  /** The media type that it has by its schema. */
  readonly media: string
}

/** Reads what no schema describes is any value. */
function readField(name: string, { at, schema }: Media, api: ApiDocument): EncodedField {
  const { properties, required, choices, unresolved, inner } = viewOfSchema(schema, api)
  const field = viewOfSchema(oneSchema(properties.get(name) ?? []) ?? { value: {}, path: at.path }, api)
  const others = ['patternProperties', 'additionalProperties'].flatMap(inner)
  return {
    isDescribed:
      properties.has(name) ||
      required.has(name) ||
      choices.length + unresolved.length + ['if', 'dependentSchemas'].flatMap(inner).length > 0 ||
      !others.every(({ value }) => value === false || isAnything(value)),
    isPlain: hasPlainTypes(field),
    media: chooseDefaultMedia(field, api),
  }
}

function chooseDefaultMedia(view: SchemaView, api: ApiDocument): string {
  const [type, ...others] = view.types ?? []
  const items = oneSchema(view.inner('items'))
  if (type === 'array' && items) return chooseDefaultMedia(viewOfSchema(items, api), api)
  if (type === 'object' || type === 'array') return 'application/json'
  const isBinary =
    ['binary', 'byte'].some((format) => view.formats.has(format)) ||
    view.first('contentEncoding') ||
    view.first('contentMediaType') === 'application/octet-stream'
  return type === undefined || others.length > 0 || isBinary ? 'application/octet-stream' : 'text/plain'
}

function listContentTypes(encoding: Node, { media }: EncodedField): string[] {
  const text = readText(encoding, 'contentType') ?? media
  return text.split(',').map(normalizeMediaType)
}

export function neededHeaders(
  oldAt: Node,
  newAt: Node,
  { oldApi, newApi }: Pick<OperationWalk, 'oldApi' | 'newApi'>,
): readonly (readonly [string, Node])[] {
  const oldHeaders = readHeaders(oldAt, oldApi)
  return [...readHeaders(newAt, newApi)].flatMap(([key, { name, at }]) =>
    isTrue(at, 'required') && !isTrue(oldHeaders.get(key)?.at, 'required') ? [[name, at] as const] : [],
  )
}

/** Those of a response or a part by their names, which count in any case. `Content-Type` is described elsewhere. */
export function readHeaders(
  response: Node,
  api: ApiDocument,
): ReadonlyMap<string, { name: string; at: Node }> {
  const all = children(child(response, 'headers', api), api, 'parameter')
  return new Map(
    all.flatMap(([name, at]) => (/^content-type$/i.test(name) ? [] : [[name.toLowerCase(), { name, at }]])),
  )
}
