import { rememberPerObject } from '../../../core/model/once.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import { type ApiDocument, isTrue, ownChild } from '../document.ts'
import { matches } from '../schema/check-patterns.ts'
import { isRefused } from '../schema/check-values.ts'
import { listedValues } from '../schema/schema-view.ts'
import { describeWire, viewSchemaNode } from './content.ts'
import {
  type ItemPair,
  listComparedOperations,
  listPathItems,
  type NamedItem,
  type Operation,
  templateNames,
} from './operation.ts'
import { readParameters } from './parameters.ts'

/** Whether a template takes a word: its parameter may even list it. */
const [never, maybe, surely, listed] = [0, 1, 2, 3] as const

/** A templated path that takes the requests of another one. */
interface Template {
  readonly fit: number
  readonly path: string
  /** With the words of the other path in their places. */
  readonly filled: NamedItem
}

type Pairing = readonly [pair: ItemPair, overlap?: string]

/**
 * A concrete path counts before a templated one (OpenAPI 3.1.1, "Path Templating Matching"): a new one takes requests from
 * it, and one that goes leaves them to it. Gives the pair to compare, and what may concern nobody.
 */
export function pairOverlapping(
  pair: ItemPair,
  [oldItems, oldApi]: readonly [readonly NamedItem[], ApiDocument],
  [newItems, newApi]: readonly [readonly NamedItem[], ApiDocument],
): Pairing {
  const { oldItem, newItem } = pair
  if (newItem && !oldItem) {
    const former = findTemplate(newItem[0], oldItems, oldApi)
    if (former?.fit === listed) return [{ oldItem: former.filled, newItem }]
    return former ? [pair, `now takes requests that were those of \`${former.path}\``] : [pair]
  }
  if (!oldItem || newItem) return [pair]
  const all = listOperations(oldItem, oldApi).map((operation) => listWords(operation, oldApi, newApi))
  const hasNoOthers = all.every((words) => words.owned.length > 0 && words.others.length === 0)
  if (all.length > 0 && hasNoOthers) return [{ oldItem: undefined, newItem: undefined }]
  const latter = findTemplate(oldItem[0], newItems, newApi)
  const isAnnounced = listOperations(oldItem, oldApi).some(({ at }) => isTrue(at, 'deprecated'))
  if (latter === undefined || latter.fit === maybe || isAnnounced) return [pair]
  const overlap = `was removed, and \`${latter.path}\` takes its requests`
  return [{ oldItem, newItem: latter.filled }, overlap]
}

/**
 * The words that the only parameter of a path lists. Those that are owned have a path of their own, with which they are compared: in
 * the old version their requests were of that path, in the new one it takes them.
 */
interface TemplateWords {
  readonly owned: readonly unknown[]
  readonly others: readonly unknown[]
}

export function listWords(operation: Operation, oldApi: ApiDocument, newApi: ApiDocument): TemplateWords {
  const isOnly = templateNames(operation.path).length === 1
  const parameter = isOnly ? readParameters(operation, oldApi).get('path 0') : undefined
  const isWord = parameter && describeWire('path', parameter.at, oldApi) === 'simple'
  const words = (isWord && listedValues(viewSchemaNode(parameter.at, oldApi))) || []
  const [method = ''] = operation.name.split(' ')
  const isOwned = (word: unknown) => {
    // Any other character is sent encoded, and is no text of a path.
    if (!/^[\w.~-]+$/.test(String(word))) return false
    const path = operation.path.replace(/\{[^{}]*\}/, () => String(word))
    const before = readPaths(oldApi).get(path)
    if (before) {
      const own = listComparedOperations(path, before, oldApi).get(method)
      return own !== undefined && !hasServers(own) && !hasServers(operation)
    }
    const former = readPaths(newApi).has(path) ? findTemplate(path, listPaths(oldApi), oldApi) : undefined
    return former?.path === operation.path && former.fit === listed
  }
  const owned = new Set(words.filter(isOwned))
  return { owned: [...owned], others: words.filter((word) => !owned.has(word)) }
}

