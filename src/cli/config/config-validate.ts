import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import { exitCodes, GovError, usageError } from '../../model/errors.ts'
import { exists } from '../../run/exists.ts'
import { type ConfigLayers, inspectConfig } from '../../settings/check-config.ts'
import { type PlacedProblem, placedMessage } from '../../settings/config-source.ts'
import { fromWorkingFolder, loadConfig, openConfig } from '../../settings/load/load-config.ts'
import { mergeSettings } from '../../settings/merge.ts'
import { type NamedPath, pathsIn } from '../../settings/paths.ts'
import { checkRules, isBuiltinRuleset } from '../../settings/rules.ts'
import type { Layer } from '../../settings/setting.ts'
import { oneLine } from '../../text/sanitize.ts'
import { trustPathsHelp } from '../flags/ask-flags.ts'
import type { Context, Done } from '../terminal/context.ts'
import { jsonView } from '../terminal/views.ts'

interface ConfigValidateFlags {
  readonly format: 'text' | 'json'
  readonly trustPaths?: boolean
}

const help = `
Examples:
  gov config validate
  gov config validate config/governance.yml
  gov config validate --format json

All problems are named at once, each with its place and what to do, those of
every profile among them. Warnings are for what gov check would miss when it is
given no more than the config: they do not fail.

Exit codes: 0 valid, 2 not valid, or there is no config.`

export function addConfigValidate(parent: Command, context: Context, done: Done): void {
  parent
    .command('validate')
    .summary('report every problem in the config')
    .description('Reports every problem in a config, without contacting a dashboard.')
    .argument('[file]', 'config file (default: nearest .governance.yml, up to the repository root)')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .option('--trust-paths', trustPathsHelp)
    .option('--no-color', 'disable colour')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: ConfigValidateFlags) =>
      done(await runConfigValidate(file, flags, context)),
    )
}

/** What is wrong, or (a warning) what a check would miss unless its flags or its environment set it. */
interface Finding extends Pick<PlacedProblem, 'code' | 'message' | 'hint' | 'at'> {
  readonly severity: 'error' | 'warn'
}

async function runConfigValidate(
  file: string | undefined,
  { format, trustPaths }: ConfigValidateFlags,
  context: Context,
): Promise<number> {
  const { stdout } = context.io
  try {
    const { name, findings } = await inspect(file, trustPaths, context)
    await stdout.write((format === 'json' ? jsonOf : textOf)(name, findings))
    return isValid(findings) ? exitCodes.pass : exitCodes.usage
  } catch (error) {
    if (format === 'json' && error instanceof GovError) {
      const { code, message, hint } = error
      await stdout.write(jsonOf(file, [{ code, message, hint, severity: 'error' }]))
    }
    throw error
  }
}

async function inspect(file: string | undefined, trustPaths: boolean | undefined, context: Context) {
  const { cwd } = context
  const opened = await openConfig({ cwd, explicit: file, trustPaths })
  if (opened === undefined) {
    throw usageError(
      'config-not-found',
      'no config found: no .governance.yml from here up to the repository root',
      'Run gov init, or pass a file: gov config validate FILE.',
    )
  }
  const { name } = opened
  const { values, problems } = inspectConfig(opened.source)
  if (values === undefined) {
    return { name, findings: problems.map((problem): Finding => ({ ...problem, severity: 'error' })) }
  }
  // For what it refuses: paths that lead out of the repository.
  await loadConfig({ cwd, explicit: name, trustPaths })
  const fromHere = (layer: Layer): Layer => fromWorkingFolder(layer, opened.file, cwd)
  return { name, findings: await findingsOf(values, fromHere, context) }
}

/** What a check by this config alone would meet, with each of its profiles, as far as no dashboard is needed. */
async function findingsOf(
  { layer, profiles }: ConfigLayers,
  fromHere: (layer: Layer) => Layer,
  context: Context,
): Promise<Finding[]> {
  const findings = [...brokenRules(layer), ...(await outdated(fromHere(layer), context))]
  for (const [name, own] of profiles) {
    const broken = brokenRules(own, layer).filter(({ message }) =>
      findings.every((each) => each.message !== message),
    )
    findings.push(...broken.map((each) => ({ ...each, message: `profile ${name}: ${each.message}` })))
    findings.push(...(await outdated(fromHere(own), context)))
  }
  return findings
}

/** What a flag or the environment may still set; anything else that the rules refuse is wrong in the file itself. */
const warnOnlyCodes: readonly string[] = [
  'dashboard-missing',
  'workspace-missing',
  'selector-missing',
  'target-missing',
]

function brokenRules(...layers: readonly Layer[]): Finding[] {
  const settings = mergeSettings(...layers)
  return checkRules(settings)
    .flatMap((rule) => rule(settings) ?? [])
    .map(({ code, message, hint }) => {
      return { code, message, hint, severity: warnOnlyCodes.includes(code) ? 'warn' : 'error' }
    })
}

/** Files that are not there, and waivers that have expired. */
async function outdated(layer: Layer, { cwd, now, sources }: Context): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const named of pathsIn(layer)) {
    const file = named.use === 'write' ? dirname(named.path) : named.path
    if (isBuiltinRuleset(file)) continue
    const isGlob = named.name === 'definitions' && sources.isGlob(file)
    const isThere = isGlob ? (await sources.search(file)).length > 0 : await exists(cwd, file)
    if (!isThere) findings.push(absent(named, file))
  }
  const today = now().toISOString().slice(0, 10)
  for (const { rule_id, expires } of layer.waivers?.value ?? []) {
    if (expires >= today) continue
    findings.push({
      code: 'waiver-expired',
      severity: 'warn',
      message: `${layer.waivers?.origin.place}: the waiver of ${rule_id} expired on ${expires}`,
      hint: 'Fix the issues and delete it, or set a new date.',
    })
  }
  return findings
}

function absent({ name, use, origin }: NamedPath, file: string): Finding {
  const setting = use === 'write' ? `the folder of ${name}` : name
  return {
    code: 'file-absent',
    severity: 'warn',
    message: `${origin.place}: ${setting} is ${file}, which does not exist`,
    hint: 'Create it before gov check runs, or fix the path. It is relative to the config.',
  }
}

function isValid(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== 'error')
}

function textOf(name: string, findings: readonly Finding[]): string {
  const lines = findings.map((finding) => {
    const kind = finding.severity === 'warn' ? 'warning: ' : ''
    return `${kind}${oneLine(placedMessage(name, finding))}\n  hint: ${oneLine(finding.hint)}\n`
  })
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const count = errors === 1 ? '1 problem' : `${errors} problems`
  return `${lines.join('')}${oneLine(name)} ${errors === 0 ? 'is valid' : `is not valid: ${count}`}.\n`
}

function jsonOf(name: string | undefined, findings: readonly Finding[]): string {
  const problems = findings.map(({ at, code, severity, message, hint }) => {
    return { code, severity, ...at, message, hint }
  })
  return jsonView({ version: 1, file: name ?? null, valid: isValid(findings), problems })
}
