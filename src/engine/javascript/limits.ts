import { FunctionError } from '../engine-error.ts'
import { isEmpty } from './keep-memory.ts'

/**
 * Limits of a sandbox, measured from outside: code can catch the error that QuickJS throws at a limit, so only the memory
 * left in use and the requests made count.
 */
export interface Limits {
  /** Before code runs. */
  readonly begin: () => void
  /** The limit that the code reached, whatever it did after that. */
  readonly reached: () => string | undefined
}

/** Who counts the memories of all sandboxes together. */
export interface MemoryCount {
  readonly add: (memory: { readonly buffer: ArrayBuffer }) => void
  /** Before one of them grows by so many bytes. */
  readonly grow: (bytes: number) => void
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}

const pageBytes = 65_536
/** 512 MB. */
const maxPages = 8192
/** A few hundred calls deep; with more, the platform's own stack would end first. */
export const stackLimit = 256 * 1024
/** The stack grows down. What is written here is within 24 KB of its end, as is whatever QuickJS refuses to call. */
const markStart = 16 * 1024
const markBytes = 8 * 1024

export const tooMuch = 'it needs too much memory, or calls itself too deeply'

/** `memory` already holds the one runtime of the sandbox. */
export function watchLimits(memory: Memory, count?: MemoryCount): Limits {
  count?.add(memory)
  const mark = findStackEnd(memory) + markStart
  let view = new Uint8Array(memory.buffer, mark, markBytes)
  /** A memory that grew has a new buffer. */
  const readMark = () => {
    if (view.length === 0) view = new Uint8Array(memory.buffer, mark, markBytes)
    return view
  }
  let isRefused = false
  refuseGrowth(memory, count, () => {
    isRefused = true
  })
  readMark().fill(0)
  return {
    begin: () => {
      isRefused = false
    },
    reached: () => {
      const written = readMark()
      const isDeep = !isEmpty(written)
      if (isDeep) written.fill(0)
      return isDeep || isRefused ? tooMuch : undefined
    },
  }
}

/** QuickJS asks for more memory here and nowhere else, so that it has no limit of its own. */
function refuseGrowth(memory: Memory, count: MemoryCount | undefined, onRefuse: () => void): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength / pageBytes + pages <= maxPages) {
      count?.grow(pages * pageBytes)
      return grow(pages)
    }
    onRefuse()
    throw new RangeError('the sandbox has no memory for more')
  }
}

/** QuickJS keeps the size of its stack, its start and its end side by side: three numbers that prove each other. */
function findStackEnd(memory: Memory): number {
  const words = new Uint32Array(memory.buffer)
  for (let at = words.indexOf(stackLimit); at !== -1; at = words.indexOf(stackLimit, at + 1)) {
    const [start = 0, end = 0] = words.subarray(at + 1, at + 3)
    if (end > 0 && start - stackLimit === end) return end
  }
  throw new FunctionError('the sandbox does not say where its stack ends')
}
