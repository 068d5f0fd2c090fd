import { basename } from 'node:path'
import type { Judged } from '../../check/judge.ts'
import { interruptedError } from '../../check/world.ts'
import { resolveLinks } from './paths.ts'
import type { Session } from './session.ts'
import type { Checked } from './work/worker.ts'

/** Once `signal` is aborted, the answer no longer counts. */
export type OnChecked = (answer: Checked, root: Root, signal: AbortSignal) => Promise<void>

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

/** A definition that is checked whenever what it is made of changes. */
export class Root {
  readonly path: string
  /** Absolute: where its check is as if run. */
  readonly cwd: string
  readonly holders = new Set<string>()
  readonly #session: Session
  readonly #onAnswer: OnChecked
  #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #last = nothingRead
  #judged: Judged | undefined
  #realPaths: ReadonlySet<string> | undefined
  #running: Promise<void> = Promise.resolve()
  #settled: Promise<void> = Promise.resolve()

  constructor(path: string, cwd: string, session: Session, onAnswer: OnChecked) {
    this.path = path
    this.cwd = cwd
    this.#session = session
    this.#onAnswer = onAnswer
  }

  get last(): Pick<Checked, 'file' | 'inputs' | 'paths' | 'links' | 'kinds'> {
    return this.#last
  }

  /** The last answer, while nothing has changed since. */
  get judged(): Judged | undefined {
    return this.#judged
  }

  /** Whether the last check read the file of this path, or of this real path under another name. */
  reads(path: string, realPath: string | undefined): boolean {
    const { inputs } = this.#last
    if (this.path === path || inputs.has(path)) return true
    if (realPath === undefined) return false
    this.#realPaths ??= new Set([...inputs].map(resolveLinks))
    return this.#realPaths.has(realPath)
  }

  /** Checks after a pause without other calls. What is running then ends without an answer. */
  schedule(pauseMs = this.#last.waits ? remotePauseMs : typingPauseMs): void {
    this.#end()
    this.#stop = new AbortController()
    const { signal } = this.#stop
    this.#settled = new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      this.#timer = setTimeout(() => {
        this.#running = this.#running.then(() => this.#evaluate(signal)).catch(this.#session.fail)
        this.#running.then(resolve)
      }, pauseMs)
    })
  }

  /** Schedules a check if another would say something else. */
  async refresh(): Promise<void> {
    const { signal } = this.#stop
    const isOther = await this.#session.checks.run('changed', this.#place, signal).catch(() => false)
    if (isOther && !signal.aborted) this.schedule()
  }

  /** Resolves once no check waits or runs. */
  async settled(): Promise<void> {
    let waited: Promise<void> | undefined
    while (waited !== this.#settled) {
      waited = this.#settled
      await waited
    }
  }

  close(): void {
    this.#end()
    this.#session.checks.run('close', this.#place).catch(() => {})
  }

  get #place() {
    return { path: this.path, cwd: this.cwd }
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#stop.abort(interruptedError())
    this.#judged = undefined
  }

  async #evaluate(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { checks, show } = this.#session
    const answer = await show(
      `Checking ${basename(this.path)}`,
      checks.run('check', this.#place, signal),
    ).catch((error: unknown): Checked => ({ ...this.#last, error }))
    this.#last = answer
    this.#realPaths = undefined
    if (signal.aborted) return
    this.#judged = answer.judged
    await this.#onAnswer(answer, this, signal)
  }
}
