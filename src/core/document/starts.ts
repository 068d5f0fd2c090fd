import { mark, type Nodes, nodeSize } from './tree.ts'

const blank = /(?:\s|(?<=\s)#[^\n]*)*/y

/** Skips white space and comments: the nodes have a collection begin behind its key's colon. */
export function skipBlank(text: string, from: number): number {
  blank.lastIndex = from
  blank.test(text)
  return blank.lastIndex
}

/** Where keys and values begin. */
export function collectStarts({ marks, length }: Nodes, text: string): ReadonlySet<number> {
  const starts = new Set<number>()
  for (let node = 0; node < length; node += nodeSize) {
    const key = marks[node + mark.key] ?? -1
    if (key >= 0) starts.add(key)
    starts.add(skipBlank(text, marks[node + mark.start] ?? 0))
  }
  return starts
}
