import type { Command } from 'commander'
import { type AskFlags, addRequestFlags, addTargetFlags } from '../flags/ask-flags.ts'
import type { Context } from '../terminal/context.ts'
import { runBaselineShow } from './baseline-show.ts'
import { runBaselineCreate, runBaselinePrune, runBaselineUpdate, type UpdateFlags } from './baseline-write.ts'

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
    .addHelpText('after', examplesOf('create', 'create --baseline known.json'))
    .action(async (flags: AskFlags) => done(await runBaselineCreate(flags, context)))
  addRequestFlags(addTargetFlags(baseline.command('update').summary('remove the issues that are fixed')))
    .description('Evaluates as gov check does and removes each entry whose issue is gone.')
    .option('--add', 'also add the issues that are new')
    .addHelpText('after', examplesOf('update', 'update --add'))
    .action(async (flags: UpdateFlags) => done(await runBaselineUpdate(flags, context)))
  addRequestFlags(addTargetFlags(baseline.command('prune').summary('also remove what is no longer checked')))
    .description(
      'As update, and removes the entries of APIs and rulesets that the config no longer asks for. Adds nothing.',
    )
    .addHelpText('after', examplesOf('prune'))
    .action(async (flags: AskFlags) => done(await runBaselinePrune(flags, context)))
  addTargetFlags(baseline.command('show').summary('list the entries'))
    .description('Lists the entries of the baseline by API. Evaluates nothing.')
    .addHelpText('after', examplesOf('show'))
    .action(async (flags: AskFlags) => done(await runBaselineShow(flags, context)))
}

function examplesOf(...calls: readonly string[]): string {
  return `\nExamples:\n${calls.map((call) => `  gov baseline ${call}`).join('\n')}`
}
