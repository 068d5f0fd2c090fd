import { CST, Parser, stringify } from 'yaml'
import type { Waiver } from '../../core/model/waiver.ts'

/** A key of a mapping and what is written there, with every space and comment. */
type YamlPair = CST.BlockMap['items'][number]
type Tokens = readonly CST.SourceToken[]

/**
 * Appends a waiver to the list in a YAML config; undefined if the text cannot be edited. The parser recurses
 * once per level: pass only text that was already read as a config.
 */
export function addToYaml(text: string, waiver: Waiver): string | undefined {
  const tokens = [...new Parser().parse(text)]
  const pair = findWaivers(tokens)
  const list = pair?.value
  if (pair === undefined) return `${withLastNewline(text)}${renderWaivers([waiver], 2, detectNewline(text))}`
  if (list?.type === 'flow-collection' && list.items.length > 0) {
    list.items.push(...flowItem(waiver))
  } else if (list?.type === 'block-seq') {
    // A first item has its indentation before the list: the second is one like all others.
    list.items.push(...blockItems([waiver, waiver], list.indent, detectNewline(text)).slice(1))
  } else {
    const items = blockItems([waiver], 2, detectNewline(text))
    const rest = pair.sep?.[0] === undefined ? [] : [pair.sep[0], ...afterValue(pair)]
    pair.sep = [...rest, createSpace(2)]
    pair.value = { type: 'block-seq', offset: 0, indent: 2, items }
  }
  return joinTokens(tokens)
}

/** Removes waivers and keeps all comments: a person wrote them. */
export function removeFromYaml(text: string, gone: ReadonlySet<number>): string | undefined {
  const tokens = [...new Parser().parse(text)]
  const pair = findWaivers(tokens)
  const list = pair?.value
  if (list?.type !== 'block-seq' || pair?.sep === undefined) return undefined
  const last = pair.sep.length - 1
  // The indentation of the first item goes to that item, so that all are written alike.
  const indentation = pair.sep[last]?.type === 'space' ? pair.sep.splice(last) : []
  list.items[0]?.start.unshift(...indentation)
  const items = list.items.map((item, index) =>
    gone.has(index) ? { start: listLeadingComments(item.start) } : item,
  )
  if (gone.size < list.items.length) list.items = items
  else {
    const [colon, ...rest] = pair.sep
    const comments = [...rest, ...items.flatMap(({ start }) => start)]
    pair.sep = [...(colon ? [colon] : []), createSpace(1)]
    pair.value = emptyList(comments)
  }
  return joinTokens(tokens)
}

function findWaivers(tokens: readonly CST.Token[]): YamlPair | undefined {
  const document = tokens.find((token) => token.type === 'document')
  if (document?.type !== 'document' || document.value?.type !== 'block-map') return undefined
  return document.value.items.find(({ key }) => key && CST.resolveAsScalar(key)?.value === 'waivers')
}

function joinTokens(tokens: readonly CST.Token[]): string {
  return tokens.map((token) => CST.stringify(token)).join('')
}

/** `waivers:` and a list below it, in lines that are never folded. */
function renderWaivers(waivers: readonly Waiver[], indent: number, newline: string): string {
  const text = stringify(
    { waivers },
    { indent: Math.max(2, indent), indentSeq: indent > 0, lineWidth: 0, aliasDuplicateObjects: false },
  )
  return text.replaceAll('\n', newline)
}

function blockItems(waivers: readonly Waiver[], indent: number, newline: string): CST.BlockSequence['items'] {
  const list = findWaivers([...new Parser().parse(renderWaivers(waivers, indent, newline))])?.value
  return list?.type === 'block-seq' ? list.items : []
}

function flowItem(waiver: Waiver): CST.FlowCollection['items'] {
  const fields = Object.entries(waiver).filter(([, value]) => value !== undefined)
  const texts = fields.map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const list = findWaivers([...new Parser().parse(`waivers: [0, { ${texts.join(', ')} }]\n`)])?.value
  return list?.type === 'flow-collection' ? list.items.slice(1) : []
}

/** Tokens after an empty value on its line, such as a comment. */
function afterValue({ sep = [], value }: YamlPair): Tokens {
  if (value?.type === 'flow-collection') return value.end.slice(1)
  return (value && 'end' in value ? value.end : undefined) ?? sep.slice(1)
}

/** The lines before an item's own dash. */
function listLeadingComments(start: Tokens): CST.SourceToken[] {
  const end = start.findLastIndex(({ type }) => type === 'newline')
  return start.slice(0, end + 1)
}

function emptyList(after: readonly CST.SourceToken[]): CST.FlowCollection {
  const bracket = { offset: 0, indent: 0 }
  return {
    type: 'flow-collection',
    ...bracket,
    start: { type: 'flow-seq-start', ...bracket, source: '[' },
    items: [],
    end: [{ type: 'flow-seq-end', ...bracket, source: ']' }, ...after],
  }
}

function createSpace(count: number): CST.SourceToken {
  return { type: 'space', offset: 0, indent: 0, source: ' '.repeat(count) }
}

function detectNewline(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function withLastNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : text + detectNewline(text)
}