function hasServers({ at, item }: Operation): boolean {
  return [at, ...item.chain].some((node) => ownChild(node, 'servers'))
}

const readPaths = rememberPerObject((api: ApiDocument) => new Map(listPaths(api)))

export const listPaths = rememberPerObject((api: ApiDocument) =>
  listPathItems(api).filter(([name]) => name.startsWith('/')),
)

function listOperations([path, item]: NamedItem, api: ApiDocument): readonly Operation[] {
  return [...listComparedOperations(path, item, api).values()]
}

function findTemplate(path: string, items: readonly NamedItem[], api: ApiDocument): Template | undefined {
  const known = templatesFound(items)
  if (!known.has(path)) known.set(path, lookForTemplate(path, items, api))
  return known.get(path)
}

const templatesFound = rememberPerObject(
  (_items: readonly NamedItem[]) => new Map<string, Template | undefined>(),
)

function lookForTemplate(path: string, items: readonly NamedItem[], api: ApiDocument): Template | undefined {
  const starts = Array.from(path, (_, end) => path.slice(0, end))
  const alike = starts.flatMap((start) => groupTemplates(items).get(start) ?? [])
  const found = alike.flatMap((item): readonly Template[] => {
    const words = readWords(item[0], path)
    if (words === undefined) return []
    const fit = Math.min(...listOperations(item, api).map((operation) => judgeWords(words, operation, api)))
    let at = 0
    const fill = (written: string) => {
      const word = words[at++] ?? ''
      return isTemplate(word) ? written : word
    }
    return [{ fit, path: item[0], filled: [item[0].replaceAll(/\{[^{}]*\}/g, fill), item[1]] }]
  })
  return found.toSorted((some, other) => other.fit - some.fit).find(({ fit }) => fit !== never)
}

/** The templated paths by their concrete beginnings: there may be thousands, and of the others as well. */
const groupTemplates = rememberPerObject((items: readonly NamedItem[]) =>
  groupBy(
    items.filter(([path]) => isTemplate(path)),
    ([path]) => path.replace(/\{.*/s, ''),
  ),
)

function isTemplate(word: string): boolean {
  return word.includes('{')
}

/** What a path has in the places of a template, if it has all else, and a word of its own in one of them. */
function readWords(template: string, path: string): readonly string[] | undefined {
  const [segments, others] = [template.split('/'), path.split('/')]
  const words: string[] = []
  if (segments.length !== others.length) return undefined
  for (const [index, segment] of segments.entries()) {
    const other = others[index] ?? ''
    const [, before = '', after = ''] = /^([^{}]*)\{[^{}]*\}([^{}]*)$/.exec(segment) ?? []
    const word = other.slice(before.length, other.length - after.length)
    if (segment === other && !isTemplate(segment)) continue
    if (`${before}${word}${after}` !== other || word === '') return undefined
    words.push(word)
  }
  return words.every(isTemplate) ? undefined : words
}

function judgeWords(words: readonly string[], operation: Operation, api: ApiDocument): number {
  const parameters = readParameters(operation, api)
  const names = templateNames(operation.path)
  return Math.min(
    ...words.map((word, index) => {
      const parameter = parameters.get(`path ${index}`)
      if (isTemplate(word) || !parameter || names.length !== words.length) return maybe
      const view = viewSchemaNode(parameter.at, api)
      const values = [
        word,
        ...(/^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(word) ? [JSON.parse(word)] : []),
      ]
      if (view.isNever || values.every((value) => isRefused(value, view))) return never
      const isWord = !/[\d@]/.test(word)
      const found = [...view.patterns].map((pattern) => matches(pattern, word))
      if (found.includes(false) || (isWord && [...view.formats].some((each) => wordless.test(each))))
        return never
      if (listedValues(view)) return listed
      const isKnown = view.choices.length + view.formats.size === 0 && !found.includes(undefined)
      return isKnown && describeWire('path', parameter.at, api) === 'simple' ? surely : maybe
    }),
  )
}

/** Formats of texts that have a digit or an `@`. */
const wordless = /^(?:uuid|date|date-time|time|email|ipv[46])$/
