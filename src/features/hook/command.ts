import { relative } from 'node:path'
import type { Command } from 'commander'
import { discoverConfig } from '../../check/config/discover.ts'
import { exitCodes } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import type { Context } from '../../terminal/context.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { installHook, uninstallHook } from './change-hook.ts'
import { type GitPlace, gitPlace, hookFile, warnWithoutProgram } from './git-place.ts'
import { type HookType, hookTypes } from './hook-text.ts'

interface HookFlags {
  readonly type?: HookType
  readonly force?: boolean
}

const installHelp = `
Examples:
  gov hook install
      before each push
  gov hook install --type pre-commit

The hook runs gov check on the files as they are pushed or committed, with the
packages of the work tree. It does nothing where a push changes no file. A hook
that is there stays, after the check. To go on without it once:
git push --no-verify.

pre-commit also runs before the commit of a merge. Git does not run it before
those of a cherry-pick, a revert, a rebase or git am, nor where a branch is
moved: only pre-push checks them.`

const moments: Readonly<Record<HookType, string>> = {
  'pre-push': 'push that changes a file',
  'pre-commit': 'commit and merge',
}

export function add(hook: Command, context: Context): void {
  hook.description('Manages a Git hook that runs gov check on what is pushed or committed.')
  const addVerb = (name: string, summary: string) =>
    hook
      .command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
  addVerb('install', 'add the check to a hook of this repository')
    .addOption(createEnum('--type <hook>', 'which hook', hookTypes, 'pre-push'))
    .option(
      '--force',
      'also change a hook that is not a shell script, not executable, or shared by all repositories',
    )
    .option('--no-color', 'disable colour')
    .addHelpText('after', installHelp)
    .action((flags: HookFlags) => runHookInstall(flags, context))
  addVerb('uninstall', 'remove the check from the hooks and keep the rest')
    .addOption(createEnum('--type <hook>', 'which hook (default: both)', hookTypes))
    .option('--no-color', 'disable colour')
    .addHelpText('after', '\nExamples:\n  gov hook uninstall\n  gov hook uninstall --type pre-commit')
    .action((flags: HookFlags) => runHookUninstall(flags, context))
}

async function runHookInstall(
  { type = 'pre-push', force = false }: HookFlags,
  context: Context,
): Promise<number> {
  const place = await gitPlace(context)
  await installHook(place, type, force)
  if (!(await discoverConfig(context.cwd)))
    context.observe.warning(
      'there is no config here yet, and the check fails without one; create it with gov init',
    )
  await warnWithoutProgram(place, type, context)
  await context.tell(
    `Wrote ${renderState(place, type, context)}: gov check runs before each ${moments[type]}.`,
  )
  if (type === 'pre-commit')
    await context.tell(
      'Not before a cherry-pick, revert, rebase or git am: the pre-push hook checks what those commit.',
    )
  await context.tell(`Skip it once: git ${type.slice('pre-'.length)} --no-verify`)
  return exitCodes.pass
}

async function runHookUninstall({ type }: HookFlags, context: Context): Promise<number> {
  const place = await gitPlace(context)
  for (const each of type === undefined ? hookTypes : [type]) {
    const wasThere = await uninstallHook(place, each)
    const what = wasThere ? 'check removed' : 'has no check'
    await context.tell(`${renderState(place, each, context)}: ${what}`)
  }
  return exitCodes.pass
}

function renderState(place: GitPlace, type: HookType, { cwd }: Context): string {
  const file = hookFile(place, type)
  const way = relative(cwd, file)
  return oneLine(way.startsWith('..') ? file : way)
}
