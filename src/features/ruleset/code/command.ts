import type { Command } from 'commander'
import type { CheckRequest } from '../../../check/types.ts'
import { exitCodes, survivable, usageError } from '../../../core/model/errors.ts'
import type { DashboardClient } from '../../../dashboard/client.ts'
import { embedded } from '../../../settings/dashboard-url.ts'
import type { Context } from '../../../terminal/context.ts'
import { confirm } from '../../../terminal/conversation.ts'
import { checkRequest } from '../../../terminal/flags/ask-flags.ts'
import { type ServiceCall, serviceCommands, serviceRequest } from '../../../terminal/flags/service-command.ts'
import { applyPush, recordUnchanged } from './apply-push.ts'
import { readSavedCopies, type SavedCopy } from './content.ts'
import { type Manifest, manifestName, openManifest } from './manifest.ts'
import { type PushPlan, planPush, requirePushable } from './plan-push.ts'
import { pullRulesets } from './pull-rulesets.ts'
import { pushImpact, type StepImpact } from './push-impact.ts'
import { readRulesetFolder } from './read-folder.ts'
import { outcomeView, planJson, planView, pullView, pushImpactView } from './views.ts'

const diffExamples = ['gov ruleset diff rulesets', 'gov ruleset diff rulesets --exit-code']
const pullExamples = ['gov ruleset pull', 'gov ruleset pull rulesets --overwrite']
const pushExamples = [
  'gov ruleset push rulesets',
  'gov ruleset push rulesets --yes',
  'gov ruleset push rulesets --prune --yes',
]

const manifestHelp = `file that records what was pushed and pulled (default: ${manifestName} in the folder)`

export function add(ruleset: Command, context: Context): void {
  const addCommand = serviceCommands('user', context)
  const diff = ruleset
    .command('diff')
    .summary('compare a folder of rulesets with the dashboard')
    .description('Shows what gov ruleset push would change, and changes nothing.')
    .argument('<folder>', 'folder with a folder for each ruleset')
    .option('--exit-code', 'exit with 1 if there are differences')
    .option('--manifest <file>', manifestHelp)
    .option('--json', 'print the plan as JSON, for programs')
  addCommand(diff, diffExamples, runDiff)
  const pull = ruleset
    .command('pull')
    .summary("write the dashboard's rulesets into a folder")
    .description(
      "Writes the dashboard's rulesets into a folder, each into a folder of its own. Files that say the same stay as they are. " +
        'It refuses, and writes nothing, if a ruleset changed in both places.',
    )
    .argument('[folder]', 'folder to write to', 'rulesets')
    .option('--overwrite', 'also replace files that changed in the folder')
    .option('--manifest <file>', manifestHelp)
    .option('--json', 'print what was written as JSON, for programs')
  addCommand(pull, pullExamples, runPull)
  const push = ruleset
    .command('push')
    .summary('change the dashboard to match a folder of rulesets')
    .description(
      'Shows a plan, asks, and then creates and updates rulesets on the dashboard. It refuses, and changes nothing, if the ' +
        "dashboard's copy changed since the last push or pull. A push that stops halfway says how far it came, and can be repeated.",
    )
    .argument('<folder>', 'folder with a folder for each ruleset')
    .option('--yes', 'skip the confirmation')
    .option('--prune', 'also delete rulesets that were pushed from this folder and are no longer in it')
    .option('--overwrite', "also replace the dashboard's changes")
    .option('--no-impact', "leave out which of the config's APIs would newly fail")
    .option('--manifest <file>', manifestHelp)
    .option('--json', 'print the plan and what was done as JSON, for programs')
  addCommand(push, pushExamples, runPush)
}

interface CodeFlags {
  readonly manifest?: string
  readonly overwrite?: boolean
  readonly exitCode?: boolean
  readonly prune?: boolean
  readonly yes?: boolean
  readonly impact?: boolean
}

