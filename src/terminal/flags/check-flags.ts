import { type Command, Option } from 'commander'
import { ciChoices } from '../../check/plan/ci-systems.ts'
import { limitSettings, strictnesses } from '../../core/model/strictness.ts'
import { getAttribute } from '../../settings/flags.ts'
import { settingTable } from '../../settings/table.ts'
import {
  addRequestFlags,
  addTargetFlags,
  type CheckRequestFlags,
  type RequestFlagsOptions,
} from './ask-flags.ts'
import { addOutputFlags, type OutputFlags } from './output-flags.ts'
import { addSettingFlags, createEnum } from './setting-flags.ts'

export interface CheckFlags extends CheckRequestFlags, OutputFlags {
  readonly watch?: boolean
  readonly stdinFilepath?: string
}

export const checkCommandExamples = `
Examples:
  gov check
      as configured
  gov check openapi.yaml
      one file, by the config's rules, or the built-in ones without a config
  gov check --config .governance.example.yml --fail-on warn
      another config and a stricter policy
  gov check --definition openapi.yaml --ruleset-file rules.yaml
      a local file and a local ruleset, without a dashboard
  gov check --url https://dashboard.example.com --api-id pay --category public
      a saved API, without a config
  gov check --watch
      on every save, until Ctrl-C; prints new and fixed issues
  gov check --format json --output gov.json
      the whole report, for a program
  gov check --output sarif=gov.sarif --output html=gov.html
      two more reports, beside the table

In a job of GitHub, Azure Pipelines or TeamCity the issues are annotated beside
the table; --ci none leaves that out. No file is written that is not named.
The token is read from GOV_TOKEN, or from the file that GOV_TOKEN_FILE names.
GOV_URL wins over the config's url, and --url over both.`

export function addCheckFlags(command: Command): Command {
  addDecisionFlags(command).option(
    '--shard <part>',
    'check one shard, such as 2/8; auto, or auto/8: detect it from the CI job (see gov report merge)',
  )
  command.option('--run <id>', 'what all shards of this run share (default: the id of the CI run)')
  addBaseFlags(command)
  command.option(
    '--changelog <file>',
    'write what changed since the base as Markdown, as gov diff does; - for stdout',
  )
  command.option('--compare <run.json>', 'show new and fixed issues since a saved JSON report')
  command.option('--watch', 'check local definitions on every save and show changes; no reports')
  command.option(
    '--stdin-filepath <file>',
    'the file that standard input is checked as, for overrides and $refs',
  )
  return addOutputFlags(command).addOption(
    createEnum(
      '--ci <system>',
      'annotate for a CI system; auto detects it, none disables',
      ciChoices,
      'auto',
    ),
  )
}

/** Adds the flags that decide what is checked and how it is judged. */
export function addDecisionFlags(command: Command, options: RequestFlagsOptions = {}): Command {
  addTargetFlags(command)
    .option(
      '--policy <file>',
      "policy file that replaces the config's policy, waivers and baseline (env: GOV_POLICY)",
    )
    .option('--strict-baseline', 'fail on baseline entries that no longer match')
  addSettingFlags(command, 'policy').addOption(
    new Option('--strictness <name>', 'policy preset (see gov help strictness)')
      .choices(Object.keys(strictnesses))
      .conflicts(limitFlags()),
  )
  return addRequestFlags(command, options)
}

export function addBaseFlags(command: Command): Command {
  command.option(
    '--base <ref>',
    'count only new issues since a git ref (its merge base with HEAD), a file, saved (the API on the dashboard), or auto (the target of a pull request)',
  )
  return addSettingFlags(command, 'base')
}

/** The flags of all limits, as commander names them: a preset replaces them. */
function limitFlags(): string[] {
  const names = Object.values(limitSettings).flat()
  return names.flatMap((name) => {
    const { flag } = settingTable[`policy.${name}`]
    return flag ? [getAttribute(flag)] : []
  })
}
