import type { Command } from 'commander'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { resolveFormat } from '../../core/model/formats.ts'
import type { Context } from '../../terminal/context.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { writeText } from '../../terminal/report/output.ts'
import { jsonView } from '../../terminal/views.ts'
import { type Fleet, type FleetLinks, fleetCsv, linkToApi, linkToIssues } from './fleet.ts'
import { fleetHtml } from './fleet-html.ts'
import { readFleet } from './read-fleet.ts'

interface FleetFlags {
  readonly format?: keyof typeof views
  readonly since?: string
  readonly apis?: string
  readonly link?: string
  readonly report?: string
  readonly output?: string
}

const views = {
  html: fleetHtml,
  csv: fleetCsv,
  json: jsonView,
} satisfies Record<string, (fleet: Fleet, links: FleetLinks) => string>

const fleetFormats = ['html', 'csv', 'json'] as const satisfies readonly (keyof typeof views)[]

const formatHelp = 'format (default: that of the extension of --output, or html)'

const examples = `
Examples:
  gov check --output json=run.json --output html=gov.html
  gov report fleet run.json --report gov.html --output fleet.html
  gov report fleet run.json --since last-week.json --output fleet.html

  gov api list --json > apis.json
  gov report fleet run.json --apis apis.json --output fleet.html \\
    --link 'https://dashboard.example/apis/{id}'

Excused issues are not counted. Exits 0 whatever the run found: the verdict is gov check's.`

export function add(report: Command, context: Context): void {
  report
    .command('fleet')
    .summary('show all APIs by all rulesets on one page')
    .description(
      'Makes one web page of a saved JSON report: the share of APIs that pass, the worst rules, owners, all APIs by all rulesets as a heat map, and each API.',
    )
    .argument('<run.json>', 'the saved report')
    .option('--since <run.json>', 'an earlier report, to compare with')
    .option('--apis <file>', 'what gov api list --json printed: names and owners of saved APIs')
    .option('--link <address>', "the address of an API's page on the dashboard, with {id} for its id")
    .option('--report <file>', 'the HTML report of the same run, or its address, to link to its issues')
    .addOption(createEnum('-f, --format <format>', formatHelp, fleetFormats))
    .option('-o, --output <file>', 'write to a file instead of stdout; - for stdout')
    .addHelpText('after', examples)
    .action(async (run: string, { format, since, apis, link, report: issues, output }: FleetFlags) => {
      const links = {
        api: link === undefined ? undefined : linkToApi(link),
        issues: issues === undefined ? undefined : linkToIssues(issues),
      }
      const chosen = resolveFormat(format, output, fleetFormats, 'html')
      if (chosen === 'html' && output === undefined && context.io.stdout.isTTY) throw onTerminalError(run)
      await writeText(views[chosen](await readFleet({ run, since, apis }, context), links), output, context)
      return exitCodes.pass
    })
}

function onTerminalError(run: string): Error {
  const message = 'a web page is not readable on a terminal'
  const hint = `Write it to a file: gov report fleet ${run} --output fleet.html. To print it all the same, pass --output -.`
  return usageError('html-on-terminal', message, hint)
}