async function runDiff(call: ServiceCall<CodeFlags>): Promise<number> {
  const { flags, context, ask, print } = call
  const [folder = ''] = call.args
  const local = await readRulesetFolder(folder, context)
  const plan = await ask(async (client, url) => {
    const manifest = await openManifest(folder, flags.manifest, nameDashboard(url), context)
    return planPush({ local, saved: await readSavedCopies(client), entries: manifest.entries })
  })
  await print(planJson(plan), planView(plan))
  for (const step of plan.steps) {
    const fault = await requirePushable(step, folder, context).catch(survivable)
    if (fault) context.observe.warning(`${step.id} cannot be pushed: ${fault.message}`)
  }
  const isEqual = plan.steps.length === 0 && plan.conflicts.length === 0 && plan.kept.length === 0
  return flags.exitCode && !isEqual ? exitCodes.policy : exitCodes.pass
}

async function runPull({ args, flags, context, ask, print }: ServiceCall<CodeFlags>): Promise<void> {
  const [folder = 'rulesets'] = args
  const outcome = await ask(async (client, url) => {
    const saved = await readSavedCopies(client)
    const manifest = await openManifest(folder, flags.manifest, nameDashboard(url), context)
    return pullRulesets({ folder, saved, manifest, overwrite: flags.overwrite }, context)
  })
  await print(outcome, pullView(outcome, folder))
}

/** A sandbox in this process has no address, and its copies are its own. */
function nameDashboard(url: string | undefined): string {
  return url ?? embedded
}

async function runPush(call: ServiceCall<CodeFlags>): Promise<void> {
  const { flags, context, ask } = call
  const [folder = ''] = call.args
  const local = await readRulesetFolder(folder, context)
  await ask(async (client, url) => {
    if (url === undefined) {
      const message = 'the embedded sandbox discards changes on exit: there is nothing to push to'
      throw usageError('push-embedded', message, 'Pass --url, or run gov sandbox serve --persist.')
    }
    const saved = await readSavedCopies(client)
    const manifest = await openManifest(folder, flags.manifest, url, context)
    const { prune, overwrite } = flags
    const plan = planPush({ local, saved, entries: manifest.entries, prune, overwrite })
    await pushPlan(plan, saved, { folder, client, url, manifest, call })
  })
}

interface Pushing {
  readonly folder: string
  readonly client: DashboardClient
  readonly url: string
  readonly manifest: Manifest
  readonly call: ServiceCall<CodeFlags>
}

async function pushPlan(
  plan: PushPlan,
  saved: ReadonlyMap<string, SavedCopy>,
  { folder, client, url, manifest, call: { flags, context, print } }: Pushing,
): Promise<void> {
  if (!flags.json) await context.io.stdout.write(planView(plan))
  const impact = await findPushImpact(plan, folder, flags, context)
  if (plan.conflicts.length > 0) {
    await print({ ...planJson(plan), impact }, '')
    throw conflictError(plan)
  }
  for (const step of plan.steps) await requirePushable(step, folder, context)
  await recordUnchanged(plan, saved, manifest)
  const count = plan.steps.length
  if (count > 0 && !flags.yes)
    await confirm(`Make ${count === 1 ? 'this change' : `these ${count} changes`} on ${url}?`, context)
  const outcome = await applyPush(plan, client, manifest, context)
  await print({ ...planJson(plan, outcome), impact }, count === 0 ? '' : outcomeView(outcome))
  if (outcome.failed) throw outcome.failed.error
}

/** Told before the question. Undefined: it is not wanted, or there is nothing to push. */
async function findPushImpact(
  plan: PushPlan,
  folder: string,
  flags: ServiceCall<CodeFlags>['flags'],
  context: Context,
): Promise<readonly StepImpact[] | undefined> {
  if (flags.impact === false || plan.conflicts.length > 0) return undefined
  const request: CheckRequest = { ...checkRequest({}), ...serviceRequest(flags) }
  const impact = await pushImpact(plan, folder, request, context)
  if (!flags.json) await context.io.stdout.write(pushImpactView(impact))
  return impact
}

function conflictError({ conflicts }: PushPlan) {
  const ids = conflicts.map(({ id }) => id).join(', ')
  const hint =
    'Read what changed, then run gov ruleset pull and merge, or push with --overwrite. Nothing was changed.'
  return usageError('rulesets-changed', `the dashboard is not as this folder expects: ${ids}`, hint)
}
