import { basename } from 'node:path'
import type { Judged } from '../../check/judge.ts'
import { interruptedError } from '../../check/world.ts'
import { watchFolders } from '../watch/index.ts'
import { isDefinitionText } from './file-problems.ts'
import { createOpenParts, type OnPartFault } from './open-parts.ts'
import { findFolder, isData, resolveLinks } from './paths.ts'
import type { Session } from './session.ts'
import type { Checked } from './work/worker.ts'

/** A definition that is checked whenever what it is made of changes. */
export interface Root {
  readonly path: string
  /** Absolute: where its check is as if run. */
  readonly cwd: string
  readonly holders: Set<string>
  readonly last: () => Pick<Checked, 'file' | 'inputs' | 'paths' | 'links' | 'kinds'>
  /** Whether the last check read the file of this path, or of this real path under another name. */
  readonly reads: (path: string, realPath: string | undefined) => boolean
  /** The last answer, while nothing has changed since. */
  readonly judged: () => Judged | undefined
  /** Checks after a pause without other calls. What is running then ends without an answer. */
  readonly schedule: (pauseMs?: number) => void
  /** Schedules a check if another would say something else. */
  readonly refresh: () => Promise<void>
  /** Resolves once no check waits or runs. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

/** Once `signal` is aborted, the answer no longer counts. */
type OnAnswer = (answer: Checked, root: Root, signal: AbortSignal) => Promise<void>

/** Edits that come together, as from a command of the editor, are one. */
const typingPauseMs = 2
/** A dashboard gets a text once it rests. */
const remotePauseMs = 1000
const nothingRead: Checked = {
  file: '',
  inputs: new Set(),
  paths: [],
  waits: false,
  links: new Map(),
  kinds: new Map(),
  broken: [],
}

function createRoot(path: string, cwd: string, session: Session, onAnswer: OnAnswer): Root {
  const { checks } = session
  const place = { path, cwd }
  let stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let judged: Judged | undefined
  let last = nothingRead
  let realPaths: ReadonlySet<string> | undefined
  let running: Promise<void> = Promise.resolve()
  let settled: Promise<void> = Promise.resolve()
  const end = () => {
    clearTimeout(timer)
    stop.abort(interruptedError())
    judged = undefined
  }

  const evaluate = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    const answer = await session
      .show(`Checking ${basename(path)}`, checks.run('check', place, signal))
      .catch((error: unknown): Checked => ({ ...last, error }))
    last = answer
    realPaths = undefined
    if (signal.aborted) return
    judged = answer.judged
    await onAnswer(answer, root, signal)
  }

  const root: Root = {
    path,
    cwd,
    holders: new Set(),
    last: () => last,
    reads: (file, realPath) => {
      if (path === file || last.inputs.has(file)) return true
      if (realPath === undefined) return false
      realPaths ??= new Set([...last.inputs].map(resolveLinks))
      return realPaths.has(realPath)
    },
    judged: () => judged,
    schedule: (pauseMs = last.waits ? remotePauseMs : typingPauseMs) => {
      end()
      stop = new AbortController()
      const { signal } = stop
      settled = new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
        timer = setTimeout(() => {
          running = running.then(() => evaluate(signal)).catch(session.fail)
          running.then(resolve)
        }, pauseMs)
      })
    },
    refresh: async () => {
      const { signal } = stop
      const isOther = await checks.run('changed', place, signal).catch(() => false)
      if (isOther && !signal.aborted) root.schedule()
    },
    settled: async () => {
      let known: Promise<void> | undefined
      while (known !== settled) {
        known = settled
        await known
      }
    },
    close: () => {
      end()
      checks.run('close', place).catch(() => {})
    },
  }
  return root
}

