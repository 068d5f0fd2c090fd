import { type Command, Option } from 'commander'
import { exitCodes, GovError, usageError } from '../../model/errors.ts'
import { inspectConfig } from '../../settings/check-config.ts'
import { placedMessage } from '../../settings/config-source.ts'
import { loadConfig, type OpenedConfig, openConfig } from '../../settings/load/load-config.ts'
import { oneLine } from '../../text/sanitize.ts'
import { trustPathsHelp } from '../flags/ask-flags.ts'
import type { Context, Done } from '../terminal/context.ts'
import { jsonView } from '../terminal/views.ts'
import { type ConfigFinding, configWarnings } from './config-warnings.ts'

interface ConfigValidateFlags {
  readonly format: 'text' | 'json'
  readonly trustPaths?: boolean
}

const help = `
Examples:
  gov config validate
  gov config validate config/governance.yml
  gov config validate --format json

All problems are named at once, each with its place and what to do. Warnings are
for what gov check would miss when it is given no more than the config: they do
not fail.

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

export async function runConfigValidate(
  file: string | undefined,
  { format, trustPaths }: ConfigValidateFlags,
  context: Context,
): Promise<number> {
  try {
    const opened = await openConfig({ cwd: context.cwd, explicit: file, trustPaths })
    if (opened === undefined) throw noConfig()
    const findings = await findingsOf(opened, trustPaths, context)
    const write = format === 'json' ? writeJson : writeText
    await write(opened.name, findings, context)
    return isValid(findings) ? exitCodes.pass : exitCodes.usage
  } catch (error) {
    if (format === 'json' && error instanceof GovError) await writeJson(file, [findingOf(error)], context)
    throw error
  }
}

async function findingsOf(
  opened: OpenedConfig,
  trustPaths: boolean | undefined,
  context: Context,
): Promise<ConfigFinding[]> {
  const { values, problems } = inspectConfig(opened.source)
  if (values === undefined) return problems.map((problem) => ({ ...problem, severity: 'error' }))
  const loaded = await loadConfig({ cwd: context.cwd, explicit: opened.name, trustPaths })
  return loaded === undefined ? [] : configWarnings(loaded, context)
}

function findingOf({ code, message, hint }: GovError): ConfigFinding {
  return { code, message, hint, severity: 'error' }
}

function isValid(findings: readonly ConfigFinding[]): boolean {
  return findings.every(({ severity }) => severity !== 'error')
}

async function writeText(name: string, findings: readonly ConfigFinding[], { io }: Context): Promise<void> {
  const lines = findings.map((finding) => {
    const kind = finding.severity === 'warn' ? 'warning: ' : ''
    return `${kind}${oneLine(placedMessage(name, finding))}\n  hint: ${oneLine(finding.hint)}\n`
  })
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const count = errors === 1 ? '1 problem' : `${errors} problems`
  const verdict = errors === 0 ? 'is valid' : `is not valid: ${count}`
  await io.stdout.write(`${lines.join('')}${oneLine(name)} ${verdict}.\n`)
}

async function writeJson(
  name: string | undefined,
  findings: readonly ConfigFinding[],
  { io }: Context,
): Promise<void> {
  const problems = findings.map(({ at, code, severity, message, hint }) => {
    return { code, severity, ...at, message, hint }
  })
  const report = { version: 1, file: name ?? null, valid: isValid(findings), problems }
  await io.stdout.write(jsonView(report))
}

function noConfig(): Error {
  return usageError(
    'config-not-found',
    'no config found: no .governance.yml from here up to the repository root',
    'Run gov init, or pass a file: gov config validate FILE.',
  )
}
