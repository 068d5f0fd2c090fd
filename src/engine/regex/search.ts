import type { Step } from './program.ts'
import type { Edge } from './tree.ts'

/** A search that was given up. */
export class SearchBudgetError extends Error {}

/** Moves of one search: a second or so. */
const maxMoves = 20_000_000
/** Bits for remembering what has been tried: 16 MB. */
const maxMemory = 2 ** 27

export interface SearchOptions {
  /** Characters are code points. */
  readonly unicode: boolean
  /** A match can only begin where the text does. */
  readonly anchored: boolean
  readonly isWord: (code: number) => boolean
}

/**
 * Whether a program matches somewhere in a text. Each step is tried at each place once, so the time grows with the
 * product of both lengths and never faster, but for what a lookaround finds again. Throws SearchBudgetError.
 */
export function search(program: readonly Step[], text: string, options: SearchOptions): boolean {
  const width = text.length + 1
  if (width * program.length > maxMemory) throw new SearchBudgetError()
  const tried = new Uint32Array(Math.ceil((width * program.length) / 32))
  const looked = new Map<number, boolean>()
  let moves = 0
  for (let start = 0; start <= text.length; start += step(start)) {
    if (run(0, start, undefined)) return true
    if (options.anchored) return false
  }
  return false

  /** Marks a step at a place as tried; false when it was before. */
  function mark(state: number, marks: number[] | undefined): boolean {
    const bit = 1 << (state & 31)
    const word = state >>> 5
    if (((tried[word] ?? 0) & bit) !== 0) return false
    tried[word] = (tried[word] ?? 0) | bit
    marks?.push(state)
    return true
  }

  function run(from: number, place: number, marks: number[] | undefined): boolean {
    const pending = [from * width + place]
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (++moves > maxMoves) throw new SearchBudgetError()
      if (!mark(state, marks)) continue
      const index = Math.floor(state / width)
      const current = program[index]
      if (!current || current.op === 'match') return true
      const at = state - index * width
      if (current.op === 'split') pending.push(current.other * width + at)
      const next = follow(current, index, at)
      if (next !== undefined) pending.push(next)
    }
    return false
  }

  /** The state behind a step at a place, if the step can be taken there. */
  function follow(current: Step, index: number, at: number): number | undefined {
    const behind = (index + 1) * width
    switch (current.op) {
      case 'jump':
        return current.to * width + at
      case 'look':
        return look(current.start, at) === current.negated ? undefined : current.end * width + at
      case 'edge':
        return isAtEdge(current.edge, at) ? behind + at : undefined
      case 'char': {
        const from = current.back ? before(at) : at
        if (!current.test(codeAt(from) ?? -1)) return undefined
        return behind + (current.back ? from : at + step(at))
      }
      default:
        return behind + at
    }
  }

  /** What was tried on the way to a success need not be a failure: those marks are taken back. */
  function look(from: number, place: number): boolean {
    const state = from * width + place
    const known = looked.get(state)
    if (known !== undefined) return known
    const marks: number[] = []
    const found = run(from, place, marks)
    if (found) for (const mark of marks) tried[mark >>> 5] = (tried[mark >>> 5] ?? 0) & ~(1 << (mark & 31))
    looked.set(state, found)
    return found
  }

  function codeAt(place: number): number | undefined {
    if (place < 0 || place >= text.length) return undefined
    return options.unicode ? text.codePointAt(place) : text.charCodeAt(place)
  }

  function step(place: number): number {
    return options.unicode && (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1
  }

  function before(place: number): number {
    if (options.unicode && place > 1 && (text.codePointAt(place - 2) ?? 0) > 0xffff) return place - 2
    return place - 1
  }

  function isAtEdge(edge: Edge, place: number): boolean {
    switch (edge) {
      case 'start':
        return place === 0
      case 'end':
        return place === text.length
      case 'line-start':
        return place === 0 || isLineEnd(text.charCodeAt(place - 1))
      case 'line-end':
        return place === text.length || isLineEnd(text.charCodeAt(place))
      default:
        return (isWordAt(place - 1) !== isWordAt(place)) === (edge === 'word')
    }
  }

  function isWordAt(place: number): boolean {
    return place >= 0 && place < text.length && options.isWord(text.charCodeAt(place))
  }
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029
}
