import { EVENT_ID, type Event } from 'js-yaml'

/** The events of one document with, for each, the index of the event behind its subtree. */
export interface YamlTree {
  readonly events: readonly Event[]
  /** Index of the event behind the node that begins at an index. */
  readonly next: (index: number) => number
  /** Index of the document's content. */
  readonly root: number
  /** The node that an alias event stands for. */
  readonly target: (index: number) => number | undefined
}

/** Links events to the ends of their subtrees and aliases to their anchors, in one pass. */
export function linkYamlEvents(text: string, events: readonly Event[]): YamlTree {
  const ends = new Int32Array(events.length)
  const targets = new Map<number, number>()
  const anchors = new Map<string, number>()
  const open: number[] = []
  for (const [index, event] of events.entries()) {
    ends[index] = index + 1
    if (event.type === EVENT_ID.POP) {
      const begin = open.pop()
      if (begin !== undefined) ends[begin] = index + 1
    } else if (event.type === EVENT_ID.ALIAS) {
      const target = anchors.get(text.slice(event.anchorStart, event.anchorEnd))
      if (target !== undefined) targets.set(index, target)
    } else {
      if (event.type !== EVENT_ID.SCALAR) open.push(index)
      if (event.type !== EVENT_ID.DOCUMENT && event.anchorStart >= 0) {
        anchors.set(text.slice(event.anchorStart, event.anchorEnd), index)
      }
    }
  }
  return {
    events,
    next: (index) => ends[index] ?? events.length,
    root: 1,
    target: (index) => targets.get(index),
  }
}
