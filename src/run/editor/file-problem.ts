import { GovError } from '../../model/errors.ts'

/** Something that is wrong with a ruleset or a config. Lines and columns count from 1; without them, with the whole. */
export interface FileProblem {
  readonly code: string
  readonly severity: 'error' | 'warn'
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** What an error that keeps a file from being read comes to. */
export function problemOf(error: unknown, name: string): FileProblem {
  if (!(error instanceof GovError)) throw error
  const { line, column } = Object(error.cause)
  return {
    code: error.code,
    severity: 'error',
    message: `${withoutPlace(error.message, name)}\n${error.hint}`,
    ...(typeof line === 'number' && { line, column: typeof column === 'number' ? column : 1 }),
  }
}

/** A message of the command line begins with its place, which an editor shows by itself. */
export function withoutPlace(message: string, name: string): string {
  return message.startsWith(`${name}:`)
    ? message.slice(name.length + 1).replace(/^\d+:(?:\d+:)? /, '')
    : message
}
