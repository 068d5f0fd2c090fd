import { basename } from 'node:path'
import type { Judged } from '../../check/judge.ts'
import { interruptedError } from '../../check/world.ts'
import type { FixKind } from '../../core/model/fixes.ts'
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
  /** The kinds of the fixes of its issues, by their ids: looked for when first asked for, once per answer. They suit these definitions. */
  readonly kinds: (files: readonly string[]) => Promise<ReadonlyMap<string, FixKind>>
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
const typingPauseMs = 10
/** Fixes are looked for before they are asked for once nobody has typed for so long. */
const restMs = 300
/** A dashboard gets a text once it rests. */
const remotePauseMs = 1000
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
  let kinds: Promise<ReadonlyMap<string, FixKind>> | undefined
  /** Set once somebody has asked for fixes, and may again. */
  let filesToFix: readonly string[] | undefined
  let running: Promise<void> = Promise.resolve()
  let settled: Promise<void> = Promise.resolve()
  const end = () => {
    clearTimeout(timer)
    stop.abort(interruptedError())
    judged = undefined
    kinds = undefined
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
    const files = filesToFix
    if (files) timer = setTimeout(() => void root.kinds(files).catch(() => {}), restMs)
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
    kinds: (files) => {
      if (String(files) !== String(filesToFix)) kinds = undefined
      filesToFix = files
      if (judged === undefined) return Promise.resolve(new Map())
      kinds ??= fixes.run('kinds', { cwd, files, issues: judged.report.issues }, stop.signal)
      return kinds
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
