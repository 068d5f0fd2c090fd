import type { ApiDocument, Node, Nodes } from '../document.ts'
import { child, children, followChain, isTrue, missingNode, ownChild, readText } from '../document.ts'
import type { Use } from '../schema/compare.ts'
import { compareEncoding } from './compare-encoding.ts'
import type { Content, Media } from './content.ts'
import {
  anyType,
  contentOfTypes,
  createMedia,
  describeCollection,
  getSchemaNode,
  isInRange,
  normalizeMediaType,
  readContent,
  readEncodings,
} from './content.ts'
import type { ComparedContent, ComparedOperations, Operation, OperationWalk } from './operation.ts'
import { compareTexts, itemChild } from './operation.ts'

interface Body extends Described {
  readonly isRequired: boolean
}

/** The body of a request, which 2.0 has among the parameters. */
export function readBody(operation: Operation, api: ApiDocument): Body | undefined {
  const at = child(operation.at, 'requestBody', api)
  if (at) return { at, isRequired: isTrue(at, 'required'), content: readContent(at, api) }
  const parameters = [
    itemChild(operation.item, 'parameters', api),
    child(operation.at, 'parameters', api),
  ].flatMap((list) => children(list, api, 'parameter'))
  const [body] = parameters.flatMap(([, each]) => (readText(each, 'in') === 'body' ? [each] : []))
  const fields = parameters.flatMap(([, each]) => (readText(each, 'in') === 'formData' ? [each] : []))
  const isRequired = [body, ...fields].some((each) => isTrue(each, 'required'))
  if (body) {
    const content = contentOfTypes(operation, 'consumes', body, getSchemaNode(body), api)
    return { at: body, isRequired, content }
  }
  if (fields.length === 0) return undefined
  return { at: findFormNode(operation), isRequired, content: formContent(fields, operation, api) }
}

/** The body of requests. What `isReversed` operations have in it is sent to clients, as by webhooks. */
export function compareBodies(compared: ComparedOperations): void {
  const { oldOperation, newOperation, isReversed, oldApi, newApi, report, tell } = compared
  const [oldBody, newBody] = [readBody(oldOperation, oldApi), readBody(newOperation, newApi)]
  const what = 'the request body'
  if (oldBody && newBody) {
    const direction = isReversed ? 'response' : 'request'
    const message = `${what} is ${newBody.isRequired ? 'now' : 'no longer'} required`
    if (newBody.isRequired && !oldBody.isRequired && !isReversed)
      report('breaking-request-body-became-required', message, oldBody.at, newBody.at)
    else if (newBody.isRequired !== oldBody.isRequired) tell('changed', message, oldBody.at, newBody.at)
    compareTexts(['description'], oldBody.at, newBody.at, tell)
    compareContent(oldBody, newBody, { what, direction, isSame: true }, compared)
  } else if (newBody?.isRequired && !isReversed) {
    report('breaking-request-body-added', `${what} is new and required`, oldOperation.at, newBody.at)
  } else if (newBody) tell('added', `${what} was added`, oldOperation.at, newBody.at)
  else if (oldBody) {
    const gone = missingNode(newOperation.at, 'requestBody')
    report('breaking-request-body-removed', `${what} was removed`, oldBody.at, gone)
  }
}

/** The fields of a form in 2.0, as the body that they are in 3.0. */
function formContent(fields: Nodes, operation: Operation, api: ApiDocument): Content {
  const { path } = findFormNode(operation)
  const at = { value: { encoding: readFormEncoding(fields) }, path }
  const schema = { value: formSchema(fields), path }
  const content = contentOfTypes(operation, 'consumes', at, schema, api)
  if (child(operation.at, 'consumes', api)) return content
  const forms = content.filter(({ name }) => /form/i.test(name))
  return forms.length > 0 ? forms : [createMedia(formType(fields), at, schema)]
}

function findFormNode({ at }: Operation): Node {
  return { value: undefined, path: [...at.path, 'parameters'] }
}

function formSchema(fields: Nodes): unknown {
  const properties = Object.fromEntries(fields.map((field) => [readText(field, 'name') ?? '', field.value]))
  const required = fields.flatMap((field) =>
    isTrue(field, 'required') ? (readText(field, 'name') ?? []) : [],
  )
  return { type: 'object', properties, required }
}

/** The media type of a form if neither the operation nor the definition names one. */
function formType(fields: Nodes): string {
  const hasFile = fields.some((field) => readText(field, 'type') === 'file')
  return hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
}

