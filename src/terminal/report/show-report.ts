import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from '../../check/world.ts'
import type { Format } from '../../core/model/formats.ts'
import { listIssues, type Report } from '../../core/model/report.ts'
import { excerpt } from '../../core/text/wording.ts'
import type { ReportView } from '../../reporters/reporter.ts'
import type { Context } from '../context.ts'
import type { OutputFlags } from '../flags/output-flags.ts'
import type { Output } from '../io.ts'
import { renderPieces } from './render.ts'

/** On standard output: a person may follow links to the files, and a long table goes through a pager, which leaves the verdict. */
export async function showReport(
  report: Report,
  { format, pager: mayPage = true }: Pick<OutputFlags, 'pager'> & { readonly format: Format },
  view: ReportView,
  context: Context,
): Promise<void> {
  const { stdout } = context.io
  const pieces = await renderPieces(report, format, view, context)
  if (format !== 'table' || !stdout.isTTY) return writeAll(stdout, pieces)
  const text = linkText([...pieces].join(''), report, context)
  const isLong = mayPage && text.split('\n').length > (stdout.rows ?? 0)
  const pager = isLong ? findPager(context) : undefined
  const isPaged = pager !== undefined && (await page(text, pager, context))
  await writeAll(
    stdout,
    isPaged ? await renderPieces(report, format, { ...view, quiet: true }, context) : [text],
  )
}

function linkText(text: string, report: Report, { io, cwd, env }: Context): string {
  if (!io.hyperlinks) return text
  const files = listIssues(report).flatMap(({ file }) => file ?? [])
  const addresses = new Map(files.map((file) => [file, pathToFileURL(resolve(cwd, file)).href]))
  return withHyperlinks(text, addresses, linkPlace(env))
}

export async function writeAll(stream: Output, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await stream.write(piece)
}

/**
 * Ends the address of a file with the line that a click opens: `#12` for kitty, `#L12,3` for the terminals of VS Code and
 * its relatives. Others get none: some would look for a file with that name.
 */
export function linkPlace({
  TERM_PROGRAM,
  TERM,
  KITTY_WINDOW_ID,
}: Env): (line: string, column: string) => string {
  if (TERM_PROGRAM === 'vscode') return (line, column) => `#L${line},${column}`
  if (TERM === 'xterm-kitty' || KITTY_WINDOW_ID) return (line) => `#${line}`
  return () => ''
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
  const ended = once(shown, 'close').catch(() => [notStarted[0]])
  const [exitCode] = await ended
  return !notStarted.includes(exitCode)
}

/**
 * The text with each `file:line:column` as a link to the file, for a terminal that has them (OSC 8): what is seen, and
 * how wide it is, stays. `files` are the addresses of files by the names that issues have for them; `endOf` is what the
 * address of a place in one ends in.
 */
export function withHyperlinks(
  text: string,
  files: ReadonlyMap<string, string>,
  endOf: (line: string, column: string) => string = () => '',
): string {
  const shown = new Map([...files].map(([name, url]) => [excerpt(name), url]))
  const names = [...shown.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const place = new RegExp(`(?<![^\\s])(${names.map(escapePattern).join('|')}):(\\d+):(\\d+)(?!\\S)`, 'g')
  return text.replace(place, (found, name: string, line: string, column: string) => {
    const url = (shown.get(name) ?? '') + endOf(line, column)
    return `${start}${url}${end}${found}${start}${end}`
  })
}

const [start, end] = ['\u001b]8;;', '\u0007']

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
