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

/** When several hold, the first of these wins. */
const precedence: readonly ExitName[] = [
  'interrupted',
  'terminated',
  'bug',
  'usage',
  'access',
  'unavailable',
  'not_found',
  'incomplete',
  'policy',
]

/** The one exit code for a run in which all of `codes` were met. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  const name = precedence.find((candidate) => codes.includes(exitCodes[candidate]))
  return name ? exitCodes[name] : exitCodes.pass
}

export type ErrorKind = Exclude<ExitName, 'pass' | 'policy'>
export type ErrorExitCode = (typeof exitCodes)[ErrorKind]

/**
 * A run that cannot go on. `message` is one sentence (what, where), `hint` one more (what to do), and `code`
 * is stable from version to version: it is what the JSON report carries.
 */
export class GovError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly hint: string

  constructor(kind: ErrorKind, code: string, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'GovError'
    this.kind = kind
    this.code = code
    this.hint = hint
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
export function usageError(code: string, message: string, hint: string, cause?: unknown): GovError {
  return new GovError('usage', code, message, hint, cause)
}