function readFormEncoding(fields: Nodes): unknown {
  const lists = fields.filter((field) => readText(field, 'type') === 'array')
  return Object.fromEntries(
    lists.map((field) => [
      readText(field, 'name') ?? '',
      { style: describeCollection(Object(field.value)), explode: false },
    ]),
  )
}

/** A body or a response, and what it is in each media type. */
export interface Described {
  readonly at: Node
  readonly content: Content
}

interface ContentUse extends Pick<ComparedContent, 'what' | 'direction'> {
  /** Whether both are the same body or response, and not one that now counts for some of the other. */
  readonly isSame: boolean
  /** Whether it is the response to an error that had none of its own. */
  readonly isNewError?: boolean
}

/**
 * Compares two bodies by media type. A request in a media type of the old one has to be accepted; a client that can read
 * only one media type of a response has to be able to get it.
 */
export function compareContent(
  oldBody: Described,
  newBody: Described,
  use: ContentUse,
  walk: OperationWalk,
): void {
  const [oldContent, newContent] = [oldBody.content, newBody.content]
  const { what, direction, isSame } = use
  const successor = direction === 'response' ? findSuffixed(oldContent, newContent) : undefined
  const isOld = ({ type }: Media) => oldContent.some((media) => media.type === type)
  const verb = newContent.some(isOld) ? 'is now also' : 'is now'
  for (const media of isSame && !successor ? newContent : [])
    if (!isOld(media)) walk.tell('added', `${what} ${verb} in \`${media.name}\``, media.at, media.at)
  for (const media of oldContent) {
    const match = findMedia(media, newContent, direction)
    const namesake = isSame ? findNamesake(media, newContent) : undefined
    if (namesake) describeMedia(media, namesake, what, walk)
    else if (!match) reportLoss(media, newBody, { ...use, isReadable: successor !== undefined }, walk)
    else if (isSame)
      walk.tell(
        'removed',
        describeLoss(what, media),
        media.at,
        missingNode(newBody.at, 'content', media.name),
      )
    const counted = match ?? successor
    if (counted) compareMatch(media, counted, oldContent, newContent, { ...walk, what, direction })
  }
}

function describeMedia(
  oldMedia: Media,
  newMedia: Media,
  what: string,
  { describe, tell }: OperationWalk,
): void {
  describe(oldMedia.schema, newMedia.schema, what)
  if (oldMedia.items || newMedia.items) describe(...pairItems(oldMedia, newMedia), `each item of ${what}`)
  compareTexts(['example', 'examples'], oldMedia.at, newMedia.at, tell)
}

function describeLoss(what: string, { name }: Media): string {
  return `${what} is no longer in \`${name}\``
}

function reportLoss(
  media: Media,
  { at, content }: Described,
  { what, direction, isNewError = false, isReadable }: ContentUse & { readonly isReadable: boolean },
  { report }: OperationWalk,
): void {
  const [first] = content
  const gone = missingNode(at, 'content', media.name)
  if (direction === 'request')
    report('breaking-request-media-type-removed', describeLoss(what, media), media.at, gone)
  else if (first && (isReadable || isNewError)) {
    const message = `${what} was in \`${media.name}\` and is now in ${listNames(content)}`
    report('breaking-response-media-type-replaced', message, media.at, first.at)
  } else report('breaking-response-media-type-removed', describeLoss(what, media), media.at, gone)
}

function listNames(content: Content): string {
  return content.map(({ name }) => `\`${name}\``).join(', ')
}

function compareMatch(
  media: Media,
  match: Media,
  oldContent: Content,
  newContent: Content,
  compared: ComparedContent,
): void {
  const { what, direction, report } = compared
  const isListed = isAnyType(media) && !isAnyType(match) && direction === 'request'
  const more = isListed ? [] : overriding(media, match, oldContent, newContent)
  for (const successor of [match, ...more]) compareMedia(media, successor, compared)
  if (!isListed) return
  const message = `${what} could be in any media type (\`${media.name}\`) and is now only in ${listNames(newContent)}`
  report('breaking-request-media-types-listed', message, media.at, match.at)
}

