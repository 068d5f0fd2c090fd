import { GovError, usageError } from '../../model/errors.ts'
import { oneLine, sanitize } from '../../text/sanitize.ts'
import type { Context } from '../terminal/context.ts'
import type { Lines } from '../terminal/io.ts'

/** Questions at a terminal. Every one throws GovError when the person goes away. */
export interface Conversation {
  say(text: string): Promise<void>
  /** Asks until `read` takes the answer; what `read` throws as a GovError is told, and asked again. */
  ask<Value>(question: string, read: (answer: string) => Value | Promise<Value>): Promise<Value>
}

/** Throws GovError, usage, where no terminal for questions. */
export async function converse<Result>(
  context: Context,
  talk: (conversation: Conversation) => Promise<Result>,
): Promise<Result> {
  const { io } = context
  if (!io.stdin.isTTY || !io.stderr.isTTY) throw noTerminal()
  const interruption = context.interruption()
  const lines = io.stdin.openLines()
  const say = (text: string) => io.stderr.write(sanitize(text))
  try {
    return await talk({
      say,
      ask: async (question, read) => {
        for (;;) {
          await io.stderr.write(`${oneLine(question)} `)
          const answer = await nextLine(lines, interruption)
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
    // The question that was not answered stands alone on its line.
    await io.stderr.write('\n')
    throw error
  } finally {
    lines.close()
  }
}

async function nextLine(lines: Lines, interruption: AbortSignal): Promise<string> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(interruption.reason)
    if (interruption.aborted) stop()
    interruption.addEventListener('abort', stop, { once: true })
  })
  const answer = await Promise.race([lines.next(), aborted])
  if (answer !== undefined) return answer
  throw usageError(
    'not-answered',
    'input ended before the last question',
    'Nothing was written. To skip the questions, pass --yes.',
  )
}

function noTerminal(): GovError {
  return usageError(
    'no-terminal',
    'no terminal for questions',
    'Pass --yes to use what gov finds, and flags (gov init --help).',
  )
}

/** The items that numbers, or the items themselves, name, separated by commas or blanks. Throws GovError, usage. */
export function someOf(items: readonly string[], fallback: readonly string[]): (answer: string) => string[] {
  return (answer) => {
    if (answer === '') return [...fallback]
    const picked = answer
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .map((word) => picks(word, items))
    return [...new Set(picked)]
  }
}

function picks(word: string, items: readonly string[]): string {
  if (items.includes(word)) return word
  const item = /^\d{1,6}$/.test(word) ? items[Number(word) - 1] : undefined
  if (item !== undefined) return item
  const range = items.length === 1 ? '1' : `from 1 to ${items.length}`
  throw usageError(
    'answer-invalid',
    `${JSON.stringify(word)} is not in the list`,
    `Answer with numbers ${range}, separated by commas.`,
  )
}
