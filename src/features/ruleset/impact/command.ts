import type { Command } from 'commander'
import { usageError } from '../../../core/model/errors.ts'
import type { Context } from '../../../terminal/context.ts'
import { type AskFlags, checkRequest, type PolicyFlags } from '../../../terminal/flags/ask-flags.ts'
import { addDecisionFlags } from '../../../terminal/flags/check-flags.ts'
import { formatHelp, outputHelp, readOutputs } from '../../../terminal/flags/output-flags.ts'
import { collect, createEnum } from '../../../terminal/flags/setting-flags.ts'
import { writeViews } from '../../../terminal/report/output.ts'
import { jsonView } from '../../../terminal/views.ts'
import { computeImpact } from './compute-impact.ts'
import type { Impact } from './impact-model.ts'
import { chooseWord, headline, impactExitCode } from './impact-parts.ts'
import type { ImpactRequest } from './plan-impact.ts'
import { type ImpactView, impactHtml, impactMarkdown, impactTable } from './views.ts'
import { type Rollout, requireWritable, writeRollout } from './write-rollout.ts'

interface ImpactFlags extends AskFlags, PolicyFlags, Rollout {
  readonly format?: ImpactFormat
  readonly output?: readonly string[]
  readonly as?: string
  readonly alone?: boolean
}

const views = {
  table: impactTable,
  json: jsonView,
  markdown: impactMarkdown,
  html: impactHtml,
} satisfies Record<string, (impact: Impact, view: ImpactView) => string>

type ImpactFormat = keyof typeof views
const formats = ['table', 'json', 'markdown', 'html'] as const

const help = `
Examples:
  gov ruleset impact main:rules.yaml rules.yaml
  gov ruleset impact rs-security rules/security.yaml --all-apis
  gov ruleset impact main:rules.yaml rules.yaml --output html=impact.html
  gov ruleset impact main:rules.yaml rules.yaml \\
      --write-waivers rollout.yaml --expires 2027-01-31

OLD and NEW are ruleset files, built-in rulesets, ids of saved rulesets, or
REF:FILE in git. Each API is judged by the config's policy, waivers and
baseline, as in a pipeline that checks it alone.

Exits 0 if no API newly fails, 1 if some do, 5 if some could not be evaluated.
More: gov help exit-codes.`

export function add(ruleset: Command, context: Context): void {
  const command = ruleset
    .command('impact')
    .summary('show which APIs would newly fail under a changed ruleset')
    .description(
      'Evaluates the APIs of the config with one ruleset in the place of another, and shows which of them newly fail or pass, by which rules. Nothing is changed.',
    )
    .argument('<old>', 'the ruleset as it is')
    .argument('<new>', 'the ruleset as it is to be')
    .option('--as <id>', 'the ruleset of the config that both stand for (default: by their names)')
    .option('--alone', "leave out the config's other rulesets")
    .addOption(createEnum('-f, --format <format>', formatHelp, formats))
    .option('-o, --output <[format=]file>', outputHelp, collect)
    .option('--write-baseline <file>', 'record the new issues of APIs that newly fail as known')
    .option('--write-waivers <file>', 'write waivers for APIs that newly fail; needs --expires')
    .option('--expires <day>', 'last day of those waivers, YYYY-MM-DD')
    .option('--owner <name>', "who is responsible for those waivers (default: each API's owner)")
    .option('--reason <text>', 'why those waivers are given')
  addDecisionFlags(command, { diagnoses: true })
    .option('--no-color', 'disable colour')
    .addHelpText('after', help)
    .action((old: string, now: string, flags: ImpactFlags) => runImpact(old, now, flags, context))
}

async function runImpact(old: string, now: string, flags: ImpactFlags, context: Context): Promise<number> {
  const { as, alone } = flags
  const { io, observe } = context
  const outputs = readOutputs(flags, formats, 'table')
  refuseWaiversAlone(flags)
  await requireWritable(flags, context)
  const request: ImpactRequest = { ...checkRequest(flags, context.env), old, new: now, as, alone }
  const run = await computeImpact(request, context)
  const { impact, warnings } = run
  for (const warning of warnings) observe.warning(warning)
  await writeViews(outputs, (view, color) => views[view](impact, { color, width: io.width }), context)
  if (outputs.stdout === undefined) await io.stderr.write(`${chooseWord(impact)}  ${headline(impact)}\n`)
  for (const line of await writeRollout(run, flags, context)) await context.tell(line)
  return impactExitCode(impact)
}

function refuseWaiversAlone({ writeWaivers, expires, owner, reason }: ImpactFlags): void {
  if (writeWaivers !== undefined && expires === undefined)
    throw usageError('waivers-without-end', '--write-waivers needs --expires', 'Pass --expires YYYY-MM-DD.')
  const given = { '--expires': expires, '--owner': owner, '--reason': reason }
  const [stray] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (writeWaivers === undefined && stray !== undefined)
    throw usageError('waivers-unwritten', `${stray} needs --write-waivers`, 'Pass --write-waivers FILE.')
}
