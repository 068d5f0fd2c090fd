/** The exit codes of the program: a contract with every pipeline that runs it. */
export const exitCodes = {
  pass: 0,
  policy: 1,
  usage: 2,
  access: 3,
  unavailable: 4,
  incomplete: 5,
  not_found: 6,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitName = keyof typeof exitCodes
export type ExitCode = (typeof exitCodes)[ExitName]

/** When several hold, the one with the lowest rank wins. */
const ranks: Readonly<Record<ExitName, number>> = {
  interrupted: 1,
  terminated: 2,
  bug: 3,
  usage: 4,
  access: 5,
  unavailable: 6,
  not_found: 7,
  incomplete: 8,
  policy: 9,
  pass: 10,
}

const exitNames = Object.keys(exitCodes) as readonly ExitName[]

/** The one exit code for a run in which all of `codes` were met. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  const held = exitNames.filter((name) => codes.includes(exitCodes[name]))
  const [worst = 'pass'] = held.sort((one, other) => ranks[one] - ranks[other])
  return exitCodes[worst]
}

export type ErrorKind = Exclude<ExitName, 'pass' | 'policy'>
export type ErrorExitCode = (typeof exitCodes)[ErrorKind]

/** The place of a mistake in a file, from 1. */
export interface FaultPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * A run that cannot go on. `message` is one sentence (what, where), `hint` one more (what to do), and `code`
 * is stable from version to version: it is what the JSON report carries.
 */
export class GovError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly hint: string
  /** The place that the message begins with, for formats that point there. */
  readonly place: FaultPlace | undefined

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    hint: string,
    cause?: unknown,
    place?: FaultPlace,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'GovError'
    this.kind = kind
    this.code = code
    this.hint = hint
    this.place = place
  }

  get exitCode(): ErrorExitCode {
    return exitCodes[this.kind]
  }
}

/** For what a run can do without: gives its error, unless that is a bug or ends the run (Ctrl-C ends more than a lookup). */
export function survivable(error: unknown): GovError {
  if (!(error instanceof GovError) || error.kind === 'interrupted' || error.kind === 'terminated') throw error
  return error
}

/** The name of an exit code, as formats for programs print it: `not-found`. */
export function findExitName(code: ExitCode): string {
  const found = Object.entries(exitCodes).find(([, each]) => each === code)
  return (found?.[0] ?? 'bug').replaceAll('_', '-')
}

/** Something the user must change: a flag, the config, a definition or a ruleset. */
export function usageError(
  code: string,
  message: string,
  hint: string,
  cause?: unknown,
  place?: FaultPlace,
): GovError {
  return new GovError('usage', code, message, hint, cause, place)
}
