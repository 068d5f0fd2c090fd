import {
  type ApiDocument,
  child,
  children,
  isTrue,
  missingNode,
  type Node,
  ownChild,
  readText,
} from '../document.ts'
import type { Use } from '../schema/schema-pair.ts'
import type { SchemaView } from '../schema/schema-view.ts'
import { isInRange, type Media, oneSchema } from './content.ts'
import type { ReportScope } from './operation.ts'
import { describeWire, hasPlainTypes, isSameWire, viewOfSchema } from './wire.ts'

/** How the fields of a form, or the parts of a body with several, are written. */
export function compareEncoding(
  before: Media,
  after: Media,
  what: string,
  direction: Use['direction'],
  scope: ReportScope,
): void {
  const { base, head, report } = scope
  for (const keyword of ['prefixEncoding', 'itemEncoding']) {
    const written = [child(before.at, keyword, base), child(after.at, keyword, head)]
    const [earlier, later] = written.map((each) => JSON.stringify(each?.value))
    if (earlier !== later)
      report('breaking-not-compared', `the ${keyword} of ${what} cannot be compared`, before.at, after.at)
  }
  const [some, others] = [readEncodings(before, base), readEncodings(after, head)]
  for (const name of new Set([...some.keys(), ...others.keys()])) {
    const [field, next] = [readField(name, before, base), readField(name, after, head)]
    const [from, to] = [some.get(name) ?? plain, others.get(name) ?? plain]
    const place = to === plain ? missingNode(after.at, 'encoding', name) : to
    const say = (change: string) =>
      report(`breaking-${direction}-encoding-changed`, `\`${name}\` in ${what} ${change}`, before.at, place)
    const [earlier, later] = [listContentTypes(from, field), listContentTypes(to, next)]
    const [within, allowed] = direction === 'request' ? [earlier, later] : [later, earlier]
    if (!within.every((type) => allowed.some((other) => isInRange(type, other))))
      say(`had the media type ${earlier.join(' or ')} and now has ${later.join(' or ')}`)
    const isField = [field, next].some((each) => each.isPlain)
    for (const change of restyled({ ...before, at: from }, { ...after, at: to }, direction, isField, scope))
      say(change)
    for (const [header] of direction === 'request' ? neededHeaders(from, to, scope) : [])
      say(`now needs the header \`${header}\``)
  }
}

const plain: Node = { value: {}, path: [] }

/** What is different in how a field is written, whose encodings are given in the place of the media types. */
function restyled(
  before: Media,
  after: Media,
  direction: Use['direction'],
  isPlainField: boolean,
  { base, head }: ReportScope,
): readonly string[] {
  const [wire, other] = [readStyle(before, base), readStyle(after, head)]
  if (!isSameWire(wire, other, isPlainField)) return [`was sent as ${wire} and is now ${other}`]
  const [within, allowed] = direction === 'request' ? [before, after] : [after, before]
  const mayReserve = ({ at }: Media) => isTrue(at, 'allowReserved')
  if (wire === unstyled || !mayReserve(within) || mayReserve(allowed)) return []
  const may = direction === 'request' ? 'may no longer' : 'may now'
  return [`${may} have reserved characters that are not encoded`]
}

const unstyled = 'its media type'

/** From 3.1 on, the parts of multipart/form-data may have a style instead of a media type. */
function readStyle({ name, at }: Media, api: ApiDocument): string {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(name)
  const isStyled = ['style', 'explode', 'allowReserved'].some((key) => ownChild(at, key))
  const isPart = (api.reading?.newest ?? api.version) >= '3.1' && /^multipart\/form-data\b/i.test(name)
  return isForm || (isPart && isStyled) ? describeWire('query', at, api) : unstyled
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
    ['binary', 'byte'].some((format) => view.formats.has(format)) || view.first('contentEncoding')
  return type === undefined || others.length > 0 || isBinary ? 'application/octet-stream' : 'text/plain'
}

function listContentTypes(encoding: Node, { media }: EncodedField): readonly string[] {
  const text = readText(encoding, 'contentType') ?? media
  return text.split(',').map((each) => each.trim().toLowerCase())
}

export function neededHeaders(
  before: Node,
  after: Node,
  { base, head }: Pick<ReportScope, 'base' | 'head'>,
): readonly (readonly [string, Node])[] {
  const had = new Map(children(child(before, 'headers', base), base, 'parameter'))
  const now = children(child(after, 'headers', head), head, 'parameter')
  return now.filter(([name, header]) => isTrue(header, 'required') && !isTrue(had.get(name), 'required'))
}
