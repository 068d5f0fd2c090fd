import { usageError } from '../../model/errors.ts'
import type { Context } from '../terminal/context.ts'

/** A secret as it was typed, or from standard input for "-". Throws GovError, usage; no message shows any of it. */
export async function secretArgument(argument: string, what: string, { io }: Context): Promise<string> {
  const given = argument === '-' ? (await io.stdin.read()).replace(/\r?\n$/, '') : argument
  if (given.trim() === '') throw secretError(`${what} is expected, and nothing was given`)
  if (/[\s\p{Cc}]/u.test(given))
    throw secretError(`what was given is not ${what}: it holds a blank or a line break`)
  return given
}

function secretError(message: string) {
  return usageError(
    'secret-invalid',
    message,
    'Give it alone, on one line: on the command line, or as "-" on standard input.',
  )
}
