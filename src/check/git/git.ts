import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import { isRecord } from '../../core/model/record.ts'
import type { Env } from '../world.ts'

/** Asks git about one repository, and changes nothing in it: neither its index, nor its work tree. */
export interface Git {
  readonly text: (...argv: readonly string[]) => Promise<string>
  /** Without empty ones. */
  readonly lines: (...argv: readonly string[]) => Promise<readonly string[]>
  /** The content of an object, by its id. */
  readonly blob: (id: string) => Promise<Uint8Array>
}

/** A git command that ended with an error. */
export class GitError extends Error {
  override readonly name = 'GitError'
  /** Its exit code; undefined where it was killed. */
  readonly status: number | undefined

  constructor(cause: unknown) {
    super(describeGitError(cause), { cause })
    const status = isRecord(cause) ? cause.code : undefined
    this.status = typeof status === 'number' ? status : undefined
  }
}

/** In a hook, these lead to the repository, the index or the objects that git is working on, whatever the folder. */
const misleading =
  /^GIT_(DIR|WORK_TREE|IMPLICIT_WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE|\w+_PATHSPECS|TRACE\w*)$/

const ours = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
}

const mostBytes = 1024 * 1024 * 1024
const longestMs = 120_000

export function createGit(cwd: string, env: Env): Git {
  const harmless = Object.entries(env).filter(([name]) => !misleading.test(name))
  const options = {
    cwd,
    env: { ...Object.fromEntries(harmless), ...ours },
    maxBuffer: mostBytes,
    timeout: longestMs,
  }
  const bytes = async (...argv: readonly string[]): Promise<Uint8Array> => {
    try {
      return (await promisify(execFile)('git', argv, { ...options, encoding: 'buffer' })).stdout
    } catch (error) {
      if (findErrorCode(error) === 'ENOENT')
        throw usageError('git-missing', 'git not found', 'Install git.', error)
      throw new GitError(error)
    }
  }
  const text: Git['text'] = async (...argv) =>
    new TextDecoder().decode(await bytes(...argv)).replace(/\n$/, '')
  const readBlob = createBlobReader(options)
  return {
    text,
    lines: async (...argv) => splitLines(await text(...argv)),
    // What a command of its own says tells why an object cannot be read.
    blob: async (id) => (await readBlob(id)) ?? bytes('cat-file', 'blob', id),
  }
}

export function splitLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** The first line that git says, without its prefix. */
function describeGitError(error: unknown): string {
  const [first = ''] = (isRecord(error) ? String(error.stderr ?? '') : '').trim().split('\n')
  return first.replace(/^(fatal|error): /, '') || 'git failed'
}

/** Reads objects of a repository through one process of git; undefined where git does not tell, or not so. */
type ReadBlob = (id: string) => Promise<Uint8Array | undefined>

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
function createBlobReader(options: BatchOptions): ReadBlob {
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
  for (const handle of [child, child.stdin, child.stdout] as readonly Partial<NodeJS.RefCounted>[])
    if (isHeld) handle.ref?.()
    else handle.unref?.()
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
