import { exists } from '../../check/sources/exists.ts'
import type { Sources } from '../../check/sources/sources.ts'
import { interruptedError } from '../../check/world.ts'
import { configStamp, isAsRead } from './live-reader.ts'
import { findFolder } from './paths.ts'
import type { ByFile } from './publisher.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

/** Returns diagnostics. Repeated when files change only if it calls `begin` before it reads; dropped once `signal` is aborted. */
type Look = (path: string, begin: (sources: Sources) => Promise<void>, signal: AbortSignal) => Promise<ByFile>

interface Last {
  readonly stop: AbortController
  over: Promise<void>
  timer?: NodeJS.Timeout
  /** The sources and surroundings that the answer depends on. */
  read?: { readonly sources: Sources; readonly surroundings: string }
}

/** Looks at open files, each after a pause without other calls, and shows what they find. */
export function createLooks(name: string, session: Session, roots: Roots, look: Look) {
  const { publisher, ended, fail, openText } = session
  const all = new Map<string, Last>()
  const findOwner = (path: string) => `${name} ${path}`
  const end = ({ stop, timer }: Last) => {
    clearTimeout(timer)
    stop.abort(interruptedError())
  }
  const run = async (path: string, last: Last): Promise<void> => {
    const { signal } = last.stop
    const begin = async (sources: Sources) => {
      last.read = { sources, surroundings: await readSurroundings(path, session) }
    }
    try {
      const found = await look(path, begin, signal)
      if (!signal.aborted && (found.size > 0 || publisher.isOwner(findOwner(path))))
        publisher.publish(findOwner(path), found)
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }
  /** Aborts a look that waits or runs for this path. */
  const schedule = (path: string, pauseMs: number) => {
    const before = all.get(path)
    if (before) end(before)
    if (ended.aborted) return
    const last: Last = { stop: new AbortController(), over: Promise.resolve() }
    all.set(path, last)
    last.over = new Promise((resolve) => {
      last.stop.signal.addEventListener('abort', () => resolve(), { once: true })
      last.timer = setTimeout(() => void run(path, last).then(resolve), pauseMs)
    })
  }
  const isCurrent = async (path: string, { sources, surroundings }: NonNullable<Last['read']>) =>
    surroundings === (await readSurroundings(path, session)) && isAsRead(sources, openText)
  roots.onRefresh(() => {
    for (const [path, last] of all) {
      const again = async () => {
        if (last.read && !(await isCurrent(path, last.read)) && all.get(path) === last) schedule(path, 0)
      }
      again().catch(fail)
    }
  })
  ended.addEventListener('abort', () => all.forEach(end))
  return {
    schedule,
    /** Resolves once no look at this path waits or runs. */
    settled: async (path: string) => {
      let known: Last | undefined
      while (known !== all.get(path)) {
        known = all.get(path)
        await known?.over
      }
    },
    /** Nothing is shown of the last look any more. */
    clear: (path: string) => {
      if (publisher.isOwner(findOwner(path))) publisher.publish(findOwner(path), new Map())
    },
  }
}

/** Reads what decides besides the files that are read, such as open files that are gone from the disk. */
async function readSurroundings(path: string, session: Session): Promise<string> {
  const cwd = await findFolder(path, session.folders())
  const open = [...session.openDocuments()].map((openDocument) => openDocument.path)
  const onDisk = await Promise.all(open.map((each) => exists(cwd, each)))
  const config = await configStamp(session.requestFor([]), cwd)
  const day = session.context.now().toISOString().slice(0, 10)
  return JSON.stringify([cwd, config, day, open, onDisk])
}