/** The definitions that are checked: those that are open, and those that go on in an open file. */
export interface Roots {
  readonly all: () => Iterable<Root>
  readonly findRoots: (path: string) => readonly Root[]
  /** Resolves once no check of a definition that is about this file waits or runs. */
  readonly settled: (path: string) => Promise<void>
  /** Looks for what has changed on disk, and checks it. */
  readonly refresh: () => void
  readonly onAnswer: (listener: OnAnswer) => void
  readonly onClosed: (listener: (root: Root) => void) => void
  readonly onRefresh: (listener: () => void) => void
  readonly onFault: (listener: OnPartFault) => void
}

/** For what neither the system nor the client reports. */
const pollMs = 2000

export function createRoots(session: Session): Roots {
  const roots = new Map<string, Root>()
  const [toAnswer, toClosed]: [Listener<'onAnswer'>[], Listener<'onClosed'>[]] = [[], []]
  const findRoots = (path: string) => {
    const realPath = session.openText(path)?.realPath
    return [...roots.values()].filter(({ holders, reads }) => holders.has(path) || reads(path, realPath))
  }
  const folders = watchFolders(() => look(), pollMs)
  const parts = createOpenParts(session)

  const hold = async (path: string, holder: string) => {
    const cwd = await findFolder(path, session.folders())
    if (!session.openText(holder)) return
    const root = roots.get(path) ?? createRoot(path, cwd, session, answered)
    root.holders.add(holder)
    if (roots.has(path)) return
    roots.set(path, root)
    root.schedule(0)
  }
  const answered: Listener<'onAnswer'> = async (...answer) => {
    for (const listener of toAnswer) await listener(...answer)
    await folders.cover([...roots.values()].flatMap((root) => root.last().paths))
  }
  const drop = (root: Root) => {
    root.close()
    roots.delete(root.path)
    for (const listener of toClosed) listener(root)
  }
  const add = async (path: string) => {
    if (isDefinitionText(path, session.openText(path)?.text ?? '')) return hold(path, path)
    for (const root of findRoots(path)) root.holders.add(path)
    if (isData(path))
      for (const definition of (await parts.search(path)) ?? []) await hold(session.onePath(definition), path)
  }
  const remove = (path: string) => {
    for (const root of roots.values()) {
      if (root.holders.delete(path) && root.holders.size === 0) drop(root)
    }
  }
  const refresh = async () => {
    for (const root of roots.values()) {
      const isMoved = (await findFolder(root.path, session.folders())) !== root.cwd
      if (isMoved) await move(root)
      else await root.refresh()
    }
    for (const { path } of [...session.openDocuments()]) if (!roots.has(path)) await add(path)
  }
  const toRefresh: (() => void)[] = []
  let running = Promise.resolve()
  let adding: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  const look = () => {
    if (isWaiting) return
    isWaiting = true
    running = running
      .then(() => {
        isWaiting = false
        for (const listener of toRefresh) listener()
        return refresh()
      })
      .catch(session.fail)
  }
  const move = async (root: Root) => {
    drop(root)
    for (const holder of root.holders) await hold(root.path, holder)
  }

  session.onEvent((what, path) => {
    for (const root of findRoots(path)) if (what !== 'saved') root.schedule()
    if (what === 'closed') parts.forget(path)
    if (what === 'closed') remove(path)
    else if (what === 'saved') look()
    else if (what === 'opened' || (!roots.has(path) && findRoots(path).length === 0))
      adding = Promise.all([adding, add(path).catch(session.fail)])
  })
  session.onFoldersChanged(look)
  session.ended.addEventListener('abort', () => {
    folders.close()
    for (const root of roots.values()) root.close()
  })
  return {
    all: () => roots.values(),
    findRoots,
    settled: async (path) => {
      await adding
      await Promise.all(findRoots(path).map((root) => root.settled()))
    },
    refresh: look,
    onAnswer: (listener) => void toAnswer.push(listener),
    onClosed: (listener) => void toClosed.push(listener),
    onRefresh: (listener) => void toRefresh.push(listener),
    onFault: parts.onFault,
  }
}

type Listener<Key extends 'onAnswer' | 'onClosed'> = Parameters<Roots[Key]>[0]
