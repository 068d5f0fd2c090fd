import { GovError } from '../core/model/errors.ts'
import type { Sources } from './sources/sources.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** How far a run is. */
export interface Progress {
  /** Requests that are answered. */
  readonly done: number
  /** Requests that are known to be needed: more, once an answer has to be retried in pieces. */
  readonly total: number
  /** Issues in the answers so far; those of an answer that is retried may be counted twice. */
  readonly issues: number
}

/** Told when there is something to ask, and after each answer. What it throws ends the run. */
export type OnProgress = (progress: Progress) => void

/** Receives what a run reports besides its result, a line each. An error thrown here ends the run. */
export interface Observer {
  readonly warning: (text: string) => void
  readonly note: (text: string) => void
  readonly log: (line: string) => void
  readonly progress?: OnProgress | undefined
}

/** A world that prints no warnings: they were printed before, or must not be. */
export function silenceWarnings(world: World): World {
  const ignore = () => {}
  return { ...world, observe: { ...world.observe, warning: ignore, note: ignore } }
}

/** A world without a person who waits. It ends with the signal, whose reason is a GovError. */
export function createUnattendedWorld(
  world: Omit<World, 'interruption' | 'checkpoint' | 'isInteractive' | 'ownsProcess'>,
  signal: () => AbortSignal,
): World {
  const checkpoint = () => signal().throwIfAborted()
  return { ...world, interruption: signal, checkpoint, isInteractive: false, ownsProcess: false }
}

/** The surroundings of a run. No streams: a command, a script and an editor each make their own. */
export interface World {
  /** Absolute. */
  readonly cwd: string
  readonly env: Env
  readonly version: string
  /** Version of Node, such as `v20.19.4`; empty where it is not known. */
  readonly nodeVersion: string
  readonly now: () => Date
  /** The day of the run that is under way, YYYY-MM-DD (UTC): one verdict knows one day. */
  readonly day?: string
  readonly observe: Observer
  /** Reads the run's input files. */
  readonly sources: Sources
  /** Aborts, with a GovError as its reason, at the first SIGINT or SIGTERM after the first call. */
  readonly interruption: () => AbortSignal
  /** Throws that reason once it has come. Does not start to listen: a listened-for signal no longer ends a busy process. */
  readonly checkpoint: () => void
  /** A person waits at a terminal. */
  readonly isInteractive: boolean
  /** Where the rules that come with gov have pages, with a slash at its end; absent: at the site's address, if it has one. */
  readonly site?: string | undefined
  /** The run is all that its process does: SIGINT stops an evaluation in the middle. */
  readonly ownsProcess: boolean
}

const hint = 'Nothing was decided. Run it again.'

/** The error that ends a run at Ctrl-C, or when its caller cancels it. */
export function interruptedError(): GovError {
  return new GovError('interrupted', 'interrupted', 'interrupted', hint)
}

export function terminatedError(): GovError {
  return new GovError('terminated', 'terminated', 'terminated', hint)
}

/**
 * The result of `work`, or the reason of a signal that came before its end, which outranks every error but that of Ctrl-C.
 * A signal that comes while this thread is busy is seen two turns later.
 */
export async function endAtSignal<Value>(
  { checkpoint }: Pick<World, 'checkpoint'>,
  work: Promise<Value>,
): Promise<Value> {
  const failure: unknown = await work.then(
    () => undefined,
    (error) => error,
  )
  for (const _turn of [1, 2]) await new Promise((resolve) => setImmediate(resolve))
  if (!(failure instanceof GovError) || failure.kind !== 'interrupted') checkpoint()
  return work
}

/** The day of the run, or today. */
export function getDay({ day, now }: Pick<World, 'day' | 'now'>): string {
  return day ?? today(now())
}

/** `YYYY-MM-DD`, UTC: the same day on every machine. */
export function today(now: Date): string {
  return now.toISOString().slice(0, 10)
}
