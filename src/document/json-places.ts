import type { Path } from '../model.ts'
import { char, skipSpace, skipString, skipValue } from './json-scan.ts'
import type { Range } from './lines.ts'

interface Place extends Range {
  /** Offset behind the key's closing quote; -1 for an item and the root. */
  readonly keyEnd: number
}

interface Children {
  readonly get: (segment: string | number) => Place | undefined
  readonly last: Place | undefined
}

/**
 * Finds values in valid JSON text. The children of a container are listed when a path first asks for them, and kept:
 * thousands of paths into a large text read each part of it a few times, and the rest is only skipped over.
 */
export function createJsonPlaces(text: string): (path: Path) => Range {
  const listed = new Map<number, Children>()
  const start = skipSpace(text, 0)
  const root: Place = { start, end: skipValue(text, start), keyEnd: -1 }

  function childrenOf(place: Place): Children | undefined {
    const first = text.charCodeAt(place.start)
    if (first !== char.openObject && first !== char.openArray) return undefined
    let children = listed.get(place.start)
    if (!children) {
      children = first === char.openObject ? listMembers(text, place.start) : listItems(text, place.start)
      listed.set(place.start, children)
    }
    return children
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
    const isContainer = childrenOf(place) !== undefined
    return { start: isContainer && place.keyEnd !== -1 ? place.keyEnd + 1 : place.start, end: endOf(place) }
  }
}

function listMembers(text: string, start: number): Children {
  const members = new Map<string, Place>()
  let last: Place | undefined
  let at = skipSpace(text, start + 1)
  while (at < text.length && text.charCodeAt(at) !== char.closeObject) {
    const keyEnd = skipString(text, at)
    const key = readString(text, at, keyEnd)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    last = { start: valueStart, end: skipValue(text, valueStart), keyEnd }
    members.set(key, last)
    at = skipComma(text, last.end)
  }
  return { get: (segment) => members.get(String(segment)), last }
}

function listItems(text: string, start: number): Children {
  const items: Place[] = []
  let at = skipSpace(text, start + 1)
  while (at < text.length && text.charCodeAt(at) !== char.closeArray) {
    const end = skipValue(text, at)
    items.push({ start: at, end, keyEnd: -1 })
    at = skipComma(text, end)
  }
  return { get: (segment) => items[Number(segment)], last: items.at(-1) }
}

function skipComma(text: string, offset: number): number {
  const at = skipSpace(text, offset)
  return text.charCodeAt(at) === char.comma ? skipSpace(text, at + 1) : at
}

function readString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1)
  return raw.includes('\\') ? String(JSON.parse(text.slice(start, end))) : raw
}
