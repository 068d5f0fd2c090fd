import { dirname, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { readEnvironment } from '../../check/config/environment.ts'
import { expandDefinitions } from '../../check/definitions/expand-definitions.ts'
import { ignorePlaces } from '../../check/definitions/ignores-of.ts'
import { unlistedDefinitions } from '../../check/plan/pins.ts'
import { countGroupedRules, examineRuleset } from '../../check/rulesets/examine-ruleset.ts'
import { findRepository } from '../../check/sources/fence.ts'
import { exitCodes, GovError, survivable } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import { embedded } from '../../settings/dashboard-url.ts'
import { readFlags } from '../../settings/flags.ts'
import { mergeSettings } from '../../settings/merge.ts'
import { failOnLevels } from '../../settings/policy-schema.ts'
import type { Context } from '../../terminal/context.ts'
import { converse } from '../../terminal/conversation.ts'
import { collect, createEnum } from '../../terminal/flags/setting-flags.ts'
import { installLine, isPublished } from '../../terminal/install-line.ts'
import { gitPlace, hookFile, installHook, refuseHook, warnWithoutProgram } from '../hook/index.ts'
import { createSetup, type InitFlags, refuseFlags } from './init-flags.ts'
import { inspectRepository, type RepositoryFacts } from './look-around.ts'
import { nameProgram } from './name-program.ts'
import { refusePipelineInTheWay } from './pipeline-text.ts'
import { askSetup } from './questions.ts'
import { pipelines, type Setup, starterFile } from './setup.ts'
import { refuseSecondConfig, writeSetup } from './write-setup.ts'

const help = `
Examples:
  gov init
      asks, and shows what it finds in the repository and on the dashboard
  gov init --yes
      uses the OpenAPI files here and a starter ruleset
  gov init --yes --url https://dashboard.example.com --category payments
      the same files, with a dashboard's rulesets

Nothing is written before the last answer, and no existing file is changed,
except the config with --force. With GOV_TOKEN set, the questions list what the
dashboard has.`

export function add(init: Command, context: Context): void {
  init
    .description(
      'Writes .governance.yml in the working directory. Asks questions, or takes flags with --yes.',
    )
    .option('--yes', 'skip the questions: use the flags and what gov finds')
    .option('--force', 'replace an existing config')
    .option('--url <url>', 'dashboard URL, or "embedded" (env: GOV_URL; default: embedded)')
    .option('--workspace <folder>', 'folder for the embedded sandbox to serve')
    .option('--definition <file>', 'OpenAPI file to check (default: all found here); repeatable', collect)
    .option('--api-id <id>', 'saved API to check; repeatable', collect)
    .option(
      '--ruleset-file <file>',
      'local ruleset (default: the one of Spectral or vacuum here, else a new one); repeatable',
      collect,
    )
    .option('--ruleset-id <id>', 'dashboard ruleset; repeatable', collect)
    .option('--category <name>', 'rulesets in a category; repeatable', collect)
    .addOption(
      createEnum('--fail-on <severity>', 'lowest severity that fails (default: error)', failOnLevels),
    )
    .option('--checks', 'a check for each folder of definitions, to give it rulesets of its own')
    .addOption(createEnum('--pipeline <system>', 'also write the CI job', pipelines))
    .option('--base', 'have that job fail only on what a pull request adds (gov check --base auto)')
    .option('--breaking', 'as --base, and fail on breaking changes, too (gov check --breaking error)')
    .option('--hook', 'also check before each git push (gov hook)')
    .option('--insecure-http', 'allow sending the token over plain http')
    .option('--no-color', 'disable colour')
    .addHelpText('after', help)
    .action((flags: InitFlags) => runInit(flags, context))
}

async function runInit(flags: InitFlags, context: Context): Promise<number> {
  await refuseSecondConfig(flags, context)
  const environment = await readEnvironment(context)
  const createSettings = (url: string | undefined) =>
    mergeSettings(readFlags({ url, workspace: flags.workspace }), environment, {})
  const found = await inspectRepository(createSettings(flags.url), context)
  refuseFlags(flags, found)
  if (flags.pipeline) await refusePipelineInTheWay(flags.pipeline, context.cwd)
  if (flags.hook) await beforePush(context, 'refuse')
  for (const { error } of found.unusable) context.observe.warning(`left out: ${describeLeftOut(error)}`)
  const known = { found, settingsWith: createSettings, insecureHttp: flags.insecureHttp === true }
  const setup = flags.yes
    ? createSetup(flags, found)
    : await converse(context, (talk) => askSetup(talk, known, context))
  const written = [...(await writeSetup(setup, found, context))]
  if (setup.hook) written.push(await beforePush(context, 'install'))
  await nameUnlisted(setup, found, context)
  await nameSubmodules(setup, context)
  await nameIgnores(setup, context)
  await context.io.stderr.write(await rulesetLine(setup, found, context))
  await context.io.stderr.write(await renderEnding(written, setup, found, flags, context))
  return exitCodes.pass
}

/** Only the first problem; `gov ruleset import` lists all. */
function describeLeftOut({ code, message }: GovError): string {
  if (!code.startsWith('ruleset-')) return message
  const [first = '', ...more] = message.split('\n')
  const others = more.length === 0 ? '' : `, and ${plural(more.length, 'more problem')}`
  return `${first}${others}; gov ruleset import says what to do`
}

/** Summarizes how the rules of a Spectral or vacuum ruleset run here. */
async function rulesetLine(
  { rulesets }: Setup,
  { rulesetFile, notTakenOver }: RepositoryFacts,
  { sources, observe }: Context,
): Promise<string> {
  if (rulesetFile === undefined || rulesetFile === starterFile) return ''
  if (!('ruleset_files' in rulesets) || !rulesets.ruleset_files.includes(rulesetFile)) return ''
  const { as_is: rules, sandboxed, may_fail: unsure } = await examineRuleset(rulesetFile, sources)
  for (const note of notTakenOver) observe.warning(`not taken over: ${note}`)
  const sandbox =
    sandboxed.length === 0 ? '' : `, ${countGroupedRules(sandboxed)} with JavaScript in the sandbox`
  const others =
    unsure.length === 0
      ? ''
      : `, ${countGroupedRules(unsure)} that may not run without a package (gov ruleset import)`
  return `${oneLine(rulesetFile)}: ${plural(rules.length, 'rule')} as they are${sandbox}${others}.\n`
}

/**
 * Checks or installs the pre-push hook and returns its path. Throws GovError, usage; call it with `refuse`
 * first, so that nothing is written before it throws.
 */
async function beforePush(context: Context, step: 'refuse' | 'install'): Promise<string> {
  const place = await gitPlace(context)
  await (step === 'refuse' ? refuseHook(place, 'pre-push') : installHook(place, 'pre-push', false))
  if (step === 'install') await warnWithoutProgram(place, 'pre-push', context)
  return relative(context.cwd, hookFile(place, 'pre-push'))
}

/** OpenAPI files that no entry of the new config covers; what cannot be read has its own warning. */
async function nameUnlisted(
  { definitions, workspace }: Setup,
  { unusable }: RepositoryFacts,
  { cwd, sources, observe }: Context,
): Promise<void> {
  const value = definitions.map((file) => ({ file }))
  const expanded = await expandDefinitions({ value }, sources)
  const unlisted = await unlistedDefinitions(expanded, workspace, cwd).catch(survivable)
  if (unlisted instanceof GovError) return observe.warning(unlisted.message)
  const others: string[] = []
  for (const each of unlisted.filter((one) => !unusable.some(({ file }) => file === one))) {
    const fault = await sources.readDefinition(each).catch(survivable)
    if (fault instanceof GovError)
      observe.warning(`left out: ${fault.message}. ${fault.hint ?? ''}`.trimEnd())
    else others.push(each)
  }
  if (others.length > 0)
    observe.warning(
      `${plural(others.length, 'OpenAPI file')} not in the config: ${joinNames(others, mostNamed)}`,
    )
}

/** A job has submodules only where its settings ask for them. */
async function nameSubmodules(
  { definitions, pipeline, base, breaking }: Setup,
  { cwd, observe }: Context,
): Promise<void> {
  if (pipeline === undefined) return
  const own = await findRepository(cwd)
  const inside: string[] = []
  for (const file of definitions)
    if ((await findRepository(dirname(resolve(cwd, file)))) !== own) inside.push(file)
  if (inside.length === 0) return
  const compared = breaking
    ? '. --breaking cannot compare these: take them out of the config, or the job stops'
    : base
      ? '. --base counts all of their issues as new'
      : ''
  observe.warning(
    `in submodules, which the job must check out (GitHub, Azure: submodules: true; GitLab: GIT_SUBMODULE_STRATEGY: recursive): ${joinNames(inside, mostNamed)}${compared}`,
  )
}

/** A team that uses vacuum may rely on such keys. */
async function nameIgnores({ definitions, address }: Setup, { sources, observe }: Context): Promise<void> {
  const places = await ignorePlaces(definitions, sources)
  if (places.length === 0) return
  const effect =
    address === undefined
      ? 'silences nothing'
      : 'may make the dashboard drop issues, so that checks are incomplete'
  observe.warning(
    `x-lint-ignore (${joinNames(places, mostNamed)}) ${effect}; policy.inline_waivers: x-lint-ignore accepts it`,
  )
}

const mostNamed = 10

async function renderEnding(
  written: readonly string[],
  { address, pipeline }: Setup,
  { isCut, isPackage }: RepositoryFacts,
  { insecureHttp }: InitFlags,
  { env, cwd }: Context,
): Promise<string> {
  const cut = isCut ? 'There may be more OpenAPI files: not all folders were searched.\n' : ''
  const token = address === undefined || env.GOV_TOKEN || env.GOV_TOKEN_FILE ? '' : 'GOV_TOKEN=... '
  // GOV_URL wins over the file: the next command must ask whom the config names.
  const elsewhere =
    env.GOV_URL !== undefined && env.GOV_URL !== (address ?? embedded) ? 'env -u GOV_URL ' : ''
  const accepted = insecureHttp ? ' --insecure-http' : ''
  const next = `Next: ${elsewhere}${token}${await nameProgram(env, cwd)} check${accepted}\n`
  const install = pipeline === undefined || isPackage || isPublished ? '' : uninstalled
  return `${cut}Wrote ${written.map(oneLine).join(', ')}.\n${next}${install}${pipeline === 'gitlab' ? included : ''}`
}

/** A job installs what package.json lists. */
const uninstalled = `For the job to run, add gov to package.json and commit it with its lock file: ${installLine}\n`

/** GitLab reads one file only. */
const included =
  'For the job to run, write this in .gitlab-ci.yml: include: { local: .gitlab/governance.yml }\n'
