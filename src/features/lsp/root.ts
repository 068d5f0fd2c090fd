import { basename } from 'node:path'
import type { Judged } from '../../check/judge.ts'
import { interruptedError } from '../../check/world.ts'
import type { FixKind } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import { resolveLinks } from './paths.ts'
import type { Session } from './session.ts'
import type { Checked } from './work/jobs.ts'

/** A definition that is checked whenever what it is made of changes. */
export interface Root {
  readonly path: string
  /** Absolute: where its check is as if run. */
  readonly cwd: string
  /** The open files for which it is checked. */
  readonly holders: Set<string>
  /** What the last check read. */
  readonly last: () => Pick<Checked, 'file' | 'inputs' | 'paths' | 'links'>
  /** Whether the last check read the file of this path, or of this real path under another name. */
  readonly reads: (path: string, realPath: string | undefined) => boolean
  /** The last answer, while nothing has changed since. */
  readonly judged: () => Judged | undefined
  /** The kinds of the fixes of these of its issues, by their ids. Each is looked for once per answer, and suits these definitions. */
  readonly kinds: (
    issues: readonly Issue[],
    files: readonly string[],
  ) => Promise<ReadonlyMap<string, FixKind>>
  /** Checks after a pause without other calls. What is running then ends without an answer. */
  readonly schedule: (pauseMs?: number) => void
  /** Schedules a check if another would say something else. */
  readonly refresh: () => Promise<void>
  /** Resolves once no check waits or runs. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

/** Once `signal` is aborted, the answer no longer counts. */
export type OnAnswer = (answer: Checked, root: Root, signal: AbortSignal) => Promise<void>

/** Edits that come together, as from a command of the editor, are one. */
const typingPauseMs = 2
/** A dashboard gets a text once it rests. */
const remotePauseMs = 1000
/** Their fixes are looked for before anybody asks, so that the thread is started and has read the definition. */
const warmUpIssues = 20
const nothingRead: Checked = {
  file: '',
  inputs: new Set(),
  paths: [],
  waits: false,
  links: new Map(),
  broken: [],
}

export function createRoot(path: string, cwd: string, session: Session, onAnswer: OnAnswer): Root {
  const { checks, fixes } = session
  const place = { path, cwd }
  let stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let judged: Judged | undefined
  let last = nothingRead
  let realPaths: ReadonlySet<string> | undefined
  /** By the ids of issues, the search that includes each. */
  const kinds = new Map<string, Promise<ReadonlyMap<string, FixKind>>>()
  let filesToFix: readonly string[] | undefined
  let running: Promise<void> = Promise.resolve()
  let settled: Promise<void> = Promise.resolve()
  const end = () => {
    clearTimeout(timer)
    stop.abort(interruptedError())
    judged = undefined
    kinds.clear()
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
    const issues = judged?.report.issues.slice(0, warmUpIssues) ?? []
    if (filesToFix === undefined) root.kinds(issues, [answer.file]).catch(() => {})
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
    kinds: async (issues, files) => {
      if (String(files) !== String(filesToFix)) kinds.clear()
      filesToFix = files
      const left = issues.filter(({ _id: id }) => !kinds.has(id))
      if (left.length > 0) {
        const search = fixes.run('kinds', { cwd, files, issues: left }, stop.signal)
        for (const { _id: id } of left) kinds.set(id, search)
      }
      const searches = await Promise.all(new Set(issues.flatMap(({ _id: id }) => kinds.get(id) ?? [])))
      return new Map(searches.flatMap((kindsFound) => [...kindsFound]))
    },
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
