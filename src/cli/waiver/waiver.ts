import type { Command } from 'commander'
import { parseDocument } from '../../document/document.ts'
import { daysBetween } from '../../gate/waivers.ts'
import { exitCodes, usageError } from '../../model/errors.ts'
import type { Waiver } from '../../model/waiver.ts'
import { describeWaiver } from '../../reporters/reason-text.ts'
import { today } from '../../run/excuses.ts'
import { writeOutput } from '../../run/write-output.ts'
import { checkConfig } from '../../settings/check-config.ts'
import type { ConfigSource } from '../../settings/config-source.ts'
import { type OpenedConfig, openConfig } from '../../settings/load/load-config.ts'
import { readWaiver } from '../../settings/waiver-flags.ts'
import { oneLine } from '../../text/sanitize.ts'
import type { Context } from '../terminal/context.ts'
import { addWaiver, removeWaivers } from './waiver-text.ts'

interface ConfigFlag {
  readonly config?: string
}

interface AddFlags extends ConfigFlag {
  readonly ruleId: string
  readonly apiId?: string
  readonly rulesetId?: string
  readonly path?: string
  readonly reason: string
  readonly owner: string
  readonly expires: string
}

const examples = `
Examples:
  gov waiver add --rule-id operation-tags --api-id checkout-api \\
      --path 'paths./legacy*' --reason 'Retired in spring' \\
      --owner payments --expires 2027-01-31

In --rule-id, --ruleset-id, --api-id and --path, * stands for any characters. Days are UTC.`

export function addWaiverCommand(program: Command, context: Context, done: (exitCode: number) => void): void {
  const waiver = program
    .command('waiver')
    .summary('excuse issues until a day, with a reason')
    .description('Edits the waivers of the config: issues that they match are reported, and do not count.')
  withConfig(waiver.command('add').summary('add a waiver to the config'))
    .description('Adds a waiver to the config; what else is in the file stays as it is.')
    .requiredOption('--rule-id <id>', 'the rule')
    .option('--ruleset-id <id>', 'of this ruleset only')
    .option('--api-id <id>', 'on this API only, or on the definition with this file')
    .option('--path <path>', 'at these paths only')
    .requiredOption('--reason <text>', 'why the issues are accepted for now')
    .requiredOption('--owner <name>', 'who answers for it')
    .requiredOption('--expires <day>', 'the last day on which it excuses, YYYY-MM-DD')
    .addHelpText('after', examples)
    .action(async (flags: AddFlags) => done(await runWaiverAdd(flags, context)))
  withConfig(waiver.command('list').summary('list the waivers and their last days'))
    .description('Lists the waivers of the config, with their last days.')
    .addHelpText('after', '\nExamples:\n  gov waiver list')
    .action(async (flags: ConfigFlag) => done(await runWaiverList(flags, context)))
  withConfig(waiver.command('prune').summary('remove the waivers that have expired'))
    .description('Removes the waivers that have expired; what else is in the config stays as it is.')
    .addHelpText('after', '\nExamples:\n  gov waiver prune')
    .action(async (flags: ConfigFlag) => done(await runWaiverPrune(flags, context)))
}

function withConfig(command: Command): Command {
  return command.option(
    '--config <file>',
    'the config (default: .governance.yml, searched up to the repository root)',
  )
}

/** Throws GovError, usage: also for a day that has passed, which would excuse nothing. */
export async function runWaiverAdd(flags: AddFlags, context: Context): Promise<number> {
  const waiver = readWaiver(flags)
  if (waiver.expires < today(context.now())) {
    const hint = 'Name the last day on which the waiver is to excuse.'
    throw usageError('waiver-expired', `--expires ${waiver.expires} has passed`, hint)
  }
  const config = await open(flags, context)
  await save(config, addWaiver(config.source, waiver), context)
  return tell(`${config.name}: added the waiver of ${describeWaiver(waiver)}`, context)
}

export async function runWaiverList(flags: ConfigFlag, context: Context): Promise<number> {
  const waivers = waiversOf((await open(flags, context)).source)
  const day = today(context.now())
  const lines = waivers.map((waiver) => {
    const left = daysBetween(day, waiver.expires)
    const when = left < 0 ? 'expired' : left === 0 ? 'last day' : `${left} d left`
    return `${waiver.expires}  ${when.padEnd(10)}  ${describeWaiver(waiver)}  (${waiver.owner}: ${waiver.reason})`
  })
  const end = waivers.length === 1 ? '1 waiver' : `${waivers.length} waivers`
  await context.io.stdout.write([...lines, end].map((line) => `${oneLine(line)}\n`).join(''))
  return exitCodes.pass
}

export async function runWaiverPrune(flags: ConfigFlag, context: Context): Promise<number> {
  const config = await open(flags, context)
  const day = today(context.now())
  const waivers = waiversOf(config.source)
  const gone = waivers.flatMap(({ expires }, index) => (expires < day ? [index] : []))
  if (gone.length > 0) await save(config, removeWaivers(config.source, new Set(gone)), context)
  return tell(
    `${config.name}: ${gone.length} of ${waivers.length} waivers had expired and are removed`,
    context,
  )
}

async function open({ config: explicit }: ConfigFlag, { cwd }: Context): Promise<OpenedConfig> {
  const opened = await openConfig({ cwd, explicit })
  if (opened === undefined) {
    throw usageError(
      'config-not-found',
      'there is no config to edit',
      'gov init writes one; --config names one.',
    )
  }
  checkConfig(opened.source)
  return opened
}

function waiversOf(source: ConfigSource): readonly Waiver[] {
  return checkConfig(source).layer.waivers?.value ?? []
}

/** The edited text is checked as any config is before it takes the file's place. */
async function save({ file, source }: OpenedConfig, text: string, { sources }: Context): Promise<void> {
  const document = parseDocument(text, file.toLowerCase().endsWith('.json') ? 'json' : 'yaml')
  const value = source.root.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    document.value,
  )
  checkConfig({ ...source, document, value })
  await writeOutput(sources, file, text)
}

async function tell(text: string, { io }: Context): Promise<number> {
  await io.stderr.write(`${oneLine(text)}\n`)
  return exitCodes.pass
}
