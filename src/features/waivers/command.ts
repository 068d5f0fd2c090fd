import { type Command, Option } from 'commander'
import { createGit } from '../../check/git/git.ts'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { plural } from '../../core/text/wording.ts'
import { readWaiver, type WaiverFlags } from '../../settings/entry-schemas.ts'
import { type Context, foldLine, lineWidth } from '../../terminal/context.ts'
import { configHelp } from '../../terminal/flags/ask-flags.ts'
import { lookupRequest } from '../../terminal/flags/service-command.ts'
import { linesView } from '../../terminal/views.ts'
import { warnOfUnknownRule } from '../explain/index.ts'
import { type ListedWaiver, openWaivers, selectFromReport } from './edit-waivers.ts'

interface ConfigFlag {
  readonly config?: string
}

/** Instead of what an issue is found by: the issue itself, as a report has it. */
interface IssueFlags {
  readonly issue?: string
  readonly report?: string
}

interface AddFlags
  extends ConfigFlag,
    IssueFlags,
    Omit<WaiverFlags, 'ruleId' | 'reason' | 'owner' | 'expires'> {
  readonly reason?: string
  readonly owner?: string
  readonly expires?: string
  /** Another word for `expires`. */
  readonly until?: string
  readonly rule?: string
}

const examples = `
Examples:
  gov waiver add openapi.yaml --rule operation-tags \\
      --path 'paths./legacy*' --reason 'Retired in spring' \\
      --expires 2027-01-31
  gov waiver add --issue 0123456789abcdef --report report.json \\
      --reason 'Agreed with all clients' --owner payments --expires 2027-01-31

In --rule, --ruleset-id, --api-id, --path and --message, * matches any characters. Dates are in UTC.`

export function add(waiver: Command, context: Context): void {
  waiver.description("Edits the config's waivers. Matching issues are reported but do not count.")
  withConfig(waiver.command('add').summary('add a waiver to the config'))
    .description('Adds a waiver to the config and leaves the rest of the file unchanged.')
    .argument('[file]', 'only for the definition in this file')
    .option('--rule <id>', 'the rule (this or --issue is required)')
    .option('--ruleset-id <id>', 'only for this ruleset')
    .option('--api-id <id>', 'only for this API, or the definition in this file')
    .option('--path <path>', 'only at these paths')
    .option('--message <text>', 'only where the issue says this')
    .option('--issue <id>', 'instead of these: one issue, by its _id in a JSON report')
    .option('--report <file>', 'the JSON report that has the issue')
    .option('--reason <text>', 'why the issues are accepted for now (required)')
    .option('--owner <name>', "who is responsible (default: Git's user.name)")
    .option('--expires <day>', 'last day, YYYY-MM-DD (required)')
    .addOption(new Option('--until <day>', 'another word for --expires').hideHelp())
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
  const selected = await selectFlags(file, flags, context)
  const { reason, until, expires = until } = flags
  if (reason === undefined)
    throw flagsError('--reason is missing', 'Pass why the issues are accepted for now: --reason TEXT.')
  if (expires === undefined)
    throw flagsError('--expires is missing', 'Pass the last day: --expires YYYY-MM-DD.')
  if (until !== undefined && expires !== until) throw flagsError('--expires and --until differ')
  const owner = flags.owner ?? (await readUserName(context))
  const waiver = readWaiver({ ...flags, ...selected, reason, owner, expires }, context.now())
  const config = await openWaivers(flags.config, context)
  const added = await config.add(waiver)
  await context.tell(`${config.name}: added the waiver of ${added.of}`)
  if (flags.rule !== undefined) await warnOfUnknownRule(flags.rule, lookupRequest(flags), undefined, context)
  return exitCodes.pass
}

async function selectFlags(file: string | undefined, { rule: ruleId, ...flags }: AddFlags, { cwd }: Context) {
  const { issue, report, rulesetId, apiId = file, path, message } = flags
  if (file !== undefined && apiId !== file) throw flagsError('a file and --api-id are both given')
  if (issue === undefined && report === undefined) {
    if (ruleId !== undefined) return { ruleId, ...(apiId !== undefined && { apiId }) }
    throw flagsError('neither --rule nor --issue is given')
  }
  if (issue === undefined || report === undefined) throw flagsError('--issue and --report go together')
  if ([ruleId, rulesetId, apiId, path, message].some((flag) => flag !== undefined))
    throw flagsError('--issue selects the issue, and other flags do, too')
  const found = await selectFromReport(issue, report, cwd)
  return {
    ruleId: found.rule_id,
    rulesetId: found.ruleset_id,
    apiId: found.api_id,
    path: found.path,
    message: found.message,
  }
}

/** The name under which the person commits, also outside of a repository. Throws GovError, usage, where git knows none. */
async function readUserName({ cwd, env }: Context): Promise<string> {
  const name = await createGit(cwd, env)
    .text('config', 'user.name')
    .catch(() => '')
  if (name !== '') return name
  throw flagsError('--owner is missing, and Git has no user.name', 'Pass who is responsible: --owner NAME.')
}

const selectHint = 'Pass --rule ID, with a file or flags that narrow it, or --issue ID --report FILE.'

function flagsError(message: string, hint = selectHint): Error {
  return usageError('flag-invalid', message, hint)
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