function compareMedia(oldMedia: Media, newMedia: Media, compared: ComparedContent): void {
  const { what, direction, oldApi, newApi, compare } = compared
  const isText = !isJson(oldMedia) || !isJson(newMedia)
  const isXml = mayBeXml(oldMedia, oldApi) && mayBeXml(newMedia, newApi)
  if (isXml) compareRootElement(oldMedia.schema, newMedia.schema, compared)
  compare(oldMedia.schema, newMedia.schema, { direction, isText, isXml }, what)
  if (oldMedia.items || newMedia.items)
    compare(...pairItems(oldMedia, newMedia), { direction, isText: false, isXml: false }, what)
  compareEncoding(oldMedia, newMedia, compared)
}

/** Without a name of its own, the outermost element is called as the component is (OpenAPI 3.0.4, "XML Object"). */
function compareRootElement(oldSchema: Node, newSchema: Node, compared: ComparedContent): void {
  const { what, direction, oldApi, newApi, report } = compared
  const [oldName, newName] = [findComponentName(oldSchema, oldApi), findComponentName(newSchema, newApi)]
  if (oldName === undefined || newName === undefined || oldName === newName) return
  const message = `${what} was the XML element \`${oldName}\` and is now \`${newName}\``
  report(`breaking-${direction}-encoding-changed`, message, oldSchema, newSchema)
}

/** That of the component that a schema refers to; undefined where it is none, or says its element's name itself. */
function findComponentName(schema: Node, api: ApiDocument): string | undefined {
  const path = api.step(schema.value)?.path ?? []
  const isComponentNode = ['schemas', 'definitions'].includes(String(path.at(-2)))
  const isNamed = followChain(schema, api).some((node) => readText(ownChild(node, 'xml'), 'name'))
  return isComponentNode && !isNamed ? String(path.at(-1)) : undefined
}

/** The others that now count for some of what one described: a range that takes it in, and, of a range, what is in it. */
function overriding(media: Media, match: Media, oldContent: Content, newContent: Content): readonly Media[] {
  const wider = findMedia(media, newContent, 'request')
  const replacesMedia = (newMedia: Media) =>
    media.type.endsWith('/*') && findMedia(newMedia, oldContent, 'request') === media
  return newContent.filter(
    (newMedia) => newMedia !== match && (newMedia === wider || replacesMedia(newMedia)),
  )
}

/** The schemas of the items of a stream. What no schema describes is anything. */
function pairItems(oldMedia: Media, newMedia: Media): readonly [Node, Node] {
  const readItems = ({ items, at }: Media) => items ?? { value: {}, path: at.path }
  return [readItems(oldMedia), readItems(newMedia)]
}

/** The media type itself, or else one that takes in all of it, or all of which it takes in: the reader decides. */
export function findMedia(media: Media, content: Content, direction: Use['direction']): Media | undefined {
  const { type } = media
  const fits = (other: Media) =>
    direction === 'request' ? isInRange(type, other.type) : isInRange(other.type, type)
  return (
    findNamesake(media, content) ??
    content.find((other) => !isAnyType(other) && fits(other)) ??
    content.find(fits) ??
    (type === anyType ? content[0] : undefined)
  )
}

/** A definition may have one media type in several spellings: that of the same spelling counts. */
function findNamesake({ name, type }: Media, content: Content): Media | undefined {
  return content.find((each) => each.name === name) ?? content.find((each) => each.type === type)
}

/** What takes the place of all of `application/json` or the like, and is JSON as well: `application/hal+json`, say. */
export function findSuffixed(
  [oldMedia, ...others]: Content,
  [newMedia, ...more]: Content,
): Media | undefined {
  if (others.length > 0 || more.length > 0 || oldMedia?.type === newMedia?.type) return undefined
  return newMedia?.type.replace(/^([^/;]*\/)[^;]*\+/, '$1') === oldMedia?.type ? newMedia : undefined
}

function isAnyType({ type }: Media): boolean {
  return type === anyType
}

const xmlTypes = ['application/xml', 'text/xml']

/** Whether it, or one of its parts, may be XML. */
function mayBeXml(media: Media, api: ApiDocument): boolean {
  const parts = [...readEncodings(media, api).values()].map((part) => readText(part, 'contentType') ?? '')
  const names = [media.name, ...parts.flatMap((part) => part.split(','))].map(withoutParameters)
  return names.some((each) => /[/+]xml$/.test(each) || xmlTypes.some((type) => isInRange(type, each)))
}

function isJson({ type }: Media): boolean {
  return /^(?:application|text)\/(?:.*\+)?json$|^\*\/\*$|^application\/\*$/.test(withoutParameters(type))
}

function withoutParameters(name: string): string {
  return normalizeMediaType(name.replace(/;.*$/s, ''))
}
