import { usageError } from '../core/model/errors.ts'
import { oneLine } from '../core/text/sanitize.ts'
import type { Context } from './context.ts'

/** Goes on only when a person at a terminal says yes. Throws GovError, usage, otherwise: nothing was done then. */
export async function confirm(question: string, { io }: Context): Promise<void> {
  if (!io.stdin.isTTY || !io.stderr.isTTY) {
    throw usageError('not-confirmed', 'confirmation required', 'Pass --yes. Nothing was changed.')
  }
  await io.stderr.write(`${oneLine(question)} [y/N] `)
  const lines = io.stdin.openLines()
  const answer = await lines.next().finally(lines.close)
  if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) {
    throw usageError('not-confirmed', 'cancelled', 'Answer y to continue. Nothing was changed.')
  }
}

/** A secret as it was typed, or from standard input for "-". Throws GovError, usage; no message shows any of it. */
export async function secretArgument(argument: string, what: string, { io }: Context): Promise<string> {
  const secret = argument === '-' ? (await io.stdin.read()).replace(/\r?\n$/, '') : argument
  if (secret.trim() !== '' && !/[\s\p{Cc}]/u.test(secret)) return secret
  const found = secret.trim() === '' ? 'nothing' : 'text with whitespace'
  const hint = 'Pass it alone on one line: as an argument, or with "-" on standard input.'
  throw usageError('secret-invalid', `expected ${what}, but got ${found}`, hint)
}
