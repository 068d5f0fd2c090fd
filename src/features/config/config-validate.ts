import type { Command } from 'commander'
import { openConfig } from '../../check/config/load-config.ts'
import { exitCodes, GovError, usageError } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { placedMessage } from '../../settings/config-source.ts'
import type { Context } from '../../terminal/context.ts'
import { trustPathsHelp } from '../../terminal/flags/ask-flags.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { jsonView } from '../../terminal/views.ts'
import { type ConfigFinding as Finding, inspectConfigFile } from './inspect-config-file.ts'

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

export function addConfigValidate(parent: Command, context: Context): void {
  parent
    .command('validate')
    .summary('report every problem in the config')
    .description('Reports every problem in a config, without contacting a dashboard.')
    .argument('[file]', 'config file (default: nearest .governance.yml, up to the repository root)')
    .addOption(createEnum('-f, --format <format>', 'output format', ['text', 'json'], 'text'))
    .option('--trust-paths', trustPathsHelp)
    .option('--no-color', 'disable colour')
    .addHelpText('after', help)
    .action((file: string | undefined, flags: ConfigValidateFlags) => runConfigValidate(file, flags, context))
}

async function runConfigValidate(
  file: string | undefined,
  { format, trustPaths }: ConfigValidateFlags,
  context: Context,
): Promise<number> {
  const { stdout } = context.io
  try {
    const { name, findings } = await inspect(file, trustPaths, context)
    await stdout.write((format === 'json' ? renderJson : renderFindings)(name, findings))
    return isValid(findings) ? exitCodes.pass : exitCodes.usage
  } catch (error) {
    if (format === 'json' && error instanceof GovError) {
      const { code, message, hint } = error
      await stdout.write(renderJson(file, [{ code, message, hint, severity: 'error' }]))
    }
    throw error
  }
}

async function inspect(file: string | undefined, trustPaths: boolean | undefined, context: Context) {
  const { cwd } = context
  const opened = await openConfig({ cwd, explicit: file, trustPaths })
  if (opened === undefined) {
    const message = 'no config found: no .governance.yml from here up to the repository root'
    throw usageError('config-not-found', message, 'Run gov init, or pass a file: gov config validate FILE.')
  }
  const { name } = opened
  return { name, findings: await inspectConfigFile(opened, trustPaths, context) }
}

function isValid(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== 'error')
}

function renderFindings(name: string, findings: readonly Finding[]): string {
  const lines = findings.map((finding) => {
    const kind = finding.severity === 'warn' ? 'warning: ' : ''
    return `${kind}${oneLine(placedMessage(name, finding))}\n  hint: ${oneLine(finding.hint)}\n`
  })
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const count = errors === 1 ? '1 problem' : `${errors} problems`
  return `${lines.join('')}${oneLine(name)} ${errors === 0 ? 'is valid' : `is not valid: ${count}`}.\n`
}

function renderJson(name: string | undefined, findings: readonly Finding[]): string {
  const problems = findings.map(({ at, code, severity, message, hint }) => {
    return { code, severity, ...at, message, hint }
  })
  return jsonView({ version: 1, file: name ?? null, valid: isValid(findings), problems })
}
