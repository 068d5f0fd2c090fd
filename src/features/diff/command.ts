import { isAbsolute } from 'node:path'
import type { Command } from 'commander'
import { findSettings } from '../../check/config/read-settings.ts'
import { allowRemote } from '../../check/connect/allow-remote.ts'
import type { DefinitionDiff } from '../../core/model/definition-diff.ts'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { isUrl } from '../../core/text/url.ts'
import { renderVersion } from '../../reporters/changelog.ts'
import type { Context } from '../../terminal/context.ts'
import { allowRemoteHelp } from '../../terminal/flags/ask-flags.ts'
import { readOutputs } from '../../terminal/flags/output-flags.ts'
import { collect, createEnum } from '../../terminal/flags/setting-flags.ts'
import { writeViews } from '../../terminal/report/output.ts'
import { diffDefinitions } from './diff-definitions.ts'
import { type DiffFormat, diffViews } from './views.ts'

const levels = ['breaking', 'warn', 'any'] as const

interface DiffFlags {
  readonly format?: DiffFormat
  readonly output?: readonly string[]
  readonly allowRemote?: readonly string[]
  readonly path?: readonly string[]
  readonly stripPrefix?: string
  readonly only?: 'breaking'
  readonly failOn?: (typeof levels)[number]
  readonly requireVersion?: boolean
}

const formats = ['table', 'json', 'markdown', 'html'] as const

const examples = `
Examples:
  gov diff openapi.yaml
      what changed since the last commit
  gov diff old.yaml openapi.yaml
  gov diff main:openapi.yaml openapi.yaml --fail-on breaking
      what this branch does to clients
  gov diff v1.4.0:openapi.yaml v1.5.0:openapi.yaml --format markdown
      a release note
  gov diff v1.yaml v2.yaml --strip-prefix /v1=/v2 --path '/pets*'
      only some paths, whose names have another prefix in the new version
  gov diff main:openapi.yaml openapi.yaml --require-version
      exit 1 where info.version does not say what changed

OLD and NEW are OpenAPI files, REF:FILE in git, or URLs that --allow-remote names. Needs no config and no ruleset. Breaking changes are those of gov check --breaking (gov explain gov:breaking).

Exit codes: 0 compared; 1 --fail-on or --require-version fails; 2 usage; 5 a part cannot be compared.`

const failOnHelp = 'exit 1 if there are breaking changes, also those that may break (warn), or any change'

export function add(diff: Command, context: Context): void {
  diff
    .description(
      'Shows what changed between two versions of an API: what breaks its clients first, then everything else,\n' +
        'and the version that semantic versioning asks for.',
    )
    .argument('<old>', 'the earlier version; alone, a file that is compared with HEAD')
    .argument('[new]', 'the later version')
    .addOption(createEnum('-f, --format <format>', 'output format (default: table)', formats))
    .option(
      '-o, --output <[format=]file>',
      'write to a file, in the format of its extension; repeatable',
      collect,
    )
    .option('--allow-remote <url>', allowRemoteHelp, collect)
    .option(
      '--path <glob>',
      'compare only these paths; * is any text, and !GLOB leaves out; repeatable',
      collect,
    )
    .option('--strip-prefix <prefix>', 'compare paths without this prefix; OLD=NEW: one for each version')
    .addOption(createEnum('--only <what>', 'list only these changes', ['breaking']))
    .addOption(createEnum('--fail-on <level>', failOnHelp, levels))
    .option('--require-version', 'exit 1 if info.version says less than the changes ask for')
    .option('--no-color', 'disable colour')
    .addHelpText('after', examples)
    .action((name: string, newName: string | undefined, flags: DiffFlags) =>
      newName === undefined
        ? runDiff(nameAtHead(name), name, flags, context)
        : runDiff(name, newName, flags, context),
    )
}

/** The file as the last commit has it. Throws GovError, usage, for what is no file of the work tree. */
function nameAtHead(name: string): string {
  if (name === '-' || isUrl(name) || /^[^/\\]{2,}:/.test(name))
    throw usageError(
      'diff-one-version',
      `${name} is one version, and gov diff compares two`,
      'Name the new version as well. A file of the work tree alone is compared with its last commit.',
    )
  return `HEAD:${isAbsolute(name) ? '' : './'}${name}`
}

async function runDiff(
  oldName: string,
  newName: string,
  flags: DiffFlags,
  context: Context,
): Promise<number> {
  const outputs = readOutputs(flags, formats, 'table')
  if (flags.allowRemote) {
    const { settings } = await findSettings({ own: {}, config: 'none' }, context)
    await allowRemote(flags.allowRemote, settings, {}, context)
  }
  const isJudged = flags.failOn !== undefined || flags.requireVersion === true
  const selection = { paths: flags.path, stripPrefix: flags.stripPrefix, isJudged }
  const whole = await diffDefinitions(oldName, newName, context, selection)
  const isPartial = flags.only !== undefined
  const changes = whole.changes.filter(({ kind }) => !isPartial || kind === 'breaking')
  const listed = { ...whole, changes }
  const { width } = context.io
  await writeViews(outputs, (as, color) => diffViews[as](listed, { color, width, isPartial }), context)
  return (await passes(whole, flags, context)) ? exitCodes.pass : exitCodes.policy
}

async function passes(
  diff: DefinitionDiff,
  { failOn, requireVersion }: DiffFlags,
  context: Context,
): Promise<boolean> {
  const isRefused = diff.changes.some(
    ({ kind, severity }) =>
      failOn === 'any' ||
      (failOn !== undefined && kind === 'breaking' && (failOn === 'warn' || severity === 'error')),
  )
  const isTooLow = requireVersion === true && diff.infoVersion.is_enough !== true
  if (isTooLow) await context.tell(`--require-version: ${renderVersion(diff)}`)
  return !isRefused && !isTooLow
}
