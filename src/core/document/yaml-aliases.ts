import { EVENT_ID, type Event } from 'js-yaml'

/** Beyond this many nodes, once aliases are written out, a text is taken for a bomb. */
const maxExpandedNodes = 2_000_000

export interface AliasFault {
  readonly reason: string
  readonly offset: number
}

interface Open {
  readonly anchor: string | undefined
  size: number
}

/**
 * What is wrong with the aliases of a document, if anything: one inside its own anchor has no end, and a few lines of
 * aliases to aliases can stand for more nodes than any memory holds.
 */
export function findAliasFault(text: string, events: readonly Event[]): AliasFault | undefined {
  const sizes = new Map<string, number>()
  const open: Open[] = [{ anchor: undefined, size: 0 }]

  function close(size: number, anchor: string | undefined): void {
    const parent = open.at(-1)
    if (parent) parent.size += size
    if (anchor !== undefined) sizes.set(anchor, size)
  }

  function alias(name: string, offset: number): AliasFault | undefined {
    if (open.some(({ anchor }) => anchor === name)) {
      return { reason: `the alias *${name} is inside its own anchor`, offset }
    }
    close(sizes.get(name) ?? 1, undefined)
    if (open.every(({ size }) => size <= maxExpandedNodes)) return undefined
    return { reason: 'the aliases expand to too many nodes', offset }
  }

  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop()
      if (closed) close(closed.size, closed.anchor)
    } else if (event.type === EVENT_ID.ALIAS) {
      const fault = alias(text.slice(event.anchorStart, event.anchorEnd), event.anchorStart)
      if (fault) return fault
    } else if (event.type === EVENT_ID.SCALAR) close(1, findAnchor(text, event))
    else open.push({ anchor: findAnchor(text, event), size: 1 })
  }
  return undefined
}

export function findAnchor(text: string, event: Event): string | undefined {
  if (!('anchorStart' in event) || event.anchorStart < 0) return undefined
  return text.slice(event.anchorStart, event.anchorEnd)
}
