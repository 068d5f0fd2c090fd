import type { Path } from '../model.ts'
import { char, skipSpace, skipString } from './json-scan.ts'
import type { KeyFault } from './key-fault.ts'
import type { Range } from './lines.ts'

/** The keys that occur more than once in an object of valid JSON text. `value` is what the text was parsed to. */
export function findRepeatedJsonKeys(text: string, value: unknown): readonly KeyFault[] {
  return countWritten(text) === countParsed(value) ? [] : find(text)
}

/** Counting both ways is several times as fast as looking at each key, and nearly all texts repeat none. */
function countWritten(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; ) {
    const end = skipString(text, at)
    if (text.charCodeAt(skipSpace(text, end)) === char.colon) count++
    at = text.indexOf('"', end)
  }
  return count
}

function countParsed(value: unknown): number {
  let count = 0
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    const children = Array.isArray(next) ? next : Object.values(next)
    if (!Array.isArray(next)) count += children.length
    for (const child of children) if (typeof child === 'object' && child !== null) pending.push(child)
  }
  return count
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
    if (text.charCodeAt(at) === char.quote) {
      const end = skipString(text, at)
      const frame = frames.at(-1)
      const isKey = frame?.keys && text.charCodeAt(skipSpace(text, end)) === char.colon
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
  if (code === char.openObject || code === char.openArray) {
    const path = frame ? [...frame.path, frame.step] : []
    frames.push({ keys: code === char.openObject ? new Set() : undefined, path, step: 0 })
  } else if (code === char.closeObject || code === char.closeArray) frames.pop()
  else if (code === char.comma && frame && typeof frame.step === 'number') frame.step++
}
