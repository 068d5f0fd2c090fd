import type { Format } from '../model/formats.ts'
import type { PiecewiseReporter, Reporter, View } from './reporter.ts'

/** The code of a format is loaded when a report is asked for in it. */
const reporters: Readonly<Record<Format, () => Promise<Reporter>>> = {
  table: async () => (await import('./table.ts')).table,
  json: async () => (await import('./json.ts')).json,
  sarif: async () => (await import('./sarif.ts')).sarif,
  junit: async () => (await import('./junit.ts')).junit,
  github: async () => (await import('./github.ts')).github,
  gitlab: async () => (await import('./gitlab.ts')).gitlab,
  checkstyle: async () => (await import('./checkstyle.ts')).checkstyle,
  teamcity: async () => (await import('./teamcity.ts')).teamcity,
  azure: async () => (await import('./azure.ts')).azure,
  markdown: async () => (await import('./markdown.ts')).markdown,
  html: async () => (await import('./html.ts')).html,
}

/** The reporter of a format; `quiet`, one that prints what the format's does with that view. */
export async function loadReporter(
  format: Format,
  { quiet = false }: Pick<View, 'quiet'> = {},
): Promise<Reporter> {
  if (format === 'table' && quiet) return (await import('./verdict-only.ts')).verdictOnly
  return reporters[format]()
}

/** The same, for where a report can be written in pieces; a format that has one piece only gives that. */
export async function loadPiecewise(
  format: Format,
  view: Pick<View, 'quiet'> = {},
): Promise<PiecewiseReporter> {
  if (format === 'json') return (await import('./json.ts')).jsonPieces
  const print = await loadReporter(format, view)
  return (report, options) => [print(report, options)]
}
