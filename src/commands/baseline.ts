import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes, GovError, usageError } from '../errors.ts'
import { type BaselineEntry, entryOf, isCovered, matchBaseline, sortEntries } from '../gate/baseline.ts'
import { coveredBy, type Excuses } from '../gate/excuse.ts'
import { findGaps } from '../gate/gaps.ts'
import { subjectText } from '../gate/identity.ts'
import { merge } from '../gate/merge.ts'
import { waive } from '../gate/waivers.ts'
import type { Evaluation } from '../model.ts'
import { oneLine } from '../sanitize.ts'
import { type AskFlags, addRequestFlags, addTargetFlags } from './ask-flags.ts'
import { readBaseline, writeBaseline } from './baseline-file.ts'
import { type CheckPlan, readCheckPlan } from './check-plan.ts'
import { evaluatePlan } from './evaluate.ts'
import { readExcuses } from './excuses.ts'
import { readSettings } from './read-settings.ts'

interface UpdateFlags extends AskFlags {
  readonly add?: boolean
}

type Done = (exitCode: number) => void

export function addBaseline(program: Command, context: Context, done: Done): void {
  const baseline = program
    .command('baseline')
    .summary('know the issues of today, and fail on new ones only')
    .description(
      'The baseline is a file of issues that were known before: they are reported, and do not count.\n' +
        'An issue is the same by its API, ruleset, rule, path and message, wherever its line is.',
    )
  addRequestFlags(
    addTargetFlags(baseline.command('create').summary('write the baseline of what is there now')),
  )
    .description(
      'Evaluates as gov check does and writes every issue that no waiver excuses. Overwrites nothing.',
    )
    .action(async (flags: AskFlags) => done(await runBaselineCreate(flags, context)))
  addRequestFlags(addTargetFlags(baseline.command('update').summary('remove the issues that are fixed')))
    .description('Evaluates as gov check does and removes each entry whose issue is gone.')
    .option('--add', 'also add the issues that are new')
    .action(async (flags: UpdateFlags) => done(await runBaselineUpdate(flags, context)))
  addRequestFlags(addTargetFlags(baseline.command('prune').summary('also remove what is no longer checked')))
    .description(
      'As update, and removes the entries of APIs and rulesets that the config no longer asks for. Adds nothing.',
    )
    .action(async (flags: AskFlags) => done(await runBaselinePrune(flags, context)))
  addTargetFlags(baseline.command('show').summary('list the entries'))
    .description('Lists the entries of the baseline by API. Evaluates nothing.')
    .action(async (flags: AskFlags) => done(await runBaselineShow(flags, context)))
}

/** Throws GovError: usage when there is a baseline already, incomplete when not everything was evaluated. */
export async function runBaselineCreate(flags: AskFlags, context: Context): Promise<number> {
  const plan = await readCheckPlan(flags, context)
  const file = fileOf(plan.baseline)
  await refuseOld(file, context.cwd)
  const { issues, excuses } = await evaluateWhole(plan, context, [])
  const entries = issues.map((issue) => entryOf(issue, excuses.subjectOf))
  await writeBaseline(context.cwd, file, entries)
  return tell(`${file}: ${count(entries.length)}`, context)
}

/** Removes what is gone; with `--add`, adds what is new. Throws GovError. */
export async function runBaselineUpdate(flags: UpdateFlags, context: Context): Promise<number> {
  return rewrite(flags, context, ({ entries, gone, fresh }) => ({
    kept: entries.filter((entry) => !gone.has(entry)),
    added: flags.add === true ? fresh : [],
  }))
}

/** Throws GovError, usage, when flags narrow the run: what they leave out would be taken for no longer checked. */
export async function runBaselinePrune(flags: AskFlags, context: Context): Promise<number> {
  return rewrite(flags, context, ({ entries, gone, idle, narrowed }) => {
    if (narrowed) throw pruneNarrowed()
    return { kept: entries.filter((entry) => !gone.has(entry) && !idle.has(entry)), added: [] }
  })
}

function pruneNarrowed(): GovError {
  return usageError(
    'prune-narrowed',
    'flags leave out a part of what the config asks for, and prune would remove the entries of that part',
    'Run gov baseline prune without them, or gov baseline update for a part.',
  )
}

