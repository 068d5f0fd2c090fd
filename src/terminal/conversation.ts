import { GovError, usageError } from '../core/model/errors.ts'
import { oneLine, sanitize } from '../core/text/sanitize.ts'
import type { Context } from './context.ts'
import type { Lines } from './io.ts'

/** Questions at a terminal. Every one throws GovError when the person goes away. */
export interface Conversation {
  say(text: string): Promise<void>
  /** Shows what has been made safe to print. */
  show(text: string): Promise<void>
  /** Asks until `read` takes the answer; a GovError of `read` is shown, and the question repeated. */
  ask<Value>(question: string, read: (answer: string) => Value | Promise<Value>): Promise<Value>
}

const passYes = 'Pass --yes to use what gov finds, and flags (gov init --help).'

/** Throws GovError, usage, without a terminal; `instead` says what to do then. */
export async function converse<Result>(
  context: Context,
  talk: (conversation: Conversation) => Promise<Result>,
  instead = passYes,
): Promise<Result> {
  const { io } = context
  if (!io.stdin.isTTY || !io.stderr.isTTY)
    throw usageError('no-terminal', 'no terminal for questions', instead)
  const interruption = context.interruption()
  const lines = await io.stdin.openLines()
  const say = (text: string) => io.stderr.write(sanitize(text))
  try {
    return await talk({
      say,
      show: (text) => io.stderr.write(text),
      ask: async (question, read) => {
        for (;;) {
          await io.stderr.write(`${oneLine(question)} `)
          const answer = await nextLine(lines, interruption, instead)
          try {
            return await read(answer.trim())
          } catch (error) {
            if (!(error instanceof GovError) || error.kind !== 'usage') throw error
            await say(`  ${error.message}\n  ${error.hint}\n`)
          }
        }
      },
    })
  } catch (error) {
    // Ends the line of the unanswered question.
    await io.stderr.write('\n')
    throw error
  } finally {
    lines.close()
  }
}

async function nextLine(lines: Lines, interruption: AbortSignal, instead: string): Promise<string> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(interruption.reason)
    if (interruption.aborted) stop()
    interruption.addEventListener('abort', stop, { once: true })
  })
  const answer = await Promise.race([lines.next(), aborted])
  if (answer !== undefined) return answer
  throw usageError('not-answered', 'input ended before the last question', `Nothing was written. ${instead}`)
}

/** Goes on only when a person at a terminal says yes. Throws GovError, usage, otherwise: nothing was done then. */
export async function confirm(question: string, { io }: Context): Promise<void> {
  if (!io.stdin.isTTY || !io.stderr.isTTY)
    throw usageError('not-confirmed', 'confirmation required', 'Pass --yes. Nothing was changed.')
  await io.stderr.write(`${oneLine(question)} [y/N] `)
  const lines = await io.stdin.openLines()
  const answer = await lines.next().finally(lines.close)
  if (!/^\s*y(es)?\s*$/i.test(answer ?? ''))
    throw usageError('not-confirmed', 'cancelled', 'Answer y to continue. Nothing was changed.')
}

/** A secret as it was typed, or from standard input for "-". Throws GovError, usage; no message shows any of it. */
export async function secretArgument(argument: string, what: string, { io }: Context): Promise<string> {
  const secret = argument === '-' ? (await io.stdin.read()).replace(/\r?\n$/, '') : argument
  if (secret.trim() !== '' && !/[\s\p{Cc}]/u.test(secret)) return secret
  const found = secret.trim() === '' ? 'nothing' : 'text with whitespace'
  const hint = 'Pass it alone on one line: as an argument, or with "-" on standard input.'
  throw usageError('secret-invalid', `expected ${what}, but got ${found}`, hint)
}
