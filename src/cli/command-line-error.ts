import type { Command, CommanderError } from 'commander'
import { type GovError, usageError } from '../core/model/errors.ts'
import { isFormat } from '../core/model/formats.ts'
import { suggest } from '../core/text/suggest.ts'
import type { Context } from '../terminal/context.ts'
import { findSubcommand } from '../terminal/help/find-subcommand.ts'
import { findBorrowedHint } from './borrowed-words.ts'
import { alreadyGiven, isCheck } from './commands.ts'

/** Turns commander's error into one that names the typed word and the nearest valid one. */
export function commandLineError(error: CommanderError, argv: readonly string[], program: Command): GovError {
  const [what = '', near] = error.message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .split('\n')
  const { command, names } = findCommand(program, argv)
  const wrongValue = choiceError(what, names.join(' ')) ?? repeatedError(what)
  if (wrongValue !== undefined) return wrongValue
  const lists = command.commands.length > 0 && !what.includes("option '") ? 'commands' : 'options'
  const help = `${names.join(' ')} --help lists the ${lists}.`
  const borrowed = borrowedWordHint(names.join(' '), what)
  const hint = borrowed ?? beginningHint(what, command) ?? near?.replace(/^\(|\)$/g, '') ?? help
  return usageError('bad-command-line', what, hint)
}

/** From `gov` to the command that the words name; a word after a flag may be its value. */
function findCommand(program: Command, argv: readonly string[]) {
  let command = program
  const names = [program.name()]
  for (const [at, word] of argv.entries()) {
    const next = findSubcommand(command, word)
    if (next) {
      command = next
      names.push(next.name())
    } else if (!word.startsWith('-') && !argv[at - 1]?.startsWith('-')) break
  }
  return { command, names }
}

/** `--ruleset` is the beginning of options that are longer than what commander takes for a slip. */
function beginningHint(what: string, command: Command): string | undefined {
  const [, typed] = /^unknown option '(--[\w-]+)/.exec(what) ?? []
  const meant = command.options.flatMap(({ long, flags }) => (long?.startsWith(`${typed}-`) ? [flags] : []))
  return meant.length === 0 ? undefined : `Did you mean ${meant.join(' or ')}?`
}

const wrongOption =
  /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '([\s\S]*)' is invalid\. Allowed choices are (.*)$/
const wrongArgument =
  /^command-argument value '([\s\S]*)' is invalid for argument '([\w-]+)'\. Allowed choices are (.*)$/

function repeatedError(what: string): GovError | undefined {
  if (!what.endsWith(alreadyGiven.slice(0, -1))) return undefined
  const [, option] = /^option '(?:-\w, )?(--[\w-]+)/.exec(what) ?? []
  const hint = 'Remove one, or run gov once for each.'
  return usageError('bad-command-line', `${option} can be given only once`, hint)
}

/** Commander lists the choices, and leaves it to the reader to find the one that was meant. */
function choiceError(what: string, command: string): GovError | undefined {
  const [, option, ofOption = '', choices = ''] = wrongOption.exec(what) ?? []
  if (option !== undefined)
    return notAChoiceError(option, ofOption, choices, findBorrowedHint(command, `${option} ${ofOption}`))
  const [, ofArgument = '', argument, list = ''] = wrongArgument.exec(what) ?? []
  return argument === undefined ? undefined : notAChoiceError(argument, ofArgument, list)
}

function notAChoiceError(name: string, value: string, choices: string, borrowed?: string): GovError {
  const near = suggest(value.split('=')[0] ?? '', choices.split(', '))
  const meant = borrowed ? `${borrowed} ` : near === undefined ? '' : `Did you mean "${near}"? `
  return usageError('bad-command-line', `${name} cannot be "${value}"`, `${meant}The choices are ${choices}.`)
}

/**
 * The report of a `gov check` whose command line cannot be read, in the files that it names or the config does, so that none
 * holds the verdict of an earlier run; and on standard output, where `--format` names a format for programs: they are
 * promised a whole document whatever happens.
 */
export async function reportBadCommandLine(
  argv: readonly string[],
  error: unknown,
  context: Context,
): Promise<void> {
  if (!isCheck(argv) || argv.includes('--watch')) return
  const named = argv.includes('--json')
    ? 'json'
    : (argv.map((word) => word.replace(/^--format=|^-f=?/, '')).findLast(isFormat) ?? '')
  const [{ openOutput }, { createEmptyRun }, { readConfiguredReports }] = await Promise.all([
    import('../terminal/report/output.ts'),
    import('../core/model/failure.ts'),
    import('../check/reports/configured-reports.ts'),
  ])
  const outputs = [...listValues('--output', argv), ...listValues('-o', argv)]
  const others = argv.filter(
    (word, at) => !/^(?:--output|-o)$/.test(argv[at - 1] ?? '') && !/^(?:--output=|-o)/.test(word),
  )
  const asked = {
    config: listValues('--config', argv).at(-1),
    profile: listValues('--profile', argv).at(-1),
    trustPaths: argv.includes('--trust-paths'),
    inputs: others.map((word) => word.replace(/^--[\w-]+=/, '')),
  }
  const configured = await readConfiguredReports(asked, context)
  const asFlags = {
    ...(isFormat(named) && { format: named }),
    ...(outputs.length > 0 && { output: outputs }),
  }
  const output = openOutput(asFlags, context)
  await output.writeFailure(error, createEmptyRun(context.now(), context.version), configured)
}

function listValues(option: string, argv: readonly string[]): string[] {
  return argv.flatMap((word, at) => {
    if (word === option) return argv[at + 1] ?? []
    if (word.startsWith(`${option}=`)) return word.slice(option.length + 1)
    return option.length === 2 && word.startsWith(option) ? word.slice(2) : []
  })
}

/** What to type instead of a word that other programs know; undefined for any other. */
function borrowedWordHint(command: string, what: string): string | undefined {
  const [, kind, word = ''] = /^unknown (option|command) '([^'=]+)/.exec(what) ?? []
  if (kind === 'command' && command === 'gov' && /\.(?:json|ya?ml)$/i.test(word))
    return `To check it: gov check ${word}`
  return findBorrowedHint(command, word)
}
