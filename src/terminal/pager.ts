import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Context } from './context.ts'

/** The shell's own words for a program that it cannot start. */
const notStarted = [126, 127]

/** The program that shows long texts, as for `git`; undefined where there is none to be used. */
export function findPager({ env, io }: Pick<Context, 'env' | 'io'>): string | undefined {
  if (!io.stdout.isTTY || !io.stdin.isTTY || io.status === undefined) return undefined
  const ownDefault = process.platform === 'win32' ? '' : 'less'
  const pager = (env.GOV_PAGER ?? env.PAGER ?? ownDefault).trim()
  return pager === '' || pager === 'cat' ? undefined : pager
}

/** Shows a text in the pager until the reader leaves it. False if it could not be started: nothing was shown then. */
export async function page(text: string, pager: string, { env, interruption }: Context): Promise<boolean> {
  // Ctrl-C belongs to the pager while it runs.
  interruption()
  const shown = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LV: '-c', ...env },
  })
  shown.stdin.on('error', () => {})
  shown.stdin.end(text)
  const ended = once(shown, 'close').catch(() => [notStarted[0]])
  const [exitCode] = await ended
  return !notStarted.includes(exitCode)
}
