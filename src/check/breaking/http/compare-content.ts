import {
  type ApiDocument,
  child,
  children,
  followChain,
  missingNode,
  type Node,
  ownChild,
  readText,
} from '../document.ts'
import type { Use } from '../schema/schema-pair.ts'
import { compareEncoding } from './compare-encoding.ts'
import { anyType, type Content, isInRange, type Media } from './content.ts'
import type { ReportScope } from './operation.ts'

interface Bodies {
  readonly what: string
  readonly direction: Use['direction']
  readonly base: Node
  readonly head: Node
}

/**
 * Compares two bodies by media type. A request in a media type of the base has to be accepted; a client that can read
 * only one media type of a response has to be able to get it.
 */
export function compareContent(before: Content, after: Content, bodies: Bodies, scope: ReportScope): void {
  const { what, direction, base, head } = bodies
  for (const media of before) {
    const other = findMedia(media, after, direction)
    if (other) {
      const isNarrowed = isAnyType(media) && !isAnyType(other) && direction === 'request'
      const more = isNarrowed ? [] : overriding(media, other, before, after)
      for (const each of [other, ...more]) compareMedia(media, each, what, direction, scope)
      if (isNarrowed) {
        const named = after.map(({ name }) => `\`${name}\``).join(', ')
        const message = `${what} could be in any media type (\`${media.name}\`) and is now only in ${named}`
        scope.report('breaking-request-media-types-listed', message, media.at, other.at)
      }
    } else {
      const message = `${what} is no longer in \`${media.name}\``
      const gone = media.at ? missingNode(head, 'content', media.name) : head
      scope.report(`breaking-${direction}-media-type-removed`, message, media.at ?? base, gone)
    }
  }
}

function compareMedia(
  media: Media,
  other: Media,
  what: string,
  direction: Use['direction'],
  scope: ReportScope,
): void {
  const isText = !isJson(media.name) || !isJson(other.name)
  const isXml = mayBeXml(media, scope.base) && mayBeXml(other, scope.head)
  if (isXml) compareRootElement(media.schema, other.schema, what, direction, scope)
  scope.compare(media.schema, other.schema, { direction, isText, isXml }, what)
  const [items, others] = [media.items ?? findAnyNode(media), other.items ?? findAnyNode(other)]
  if (media.items || other.items)
    scope.compare(items, others, { direction, isText: false, isXml: false }, what)
  compareEncoding(media, other, what, direction, scope)
}

/** Without a name of its own, the outermost element is called as the component is (OpenAPI 3.0.4, "XML Object"). */
function compareRootElement(
  oldSchema: Node,
  newSchema: Node,
  what: string,
  direction: Use['direction'],
  { base, head, report }: ReportScope,
): void {
  const [oldName, newName] = [findComponentName(oldSchema, base), findComponentName(newSchema, head)]
  if (oldName === undefined || newName === undefined || oldName === newName) return
  const message = `${what} was the XML element \`${oldName}\` and is now \`${newName}\``
  report(`breaking-${direction}-encoding-changed`, message, oldSchema, newSchema)
}

/** That of the component that a schema refers to; undefined where it is none, or says its element's name itself. */
function findComponentName(schema: Node, api: ApiDocument): string | undefined {
  const path = api.step(schema.value)?.path ?? []
  const isComponent = ['schemas', 'definitions'].includes(String(path.at(-2)))
  const isNamed = followChain(schema, api).some((node) => readText(ownChild(node, 'xml'), 'name'))
  return isComponent && !isNamed ? String(path.at(-1)) : undefined
}

/** The others that now count for some of what one described: a range that takes it in, and, of a range, what is in it. */
function overriding(media: Media, found: Media, before: Content, after: Content): readonly Media[] {
  const wider = findMedia(media, after, 'request')
  const replacesMedia = (each: Media) =>
    media.name.endsWith('/*') && findMedia(each, before, 'request') === media
  return after.filter((each) => each !== found && (each === wider || replacesMedia(each)))
}

function findAnyNode({ at }: Media): Node {
  return { value: {}, path: at.path }
}

/** The media type itself, or else one that takes in all of it, or all of which it takes in: the reader decides. */
export function findMedia({ name }: Media, content: Content, direction: Use['direction']): Media | undefined {
  const [wanted, plain] = [normal(name), essence(name)]
  const fits = (other: string, covers: typeof isInRange) =>
    direction === 'request' ? covers(plain, essence(other)) : covers(essence(other), plain)
  return (
    content.find((media) => normal(media.name) === wanted) ??
    content.find((media) => essence(media.name) === plain && !hasVersion(media.name, name)) ??
    content.find((media) => !isAnyType(media) && fits(media.name, isInRange)) ??
    content.find((media) => fits(media.name, isInRange)) ??
    content.find((media) => fits(media.name, isSuffixed)) ??
    (plain === anyType ? content[0] : undefined)
  )
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, '')
}

function essence(name: string): string {
  return normal(name).replace(/;.*$/, '')
}

/** Whether parameters other than of the text's encoding tell two media types apart. */
function hasVersion(name: string, other: string): boolean {
  return [name, other].some((each) => /;(?!charset=)/.test(normal(each)))
}

/** Whether it is `application/vnd.pets+json`, say, where those who know no pets read `application/json`. */
function isSuffixed(name: string, other: string): boolean {
  return name.replace(/\/.*\+/, '/') === other
}

function isAnyType({ name }: Media): boolean {
  return essence(name) === anyType
}

const xmlTypes = ['application/xml', 'text/xml']

/** Whether it, or one of its parts, may be XML. */
function mayBeXml({ name, at }: Media, api: ApiDocument): boolean {
  const parts = children(child(at, 'encoding', api), api).map(
    ([, part]) => readText(part, 'contentType') ?? '',
  )
  const names = [essence(name), ...parts.flatMap((part) => part.split(',').map(essence))]
  return names.some((each) => /[/+]xml$/.test(each) || xmlTypes.some((type) => isInRange(type, each)))
}

function isJson(name: string): boolean {
  return /^(?:application|text)\/(?:.*\+)?json$|^\*\/\*$|^application\/\*$/.test(essence(name))
}
