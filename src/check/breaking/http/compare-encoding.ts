import type { ApiDocument, Node, Nodes } from '../document.ts'
import { child, children, isTrue, missingNode, ownChild, readText } from '../document.ts'
import type { Use } from '../schema/compare.ts'
import type { SchemaView } from '../schema/schema-view.ts'
import type { Media } from './content.ts'
import {
  compareValues,
  describeWire,
  hasPlainTypes,
  isInRange,
  isSameWire,
  normalizeMediaType,
  oneSchema,
  viewOfSchema,
} from './content.ts'
import type { ComparedContent, OperationWalk } from './operation.ts'

/** How the fields of a form, or the parts of a body with several, are written. */
export function compareEncoding(oldMedia: Media, newMedia: Media, compared: ComparedContent): void {
  const { what, direction, oldApi, newApi, report } = compared
  for (const keyword of ['prefixEncoding', 'itemEncoding']) {
    const [oldText, newText] = [child(oldMedia.at, keyword, oldApi), child(newMedia.at, keyword, newApi)].map(
      (node) => JSON.stringify(node?.value),
    )
    if (oldText !== newText)
      report(
        'breaking-not-compared',
        `the ${keyword} of ${what} cannot be compared`,
        oldMedia.at,
        newMedia.at,
      )
  }
  const [oldEncodings, newEncodings] = [readEncodings(oldMedia, oldApi), readEncodings(newMedia, newApi)]
  const files = listSentFiles(direction, oldMedia, oldApi)
  for (const name of new Set([...oldEncodings.keys(), ...newEncodings.keys(), ...files])) {
    const [oldField, newField] = [readField(name, oldMedia, oldApi), readField(name, newMedia, newApi)]
    const [oldAt, newAt] = [oldEncodings.get(name) ?? plain, newEncodings.get(name) ?? plain]
    const place = newAt === plain ? missingNode(newMedia.at, 'encoding', name) : newAt
    const say = (change: string) =>
      report(`breaking-${direction}-encoding-changed`, `\`${name}\` in ${what} ${change}`, oldMedia.at, place)
    const oldPart = { ...oldMedia, at: oldAt }
    const newPart = { ...newMedia, at: newAt }
    const oldSide = { part: oldPart, field: oldField, api: oldApi }
    const newSide = { part: newPart, field: newField, api: newApi }
    for (const change of changedMedia(oldSide, newSide, direction)) say(change)
    const isPlainField = oldField.isPlain || newField.isPlain
    for (const change of restyled(oldPart, newPart, isPlainField, compared)) say(change)
    for (const [header] of direction === 'request' ? neededHeaders(oldAt, newAt, compared) : [])
      say(`now needs the header \`${header}\``)
    compareHeaderValues(oldAt, newAt, `\`${name}\` in ${what}`, compared)
  }
}

function compareHeaderValues(oldAt: Node, newAt: Node, part: string, compared: ComparedContent): void {
  const newHeaders = new Map(readHeaders(newAt, compared.newApi))
  for (const [name, at] of readHeaders(oldAt, compared.oldApi)) {
    const match = newHeaders.get(name)
    const what = `the header \`${name}\` of ${part}`
    if (match) compareValues(at, match, compared.direction, what, compared)
  }
}

const plain: Node = { value: {}, path: [] }

/** Tells how a field is written otherwise. Its encodings are given as the nodes of the media types. */
function restyled(
  oldMedia: Media,
  newMedia: Media,
  isPlainField: boolean,
  { direction, oldApi, newApi }: ComparedContent,
): readonly string[] {
  const [oldStyle, newStyle] = [readStyle(oldMedia, oldApi), readStyle(newMedia, newApi)]
  if (!isSameWire(oldStyle, newStyle, isPlainField)) return [`was sent as ${oldStyle} and is now ${newStyle}`]
  const [within, allowed] = direction === 'request' ? [oldMedia, newMedia] : [newMedia, oldMedia]
  const mayReserve = ({ at }: Media) => isTrue(at, 'allowReserved')
  if (oldStyle === unstyled || !mayReserve(within) || mayReserve(allowed)) return []
  const may = direction === 'request' ? 'may no longer' : 'may now'
  return [`${may} have reserved characters that are not encoded`]
}

const unstyled = 'its media type'

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

/** From 3.1 on, the parts of multipart/form-data may have a style instead of a media type. */
function readStyle({ name, at }: Media, api: ApiDocument): string {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(name)
  const isStyled = ['style', 'explode', 'allowReserved'].some((key) => ownChild(at, key))
  const isPart = (api.reading?.newest ?? api.version) >= '3.1' && /^multipart\/form-data\b/i.test(name)
  return isForm || (isPart && isStyled) ? describeWire('query', at, api) : unstyled
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

function readEncodings({ at }: Media, api: ApiDocument): ReadonlyMap<string, Node> {
  return new Map(children(child(at, 'encoding', api), api))
}

interface EncodedField {
  readonly isPlain: boolean
  /** The media type that it has by its schema. */
  readonly media: string
}

/** Reads what no schema describes is any value. */
function readField(name: string, { at, schema }: Media, api: ApiDocument): EncodedField {
  const view = viewOfSchema(schema, api)
  const field = viewOfSchema(oneSchema(view.properties.get(name) ?? []) ?? { value: {}, path: at.path }, api)
  return { isPlain: hasPlainTypes(field), media: chooseDefaultMedia(field, api) }
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

function listContentTypes(encoding: Node, { media }: EncodedField): readonly string[] {
  const text = readText(encoding, 'contentType') ?? media
  return text.split(',').map(normalizeMediaType)
}

export function neededHeaders(
  oldAt: Node,
  newAt: Node,
  { oldApi, newApi }: Pick<OperationWalk, 'oldApi' | 'newApi'>,
): readonly (readonly [string, Node])[] {
  const oldHeaders = new Map(readHeaders(oldAt, oldApi))
  return readHeaders(newAt, newApi).filter(
    ([name, header]) => isTrue(header, 'required') && !isTrue(oldHeaders.get(name), 'required'),
  )
}

function readHeaders(at: Node, api: ApiDocument): readonly (readonly [string, Node])[] {
  return children(child(at, 'headers', api), api, 'parameter')
}
