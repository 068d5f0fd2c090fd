import type { CommanderError } from 'commander'
import { type GovError, usageError } from '../model/errors.ts'
import { formats, isFormat } from '../model/formats.ts'
import { suggest } from '../text/suggest.ts'
import { commands } from './commands.ts'
import type { Context } from './terminal/context.ts'

/** What is wrong with a command line, as an error of ours: what was typed, and the nearest valid word. */
export function commandLineError(error: CommanderError, argv: readonly string[]): GovError {
  const [what = '', near] = error.message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .split('\n')
  const wrongChoice = choiceError(what)
  if (wrongChoice !== undefined) return wrongChoice
  const isOf = (word: string) => commands.find(({ name, alias }) => word === name || word === alias)
  const command = argv.map(isOf).find((found) => found !== undefined)
  const help = `gov ${command ? `${command.name} ${verbOf(error, argv, command.name)}` : ''}--help lists the options.`
  const hint = near?.replace(/^\(|\)$/g, '') ?? help
  return usageError('bad-command-line', what, hint)
}

/** The word after a command is its verb where the verb's own flag is missing. */
function verbOf({ code }: CommanderError, argv: readonly string[], name: string): string {
  const word = argv[argv.indexOf(name) + 1] ?? ''
  return code === 'commander.missingMandatoryOptionValue' && /^[a-z]/.test(word) ? `${word} ` : ''
}

const wrongOption = /^option '(--[\w-]+)[^']*' argument '([\s\S]*)' is invalid\. Allowed choices are (.*)$/
const wrongArgument =
  /^command-argument value '([\s\S]*)' is invalid for argument '([\w-]+)'\. Allowed choices are (.*)$/

/** Commander lists the choices, and leaves it to the reader to find the one that was meant. */
function choiceError(what: string): GovError | undefined {
  const [, option, ofOption = '', choices = ''] = wrongOption.exec(what) ?? []
  if (option !== undefined) return notOneOf(option, ofOption, choices)
  const [, ofArgument = '', argument, list = ''] = wrongArgument.exec(what) ?? []
  return argument === undefined ? undefined : notOneOf(argument, ofArgument, list)
}

function notOneOf(name: string, value: string, choices: string): GovError {
  const near = suggest(value.split('=')[0] ?? '', choices.split(', '))
  const meant = near === undefined ? '' : `Did you mean "${near}"? `
  return usageError('bad-command-line', `${name} cannot be "${value}"`, `${meant}The choices are ${choices}.`)
}

/**
 * The report of a `gov check` whose command line cannot be read, on standard output, where `--format` names a format
 * for programs: they are promised a whole document whatever happens.
 */
export async function reportBadCommandLine(
  argv: readonly string[],
  error: unknown,
  context: Context,
): Promise<void> {
  const word = argv.findLast((word) => formats.some((name) => word === name || word === `--format=${name}`))
  const format = word?.replace('--format=', '') ?? ''
  if (!['check', 'lint'].includes(argv[0] ?? '') || !isFormat(format)) return
  const { openOutput } = await import('./check/output.ts')
  const { nothingRun } = await import('../run/failed-report.ts')
  await openOutput({ format }, context).writeFailure(error, nothingRun(context.now(), context.version))
}
