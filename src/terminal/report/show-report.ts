import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from '../../check/world.ts'
import type { Format } from '../../core/model/formats.ts'
import { listIssues, type Report } from '../../core/model/report.ts'
import { withHyperlinks } from '../../reporters/hyperlinks.ts'
import type { ReportView } from '../../reporters/reporter.ts'
import type { Context } from '../context.ts'
import type { OutputFlags } from '../flags/output-flags.ts'
import type { Output } from '../io.ts'
import { findPager, page } from '../pager.ts'
import { render } from './render.ts'

/** On standard output: a person may follow links to the files, and a long table goes through a pager, which leaves the verdict. */
export async function showReport(
  report: Report,
  { format, pager: mayPage = true }: Pick<OutputFlags, 'pager'> & { readonly format: Format },
  view: ReportView,
  context: Context,
): Promise<void> {
  const { stdout } = context.io
  const pieces = await render(report, format, view, context)
  if (format !== 'table' || !stdout.isTTY) return writeAll(stdout, pieces)
  const text = linked([...pieces].join(''), report, context)
  const isLong = mayPage && text.split('\n').length > (stdout.rows ?? 0)
  const pager = isLong ? findPager(context) : undefined
  const isPaged = pager !== undefined && (await page(text, pager, context))
  await writeAll(stdout, isPaged ? await render(report, format, { ...view, quiet: true }, context) : [text])
}

function linked(text: string, report: Report, { io, cwd, env }: Context): string {
  if (!io.hyperlinks) return text
  const files = listIssues(report).flatMap(({ file }) => file ?? [])
  const addresses = new Map(files.map((file) => [file, pathToFileURL(resolve(cwd, file)).href]))
  return withHyperlinks(text, addresses, linkPlace(env))
}

export async function writeAll(stream: Output, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await stream.write(piece)
}

/**
 * What the address of a file ends in, so that a click leads to the line: kitty takes `#12`, and the terminal of VS Code and
 * of its relatives `#L12,3`. Others open the file, and some would look for a file of that name.
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