interface Comparison {
  readonly entries: readonly BaselineEntry[]
  /** Entries whose issue is gone. */
  readonly gone: ReadonlySet<BaselineEntry>
  /** Entries of APIs and rulesets that this run did not evaluate. */
  readonly idle: ReadonlySet<BaselineEntry>
  /** Issues that no entry stands for. */
  readonly fresh: readonly BaselineEntry[]
  readonly narrowed: boolean
}

async function rewrite(
  flags: AskFlags,
  context: Context,
  choose: (comparison: Comparison) => { kept: readonly BaselineEntry[]; added: readonly BaselineEntry[] },
): Promise<number> {
  const plan = await readCheckPlan(flags, context)
  const file = fileOf(plan.baseline)
  const entries = await readBaseline(context.cwd, file)
  const { evaluation, issues, excuses } = await evaluateWhole(plan, context, entries)
  const { unmatched } = matchBaseline(evaluation.issues, entries, excuses.subjectOf)
  const { known } = matchBaseline(issues, entries, excuses.subjectOf)
  const covered = coveredBy(evaluation, excuses)
  const { kept, added } = choose({
    entries,
    gone: new Set(unmatched.filter((entry) => isCovered(entry, covered))),
    idle: new Set(unmatched.filter((entry) => !isCovered(entry, covered))),
    fresh: issues.filter((issue) => !known.has(issue)).map((issue) => entryOf(issue, excuses.subjectOf)),
    narrowed: plan.narrowed,
  })
  await writeBaseline(context.cwd, file, [...kept, ...added])
  const removed = entries.length - kept.length
  return tell(
    `${file}: ${count(kept.length + added.length)} (${removed} removed, ${added.length} added)`,
    context,
  )
}

interface Whole {
  readonly evaluation: Evaluation
  /** Those that no waiver excuses. */
  readonly issues: Evaluation['issues']
  readonly excuses: Excuses
}

/** A baseline of a part would take the rest for fixed, or for new: only a complete evaluation makes one. */
async function evaluateWhole(
  plan: CheckPlan,
  context: Context,
  entries: readonly BaselineEntry[],
): Promise<Whole> {
  const excuses = await readExcuses(plan, context, entries)
  const { answers } = await evaluatePlan(plan, context)
  const [gap] = findGaps(answers)
  if (gap)
    throw new GovError(
      'incomplete',
      'baseline-incomplete',
      gap.message,
      'Nothing was written. Make gov check complete first.',
    )
  const evaluation = merge(answers)
  const { issues } = waive(evaluation.issues, excuses.waivers, excuses.today)
  return { evaluation, issues: issues.filter(({ excused }) => excused === undefined), excuses }
}

export async function runBaselineShow(flags: AskFlags, context: Context): Promise<number> {
  const { baseline } = await readSettings(flags, context)
  const entries = sortEntries(await readBaseline(context.cwd, fileOf(baseline?.value)))
  const lines: string[] = []
  let subject = ''
  for (const entry of entries) {
    if (subject !== subjectText(entry)) {
      subject = subjectText(entry)
      const own = entries.filter((each) => subjectText(each) === subject).length
      lines.push('file' in entry ? entry.file : entry.api_id, `  ${count(own)}`)
    }
    const path = entry.path === '' ? '(root)' : entry.path
    lines.push(`  ${entry.ruleset_id}  ${entry.rule_id}  ${path}  ${entry.message}`)
  }
  await context.io.stdout.write([...lines, count(entries.length)].map((line) => `${clean(line)}\n`).join(''))
  return exitCodes.pass
}

function clean(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${oneLine(line)}`
}

function fileOf(baseline: string | undefined): string {
  if (baseline !== undefined) return baseline
  throw usageError(
    'baseline-unnamed',
    'no baseline is named',
    'Write "baseline: .governance-baseline.json" in the config, or give --baseline.',
  )
}

async function refuseOld(file: string, cwd: string): Promise<void> {
  const there = await stat(resolve(cwd, file)).then(
    () => true,
    () => false,
  )
  if (!there) return
  throw usageError(
    'baseline-exists',
    `${file} is there already`,
    'gov baseline update removes what is fixed; with --add it also takes in what is new.',
  )
}

function count(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`
}

async function tell(text: string, { io }: Context): Promise<number> {
  await io.stderr.write(`${oneLine(text)}\n`)
  return exitCodes.pass
}
