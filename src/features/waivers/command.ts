import type { Command } from 'commander'
import { exitCodes } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { plural } from '../../reporters/wording.ts'
import { readWaiver, type WaiverFlags } from '../../settings/entry-schemas.ts'
import { type Context, foldLine, lineWidth } from '../../terminal/context.ts'
import { configHelp } from '../../terminal/flags/ask-flags.ts'
import { linesView } from '../../terminal/views.ts'
import { type ListedWaiver, openWaivers } from './edit-waivers.ts'

interface ConfigFlag {
  readonly config?: string
}

type AddFlags = ConfigFlag & WaiverFlags

const examples = `
Examples:
  gov waiver add --rule-id operation-tags --api-id checkout-api \\
      --path 'paths./legacy*' --reason 'Retired in spring' \\
      --owner payments --expires 2027-01-31

In --rule-id, --ruleset-id, --api-id and --path, * matches any characters. Dates are in UTC.`

export function add(waiver: Command, context: Context): void {
  waiver.description("Edits the config's waivers. Matching issues are reported but do not count.")
  withConfig(waiver.command('add').summary('add a waiver to the config'))
    .description('Adds a waiver to the config and leaves the rest of the file unchanged.')
    .requiredOption('--rule-id <id>', 'the rule (required)')
    .option('--ruleset-id <id>', 'only for this ruleset')
    .option('--api-id <id>', 'only for this API, or the definition in this file')
    .option('--path <path>', 'only at these paths')
    .requiredOption('--reason <text>', 'why the issues are accepted for now (required)')
    .requiredOption('--owner <name>', 'who is responsible (required)')
    .requiredOption('--expires <day>', 'last day, YYYY-MM-DD (required)')
    .addHelpText('after', examples)
    .action((flags: AddFlags) => runWaiverAdd(flags, context))
  withConfig(waiver.command('list').summary('list the waivers and their expiry dates'))
    .description("Lists the config's waivers and their expiry dates.")
    .addHelpText('after', '\nExamples:\n  gov waiver list')
    .action((flags: ConfigFlag) => runWaiverList(flags, context))
  withConfig(waiver.command('prune').summary('remove expired waivers'))
    .description('Removes expired waivers from the config and leaves the rest unchanged.')
    .addHelpText('after', '\nExamples:\n  gov waiver prune')
    .action((flags: ConfigFlag) => runWaiverPrune(flags, context))
}

function withConfig(command: Command): Command {
  return command.option('--config <file>', configHelp)
}

async function runWaiverAdd(flags: AddFlags, context: Context): Promise<number> {
  const waiver = readWaiver(flags, context.now())
  const config = await openWaivers(flags.config, context)
  const added = await config.add(waiver)
  await context.tell(`${config.name}: added the waiver of ${added.of}`)
  return exitCodes.pass
}

async function runWaiverList(flags: ConfigFlag, context: Context): Promise<number> {
  const { waivers } = await openWaivers(flags.config, context)
  const width = lineWidth(context.io, 'stdout')
  const lines = [...waivers.flatMap((waiver) => renderLines(waiver, width)), plural(waivers.length, 'waiver')]
  await context.io.stdout.write(linesView(lines))
  return exitCodes.pass
}

function renderLines({ expires, daysLeft, of, owner, reason }: ListedWaiver, width: number): string[] {
  const when = daysLeft < 0 ? 'expired' : daysLeft === 0 ? 'last day' : `${daysLeft} d left`
  return foldLine(
    `${expires}  ${when.padEnd(10)}  `,
    `${oneLine(of)}  ${oneLine(`(${owner}: ${reason})`)}`,
    width,
  )
}

async function runWaiverPrune(flags: ConfigFlag, context: Context): Promise<number> {
  const { name, waivers, prune } = await openWaivers(flags.config, context)
  const gone = await prune()
  const removed = `${gone} of ${plural(waivers.length, 'waiver')} had expired and ${gone === 1 ? 'was' : 'were'} removed`
  await context.tell(`${name}: ${gone === 0 ? 'no waiver has expired' : removed}`)
  return exitCodes.pass
}
