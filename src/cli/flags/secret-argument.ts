import { usageError } from '../../model/errors.ts'
import type { Context } from '../terminal/context.ts'

/** A secret as it was typed, or from standard input for "-". Throws GovError, usage; no message shows any of it. */
export async function secretArgument(argument: string, what: string, { io }: Context): Promise<string> {
  const given = argument === '-' ? (await io.stdin.read()).replace(/\r?\n$/, '') : argument
  if (given.trim() === '') throw secretError(`expected ${what}, but got nothing`)
  if (/[\s\p{Cc}]/u.test(given)) throw secretError(`expected ${what}, but got text with whitespace`)
  return given
}

function secretError(message: string) {
  return usageError(
    'secret-invalid',
    message,
    'Pass it alone on one line: as an argument, or with "-" on standard input.',
  )
}
