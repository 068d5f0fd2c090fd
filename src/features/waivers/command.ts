import { type Command, Option } from 'commander'
import { exitCodes, usageError } from '../../core/model/errors.ts'
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

interface AddFlags extends ConfigFlag, Omit<WaiverFlags, 'ruleId'> {
  readonly rule?: string
  readonly ruleId?: string
}

const examples = `
Examples:
  gov waiver add openapi.yaml --rule operation-tags \\
      --path 'paths./legacy*' --reason 'Retired in spring' \\
      --owner payments --expires 2027-01-31

In --rule, --ruleset-id, --api-id and --path, * matches any characters. Dates are in UTC.`

export function add(waiver: Command, context: Context): void {
  waiver.description("Edits the config's waivers. Matching issues are reported but do not count.")
  withConfig(waiver.command('add').summary('add a waiver to the config'))
    .description('Adds a waiver to the config and leaves the rest of the file unchanged.')
    .argument('[file]', 'only for the definition in this file')
    .option('--rule <id>', 'the rule (required)')
    .addOption(new Option('--rule-id <id>', 'the earlier name of --rule').hideHelp())
    .option('--ruleset-id <id>', 'only for this ruleset')
    .option('--api-id <id>', 'only for this API, or the definition in this file')
    .option('--path <path>', 'only at these paths')
    .requiredOption('--reason <text>', 'why the issues are accepted for now (required)')
    .requiredOption('--owner <name>', 'who is responsible (required)')
    .requiredOption('--expires <day>', 'last day, YYYY-MM-DD (required)')
    .addHelpText('after', examples)
    .action((file: string | undefined, flags: AddFlags) => runWaiverAdd(file, flags, context))
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

async function runWaiverAdd(file: string | undefined, flags: AddFlags, context: Context): Promise<number> {
  const ruleId = flags.rule ?? flags.ruleId
  if (ruleId === undefined)
    throw missingError('--rule', 'Name the rule, as gov check lists it with the issue.')
  if (flags.rule !== undefined && flags.ruleId !== undefined)
    throw missingError('one of --rule and --rule-id', 'Remove --rule-id, the earlier name of --rule.')
  if (file !== undefined && flags.apiId !== undefined)
    throw missingError('one of FILE and --api-id', 'A waiver is for one of them: remove the other.')
  const apiId = file ?? flags.apiId
  const waiver = readWaiver({ ...flags, ruleId, ...(apiId !== undefined && { apiId }) }, context.now())
  const config = await openWaivers(flags.config, context)
  const added = await config.add(waiver)
  await context.tell(`${config.name}: added the waiver of ${added.of}`)
  return exitCodes.pass
}

function missingError(what: string, hint: string): Error {
  return usageError('flag-invalid', `gov waiver add needs ${what}`, hint)
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
