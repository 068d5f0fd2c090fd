import type { Path } from '../model/location.ts'
import { isRecord } from '../model/record.ts'
import { closeArray, closeObject, colon, comma, doubleQuote, openArray, openObject } from './char.ts'
import { skipSpace, skipString } from './json-scan.ts'
import type { KeyFault } from './key-fault.ts'
import type { Range } from './lines.ts'

/**
 * The keys that occur more than once in an object of valid JSON text. `value` is what the text was parsed to, `written`
 * is how many keys it has: as many as the value in nearly all texts, and then none needs a look.
 */
export function findRepeatedJsonKeys(text: string, value: unknown, written: number): readonly KeyFault[] {
  return written === countKeys(value) ? [] : find(text)
}

function countKeys(value: unknown): number {
  let count = 0
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (Array.isArray(next)) addContainers(next, pending)
    else if (isRecord(next)) {
      // What a prototype might add makes the count too high, and every key is looked at.
      for (const key in next) {
        count++
        const child = next[key]
        if (typeof child === 'object' && child !== null) pending.push(child)
      }
    }
  }
  return count
}

function addContainers(items: readonly unknown[], pending: unknown[]): void {
  for (const item of items) if (typeof item === 'object' && item !== null) pending.push(item)
}

/** An object or array that is being read. */
interface Frame {
  readonly keys: Set<string> | undefined
  readonly path: Path
  /** The key or index of what comes next in it. */
  step: string | number
}

function find(text: string): KeyFault[] {
  const faults: KeyFault[] = []
  const frames: Frame[] = []
  for (let at = 0; at < text.length; ) {
    if (text.charCodeAt(at) === doubleQuote) {
      const end = skipString(text, at)
      const frame = frames.at(-1)
      const isKey = frame?.keys && text.charCodeAt(skipSpace(text, end)) === colon
      if (isKey)
        faults.push(
          ...startMember(frame, frame.keys, String(JSON.parse(text.slice(at, end))), { start: at, end }),
        )
      at = end
    } else move(frames, text.charCodeAt(at++))
  }
  return faults
}

function startMember(frame: Frame, keys: Set<string>, key: string, range: Range): KeyFault[] {
  const isRepeated = keys.has(key)
  keys.add(key)
  frame.step = key
  return isRepeated ? [{ path: [...frame.path, key], range, kind: 'repeated' }] : []
}

function move(frames: Frame[], code: number): void {
  const frame = frames.at(-1)
  if (code === openObject || code === openArray) {
    const path = frame ? [...frame.path, frame.step] : []
    frames.push({ keys: code === openObject ? new Set() : undefined, path, step: 0 })
  } else if (code === closeObject || code === closeArray) frames.pop()
  else if (code === comma && frame && typeof frame.step === 'number') frame.step++
}
