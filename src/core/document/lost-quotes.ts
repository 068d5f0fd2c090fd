import type { LostQuote } from '../model/source-document.ts'
import { findPosition } from '../text/places.ts'
import type { Range } from './lines.ts'
import { isQuote } from './simple/quoted.ts'
import { findPath, mark, nodeSize, type Tree } from './tree.ts'

/** Texts in quotes over several lines of which one looks like a key and is not indented further than the key of the text. */
export function findLostQuotes(
  text: string,
  tree: Tree,
): readonly (Omit<LostQuote, 'location'> & { readonly range: Range })[] {
  const { marks, length } = tree.nodes
  const found: ReturnType<typeof findLostQuotes>[number][] = []
  for (let node = 0; node < length; node += nodeSize) {
    const start = marks[node + mark.start] ?? 0
    const isScalar = marks[node + mark.next] === node + nodeSize
    if (!isScalar || !isQuote(text.charCodeAt(start))) continue
    const range = findKey(text, start, marks[node + mark.end] ?? 0, marks[node + mark.key] ?? -1)
    if (!range) continue
    const opening = `the ${text.charAt(start)} of line ${findPosition(text, start).line}`
    const reason = `the key ${text.slice(range.start, range.end)} is read as text: close ${opening}, or indent this line if text is meant`
    found.push({ path: findPath(tree, node), reason, range })
  }
  return found
}

const keyLine = /(?<=[\r\n])([ \t]*)((?:- +)*)("[^"\r\n]*"|'[^'\r\n]*'|[^\s,[\]{}#&*!|>'"%@`]\S*?):(?=\s)/g

function findKey(text: string, start: number, end: number, key: number): Range | undefined {
  const written = text.slice(start, end)
  if (!/[\r\n]/.test(written)) return undefined
  const least = leastIndent(text, key === -1 ? start : key, start)
  for (const { index, 1: indent = '', 2: dashes = '', 3: name = '' } of written.matchAll(keyLine)) {
    const nameStart = start + index + indent.length + dashes.length
    if (indent.length < least) return { start: nameStart, end: nameStart + name.length }
  }
  return undefined
}

/** How far lines are indented that clearly go on with a text: further than its key or dash, or as far as it if that begins its line. */
function leastIndent(text: string, node: number, start: number): number {
  const lineStart = text.lastIndexOf('\n', node - 1) + 1
  const [before = ''] = /^[ \t]*(?:[-?:][ \t]+)*/.exec(text.slice(lineStart, start)) ?? []
  if (lineStart + before.length < start) return before.length + 1
  return before.trimEnd().length || before.length || 1
}
