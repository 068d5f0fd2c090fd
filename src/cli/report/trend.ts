import { type Command, Option } from 'commander'
import type { Trend } from '../../model/compare/trend.ts'
import { exitCodes } from '../../model/errors.ts'
import { trendCsv } from '../../reporters/trend/trend-csv.ts'
import { trendHtml } from '../../reporters/trend/trend-html.ts'
import { trendTable } from '../../reporters/trend/trend-table.ts'
import { readTrend } from '../../run/reports/read-compared.ts'
import type { Context } from '../terminal/context.ts'
import { jsonView } from '../terminal/views.ts'
import { writeText } from '../terminal/write-text.ts'

interface TrendFlags {
  readonly format: keyof typeof views
  readonly output?: string
}

const views = {
  table: trendTable,
  html: trendHtml,
  csv: trendCsv,
  json: jsonView,
} satisfies Record<string, (trend: Trend, view: { readonly color: boolean }) => string>

const examples = `
Examples:
  gov report trend runs/*.json
  gov report trend runs/*.json --format html --output trend.html

Only runs of the same APIs and rulesets are compared. Incomplete runs, failed runs and shards are listed and not
compared. Exits 0 whatever the trend: the verdict is gov check's.`

export function addTrend(report: Command, context: Context): void {
  report
    .command('trend')
    .summary('count issues over time')
    .description('Counts the issues of saved JSON reports over time, by API, ruleset and rule.')
    .argument('<run.json...>', 'the saved reports, in any order')
    .addOption(new Option('--format <format>', 'output format').choices(Object.keys(views)).default('table'))
    .option('--output <file>', 'write to a file instead of stdout')
    .option('--no-color', 'disable colour')
    .addHelpText('after', examples)
    .action(async (files: readonly string[], { format, output }: TrendFlags) => {
      const trend = await readTrend(files, context)
      const text = views[format](trend, { color: output === undefined && context.io.color.stdout })
      await writeText(text, output, context)
      return exitCodes.pass
    })
}
