import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** Reads objects of a repository through one process of git; undefined where git does not tell, or not so. */
export type ReadBlob = (id: string) => Promise<Uint8Array | undefined>

interface BlobBatch {
  readonly read: ReadBlob
  readonly isOver: () => boolean
}

type BatchProcess = ChildProcessByStdio<Writable, Readable, null>

interface BatchOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A read that takes longer ends the process. */
  readonly timeout: number
}

/** A process per object would take most of the time of a run. It ends by itself, so that no caller has to close it. */
const longestIdleMs = 1000

/** Starts `git cat-file --batch` for the first read, and again where it has ended since. */
export function createBlobReader(options: BatchOptions): ReadBlob {
  let batch: BlobBatch | undefined
  return (id) => {
    if (batch === undefined || batch.isOver()) batch = startBatch(options)
    return batch.read(id)
  }
}

function startBatch({ cwd, env, timeout }: BatchOptions): BlobBatch {
  const child = spawn('git', ['cat-file', '--batch'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting: ((blob: Uint8Array | undefined) => void)[] = []
  const answer = (blob: Uint8Array | undefined) => {
    waiting.shift()?.(blob)
    rest()
  }
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    isOver = true
    clearTimeout(timer)
    child.kill()
    for (const give of waiting.splice(0)) give(undefined)
  }
  /** Keeps the program alive only while there is something to wait for. */
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout(end, waiting.length > 0 ? timeout : longestIdleMs)
    if (waiting.length > 0) return
    timer.unref()
    hold(child, false)
  }
  child.on('error', end)
  child.on('close', end)
  child.stdin.on('error', end)
  child.stdout.on('data', createSplitter(answer, end))
  return {
    isOver: () => isOver,
    read: (id) =>
      new Promise((resolve) => {
        hold(child, true)
        waiting.push(resolve)
        rest()
        child.stdin.write(`${id}\n`)
      }),
  }
}

function hold(child: BatchProcess, isHeld: boolean): void {
  for (const each of [child, child.stdin, child.stdout] as readonly Partial<NodeJS.RefCounted>[])
    if (isHeld) each.ref?.()
    else each.unref?.()
}

/** Splits `<id> <type> <size>`, a line break, so many bytes and a line break; `<id> missing` is followed by nothing. */
function createSplitter(answer: (blob: Uint8Array | undefined) => void, refuse: () => void) {
  let chunks: Buffer[] = []
  let held = 0
  let wanted = 0
  return (chunk: Buffer) => {
    chunks.push(chunk)
    held += chunk.length
    if (held < wanted) return
    let rest = Buffer.concat(chunks)
    wanted = 0
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const [, type, size] = rest.subarray(0, end).toString('latin1').split(' ')
      const start = end + 1
      if (type === 'missing') {
        answer(undefined)
        rest = rest.subarray(start)
        continue
      }
      const length = Number(size)
      if (!Number.isSafeInteger(length)) return refuse()
      wanted = start + length + 1
      if (rest.length < wanted) break
      answer(type === 'blob' ? new Uint8Array(rest.subarray(start, start + length)) : undefined)
      rest = rest.subarray(wanted)
      wanted = 0
    }
    chunks = [rest]
    held = rest.length
  }
}
