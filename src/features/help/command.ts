import type { Command } from 'commander'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { suggest } from '../../core/text/suggest.ts'
import type { Context } from '../../terminal/context.ts'
import { findSubcommand } from '../../terminal/help/find-subcommand.ts'
import { foldHelp } from '../../terminal/help/flag-groups.ts'
import { topicNames, topics } from '../../terminal/help/help-topics.ts'

const examples = `
Examples:
  gov help api get
  gov help exit-codes`

export function add(help: Command, context: Context): void {
  help
    .description(`Shows help for a command or one of these topics: ${topicNames.join(', ')}.`)
    .argument('[topic...]', 'a command, such as "check" or "api get", or a topic')
    .addHelpText('after', examples)
    .action((words: readonly string[]) => runHelp(words, help.parent ?? help, context))
}

async function runHelp(words: readonly string[], program: Command, { io }: Context): Promise<number> {
  const [topic, ...others] = words
  const name = others.length === 0 ? topicNames.find((topicName) => topicName === topic) : undefined
  if (name !== undefined) await io.stdout.write(foldHelp(topics[name](io.proseWidth), io.proseWidth))
  else if (topic === undefined) await io.stdout.write(foldHelp(program.helpInformation(), io.proseWidth))
  else findCommand(words, program).outputHelp()
  return exitCodes.pass
}

/** Follows the words from command to command; the program writes what the last one prints. */
function findCommand(words: readonly string[], program: Command): Command {
  let command = program
  for (const [at, word] of words.entries()) {
    const next = findSubcommand(command, word)
    if (next === undefined) throw unknownTopicError(words.slice(0, at), word, command)
    command = next
  }
  return command
}

function unknownTopicError(before: readonly string[], word: string, { commands }: Command): Error {
  const names = commands.map((command) => command.name())
  const known = before.length === 0 ? [...topicNames, ...names] : names
  const near = suggest(word, known)
  const words = [...before, word].join(' ')
  const list = known.length === 0 ? `gov help ${before.join(' ')}` : known.join(', ')
  const message = `no help for "${words}"`
  const hint =
    near === undefined ? `Choose one of ${list}.` : `Did you mean "gov help ${[...before, near].join(' ')}"?`
  return usageError('unknown-topic', message, hint)
}
