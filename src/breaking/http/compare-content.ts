import { goneFrom, type Node } from '../document.ts'
import type { Use } from '../schema/schema-pair.ts'
import { compareEncoding } from './compare-encoding.ts'
import { type Content, isInRange, type Media } from './content.ts'
import type { Scope } from './scope.ts'

interface Bodies {
  readonly what: string
  readonly direction: Use['direction']
  /** Where the two bodies are. */
  readonly base: Node
  readonly head: Node
}

/**
 * Compares two bodies by media type. A request in a media type of the base has to be accepted; a client that can read
 * only one media type of a response has to be able to get it.
 */
export function compareContent(before: Content, after: Content, bodies: Bodies, scope: Scope): void {
  const { what, direction, base, head } = bodies
  for (const media of before) {
    const other = findMedia(media, after, direction)
    if (other) {
      for (const each of [other, ...overriding(media, other, before, after)])
        compareMedia(media, each, what, direction, scope)
    } else {
      const message = `${what} is no longer in \`${media.name}\``
      const gone = media.at ? goneFrom(head, 'content', media.name) : head
      scope.report(`breaking-${direction}-media-type-removed`, message, media.at ?? base, gone)
    }
  }
}

function compareMedia(
  media: Media,
  other: Media,
  what: string,
  direction: Use['direction'],
  scope: Scope,
): void {
  const isText = !isJson(media.name) || !isJson(other.name)
  scope.compare(media.schema, other.schema, { direction, isText }, what)
  if (media.items || other.items)
    scope.compare(
      media.items ?? anyIn(media),
      other.items ?? anyIn(other),
      { direction, isText: false },
      what,
    )
  compareEncoding(media, other, what, direction, scope)
}

/** The media types that now count for some of what a range described: the more specific one does. */
function overriding(range: Media, same: Media, before: Content, after: Content): readonly Media[] {
  if (!range.name.endsWith('/*') || normal(range.name) !== normal(same.name)) return []
  return after.filter((each) => each !== same && findMedia(each, before, 'request') === range)
}

function anyIn({ at }: Media): Node {
  return { value: {}, path: at.path }
}

/** The media type itself, or else one that takes in all of it, or all of which it takes in: the reader decides. */
export function findMedia({ name }: Media, content: Content, direction: Use['direction']): Media | undefined {
  const [wanted, plain] = [normal(name), essence(name)]
  const fits = (other: string) =>
    direction === 'request' ? covers(essence(other), plain) : covers(plain, essence(other))
  return (
    content.find((each) => normal(each.name) === wanted) ??
    content.find((each) => essence(each.name) === plain && !hasVersion(each.name, name)) ??
    content.find((each) => essence(each.name) !== '*/*' && fits(each.name)) ??
    content.find((each) => fits(each.name)) ??
    (plain === '*/*' ? content[0] : undefined)
  )
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, '')
}

/** A media type without its parameters. */
function essence(name: string): string {
  return normal(name).replace(/;.*$/, '')
}

/** Whether parameters other than of the text's encoding tell two media types apart. */
function hasVersion(name: string, other: string): boolean {
  return [name, other].some((each) => /;(?!charset=)/.test(normal(each)))
}

function covers(range: string, name: string): boolean {
  return isInRange(name, range) || suffixed(name) === range
}

/** What `application/vnd.pets+json` is to those who know no pets. */
function suffixed(name: string): string {
  return name.replace(/\/.*\+/, '/')
}

function isJson(name: string): boolean {
  return /^(?:application|text)\/(?:.*\+)?json$|^\*\/\*$|^application\/\*$/.test(essence(name))
}
