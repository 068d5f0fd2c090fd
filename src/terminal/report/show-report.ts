import { once } from 'node:events'
import type { Format } from '../../core/model/formats.ts'
import type { Report } from '../../core/model/report.ts'
import type { ReportView } from '../../reporters/reporter.ts'
import type { Context } from '../context.ts'
import type { OutputFlags } from '../flags/output-flags.ts'
import type { Output } from '../io.ts'
import { renderPieces } from './render.ts'

/** On standard output: a long table goes through a pager, which leaves the verdict. */
export async function showReport(
  report: Report,
  { format, pager: mayPage = true }: Pick<OutputFlags, 'pager'> & { readonly format: Format },
  view: ReportView,
  context: Context,
): Promise<void> {
  const { stdout } = context.io
  const pieces = await renderPieces(report, format, view, context)
  if (format !== 'table' || !stdout.isTTY) return writeAll(stdout, pieces)
  const text = [...pieces].join('')
  const isLong = mayPage && text.split('\n').length > (stdout.rows ?? 0)
  const pager = isLong ? findPager(context) : undefined
  const isPaged = pager !== undefined && (await page(text, pager, context))
  await writeAll(
    stdout,
    isPaged ? await renderPieces(report, format, { ...view, quiet: true }, context) : [text],
  )
}

export async function writeAll(stream: Output, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await stream.write(piece)
}

/** The shell's own words for a program that it cannot start. */
const notStarted = [126, 127]

/** The program that shows long texts, as for `git`; undefined where there is none to be used. */
function findPager({ env, io }: Pick<Context, 'env' | 'io'>): string | undefined {
  if (!io.stdout.isTTY || !io.stdin.isTTY || io.status === undefined) return undefined
  const ownDefault = process.platform === 'win32' ? '' : 'less'
  const pager = (env.GOV_PAGER ?? env.PAGER ?? ownDefault).trim()
  return pager === '' || pager === 'cat' ? undefined : pager
}

/** Shows a text in the pager until the reader leaves it. False if it could not be started: nothing was shown then. */
async function page(text: string, pager: string, { env, interruption }: Context): Promise<boolean> {
  const { spawn } = await import('node:child_process')
  // Ctrl-C belongs to the pager while it runs.
  interruption()
  const shown = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LV: '-c', ...env },
  })
  shown.stdin.on('error', () => {})
  shown.stdin.end(text)
  const [exitCode] = await once(shown, 'close').catch(() => [notStarted[0]])
  return !notStarted.includes(exitCode)
}
