import type { Path } from '../model/location.ts'
import { closeArray, closeObject, comma, openArray, openObject } from './char.ts'
import type { JsonContainers } from './json-containers.ts'
import { skipScalar, skipSpace, skipString } from './json-scan.ts'
import type { Range } from './lines.ts'

interface Place extends Range {
  /** Offset behind the key's closing quote; -1 for an item and the root. */
  readonly keyEnd: number
  /** The number of the object or array that it is; -1 for any other value. */
  readonly container: number
}

interface Children {
  readonly get: (segment: string | number) => Place | undefined
  readonly last: Place | undefined
}

/**
 * Finds values in valid JSON text. The children of a container are listed when a path first asks for them, and kept:
 * of thousands of paths into a large text each reads what is new in it, and containers are passed without a look.
 */
export function createJsonPlaces(text: string, { ends, nexts }: JsonContainers): (path: Path) => Range {
  const listed = new Map<number, Children>()
  const root = placeAt(skipSpace(text, 0), -1, 0)

  /** The value at `start`; `next` is the number that it has if it is a container. */
  function placeAt(start: number, keyEnd: number, next: number): Place {
    const first = text.charCodeAt(start)
    const isContainer = first === openObject || first === openArray
    const end = isContainer ? (ends[next] ?? 0) : skipScalar(text, start)
    return { start, end, keyEnd, container: isContainer ? next : -1 }
  }

  function childrenOf({ start, container }: Place): Children | undefined {
    if (container === -1) return undefined
    let children = listed.get(container)
    if (!children) {
      const isObject = text.charCodeAt(start) === openObject
      children = isObject ? listMembers(start, container) : listItems(start, container)
      listed.set(container, children)
    }
    return children
  }

  function listMembers(start: number, container: number): Children {
    const members = new Map<string, Place>()
    let last: Place | undefined
    let next = container + 1
    let at = skipSpace(text, start + 1)
    while (at < text.length && text.charCodeAt(at) !== closeObject) {
      const keyEnd = skipString(text, at)
      last = placeAt(skipSpace(text, skipSpace(text, keyEnd) + 1), keyEnd, next)
      members.set(readString(text, at, keyEnd), last)
      if (last.container !== -1) next = nexts[next] ?? 0
      at = skipComma(text, last.end)
    }
    return { get: (segment) => members.get(String(segment)), last }
  }

  function listItems(start: number, container: number): Children {
    const items: Place[] = []
    let next = container + 1
    let at = skipSpace(text, start + 1)
    while (at < text.length && text.charCodeAt(at) !== closeArray) {
      const item = placeAt(at, -1, next)
      items.push(item)
      if (item.container !== -1) next = nexts[next] ?? 0
      at = skipComma(text, item.end)
    }
    return { get: (segment) => items[Number(segment)], last: items.at(-1) }
  }

  function find(path: Path): Place {
    let place = root
    for (const segment of path) {
      const child = childrenOf(place)?.get(segment)
      if (!child) break
      place = child
    }
    return place
  }

  function endOf(place: Place): number {
    let last = place
    for (let child = childrenOf(last)?.last; child; child = childrenOf(last)?.last) last = child
    return last.end
  }

  return (path) => {
    const place = find(path)
    const isUnderKey = place.container !== -1 && place.keyEnd !== -1
    return { start: isUnderKey ? place.keyEnd + 1 : place.start, end: endOf(place) }
  }
}

function skipComma(text: string, offset: number): number {
  const at = skipSpace(text, offset)
  return text.charCodeAt(at) === comma ? skipSpace(text, at + 1) : at
}

function readString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1)
  return raw.includes('\\') ? String(JSON.parse(text.slice(start, end))) : raw
}
