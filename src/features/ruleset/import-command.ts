import { relative } from 'node:path'
import type { Command } from 'commander'
import { examineRuleset } from '../../check/rulesets/examine-ruleset.ts'
import { type FoundRuleset, requireRuleset } from '../../check/rulesets/find-ruleset.ts'
import { exitCodes, GovError, usageError } from '../../core/model/errors.ts'
import { yamlLine } from '../../core/text/yaml-text.ts'
import { mergeSettings } from '../../settings/merge.ts'
import type { Context } from '../../terminal/context.ts'
import { collect } from '../../terminal/flags/setting-flags.ts'
import { jsonView } from '../../terminal/views.ts'
import { configText, inspectRepository, refuseSecondConfig, type Setup, writeSetup } from '../init/index.ts'
import { canRun, importView } from './import-views.ts'

const examples = `
Examples:
  gov ruleset import
      what of the ruleset here runs, and a config for it
  gov ruleset import .spectral.yaml --dry-run
      the same, and only prints the config

A folder is searched for .spectral.* and vacuum.conf.yaml. The ruleset stays
where it is, and no existing file is changed, except the config with --force.

Exit codes: 0 all of it runs, 2 a rule cannot run, or a config already exists.`

export function add(parent: Command, context: Context): void {
  parent
    .command('import')
    .summary('use the ruleset of Spectral or vacuum')
    .description('Says what of a ruleset runs here, and writes a config that uses it.')
    .argument('[path]', 'ruleset file, or a folder with one', '.')
    .option('--definition <file>', 'OpenAPI file to check (default: all found here); repeatable', collect)
    .option('--dry-run', 'print the config, and write nothing')
    .option('--force', 'replace an existing config')
    .option('--json', 'print one object, for a program')
    .option('--no-color', 'disable colour')
    .addHelpText('after', examples)
    .action((path: string, flags: ImportFlags) => runRulesetImport(path, flags, context))
}

interface ImportFlags {
  readonly definition?: readonly string[]
  readonly dryRun?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

/** Examines the ruleset, prints what becomes of it, and writes the config if all of it can run. */
async function runRulesetImport(path: string, flags: ImportFlags, context: Context): Promise<number> {
  const { io, sources } = context
  const found = await requireRuleset(path, sources)
  const facts = await examineRuleset(found.file, sources)
  const plan = canRun(facts) ? await planConfig(found, flags, context) : undefined
  await io.stdout.write(
    flags.json
      ? jsonView({ ...facts, notes: found.notes, config: plan?.text ?? null })
      : importView(facts, found.notes),
  )
  if (plan === undefined) return exitCodes.usage
  if (flags.dryRun) {
    if (!flags.json) await io.stdout.write(`\n# .governance.yml\n${plan.text}`)
    return exitCodes.pass
  }
  const written = await plan.write()
  await context.tell(`Wrote ${written.join(', ')}.`)
  await context.tell('Next: gov check')
  return exitCodes.pass
}

async function planConfig({ file, failOn = 'error' }: FoundRuleset, flags: ImportFlags, context: Context) {
  const around = await inspectRepository(mergeSettings({}), context)
  const definitions = flags.definition ?? around.definitions
  if (definitions.length === 0) {
    throw usageError('nothing-to-check', 'no OpenAPI files found here', 'Pass a file with --definition.')
  }
  const rulesets = { ruleset_files: [toRelative(context.cwd, file)] }
  const setup: Setup = { definitions, apiIds: [], rulesets, failOn }
  return {
    text: configText(setup, around.schema),
    write: async () => {
      await refuseSecondConfig(flags, context).catch((error: unknown) => {
        if (!(error instanceof GovError)) throw error
        const line = `ruleset_files: ${yamlLine(rulesets.ruleset_files)}`
        throw usageError(error.code, error.message, `Add this to it: ${line}. Or pass --force to replace it.`)
      })
      return writeSetup(setup, around, context)
    },
  }
}

/** The path that a config in `folder` names it by. */
function toRelative(folder: string, file: string): string {
  return /^(?:spectral|vacuum):/.test(file)
    ? file
    : relative(folder, file.startsWith('/') ? file : `${folder}/${file}`)
}
