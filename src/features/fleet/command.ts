import { type Command, Option } from 'commander'
import { exitCodes } from '../../core/model/errors.ts'
import { resolveFormat } from '../../core/model/formats.ts'
import type { Context } from '../../terminal/context.ts'
import { jsonView } from '../../terminal/views.ts'
import { writeText } from '../../terminal/write-text.ts'
import type { Fleet } from './fleet.ts'
import { fleetCsv } from './fleet-csv.ts'
import { fleetHtml, type LinkOf } from './fleet-html.ts'
import { createLink } from './link-to.ts'
import { readFleet } from './read-fleet.ts'

interface FleetFlags {
  readonly format?: keyof typeof views
  readonly since?: string
  readonly apis?: string
  readonly link?: string
  readonly output?: string
}

const views = {
  html: fleetHtml,
  csv: fleetCsv,
  json: jsonView,
} satisfies Record<string, (fleet: Fleet, linkOf?: LinkOf) => string>

const fleetFormats = ['html', 'csv', 'json'] as const satisfies readonly (keyof typeof views)[]

const examples = `
Examples:
  gov check --format json > run.json
  gov report fleet run.json --output fleet.html
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
      'Makes one web page of a saved JSON report: all APIs by all rulesets as a heat map, owners, the worst rules, and each API.',
    )
    .argument('<run.json>', 'the saved report')
    .option('--since <run.json>', 'an earlier report, to compare with')
    .option('--apis <file>', 'what gov api list --json printed: names and owners of saved APIs')
    .option('--link <address>', "the address of an API's page on the dashboard, with {id} for its id")
    .addOption(
      new Option(
        '-f, --format <format>',
        'format (default: that of the extension of --output, or html)',
      ).choices(fleetFormats),
    )
    .option('-o, --output <file>', 'write to a file instead of stdout; - for stdout')
    .addHelpText('after', examples)
    .action(async (run: string, { format, since, apis, link, output }: FleetFlags) => {
      const linkOf = link === undefined ? undefined : createLink(link)
      const text = views[resolveFormat(format, output, fleetFormats, 'html')](
        await readFleet({ run, since, apis }, context),
        linkOf,
      )
      await writeText(text, output, context)
      return exitCodes.pass
    })
}
