import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes, usageError } from '../errors.ts'
import { suggest } from '../suggest.ts'

const exitCodesTopic = `Exit codes

  ${exitCodes.pass}    pass            everything asked for was evaluated, and the policy accepts it
  ${exitCodes.policy}    policy failed   evaluated completely; the policy does not accept the result
  ${exitCodes.usage}    usage           a flag, the config, a definition or a ruleset must be changed here
  ${exitCodes.access}    access          401 or 403: credential, permission, ownership or licence
  ${exitCodes.unavailable}    unavailable     network, TLS, timeout, 5xx, or an answer that is not the contract's
  ${exitCodes.incomplete}    incomplete      cut short, failed in part, no ruleset ran, or an API was not evaluated
  ${exitCodes.not_found}    not found       an id that the dashboard does not know
  ${exitCodes.bug}   bug             an unexpected fault in gov itself
  ${exitCodes.interrupted}  interrupted     Ctrl-C (SIGINT)
  ${exitCodes.terminated}  terminated      SIGTERM

When several hold, the first of 130, 143, 70, 2, 3, 4, 6, 5, 1 wins.
Only 0 means that everything asked for was checked and accepted.
`

const strictnessTopic = `Strictness

  strict       errors and warnings fail
  standard     errors fail
  permissive   no issue fails

Only rulesets whose action is not "none" gate; the issues of the others are reported. --strictness stands for
fail_on: warn, error or never with advisory_actions: ["none"], and puts aside what the config says of fail_on, max,
rulesets and advisory_actions. An evaluation that was cut or failed in part never passes.

The names are those of the vendor's reference script. Its exit codes are not: it exits 2 on errors, on wrong usage
and on what could not run, and 1 on warnings under strict. gov exits 1 when the policy fails, and gives every other
case a code of its own (gov help exit-codes). Without --strictness, the policy is the config's.
`

const topics: Readonly<Record<string, string>> = {
  'exit-codes': exitCodesTopic,
  strictness: strictnessTopic,
}

export function addHelp(program: Command, context: Context, done: (exitCode: number) => void): void {
  program
    .command('help')
    .summary('show the help of a command, or a topic: exit-codes, strictness')
    .description(`Shows the help of a command or one of the topics: ${Object.keys(topics).join(', ')}.`)
    .argument('[topic...]', 'a command, such as "check" or "api get", or a topic')
    .action(async (words: readonly string[]) => done(await runHelp(words, program, context)))
}

export async function runHelp(words: readonly string[], program: Command, { io }: Context): Promise<number> {
  const [topic, ...others] = words
  const text = others.length === 0 && Object.hasOwn(topics, topic ?? '') ? topics[topic ?? ''] : undefined
  if (text !== undefined) await io.stdout.write(text)
  else if (topic === undefined) await io.stdout.write(program.helpInformation())
  else commandOf(words, program).outputHelp()
  return exitCodes.pass
}

/** Follows the words from command to command; the program writes what the last one prints. */
function commandOf(words: readonly string[], program: Command): Command {
  let command = program
  for (const [at, word] of words.entries()) {
    const next = command.commands.find((candidate) => candidate.name() === word)
    if (next === undefined) throw unknownTopic(words.slice(0, at), word, command)
    command = next
  }
  return command
}

function unknownTopic(before: readonly string[], word: string, { commands }: Command): Error {
  const names = commands.map((command) => command.name())
  const known = before.length === 0 ? [...Object.keys(topics), ...names] : names
  const near = suggest(word, known)
  const said = [...before, word].join(' ')
  const list = known.length === 0 ? `gov help ${before.join(' ')}` : known.join(', ')
  return usageError(
    'unknown-topic',
    `there is no help on "${said}"`,
    near === undefined
      ? `There is help on ${list}.`
      : `Did you mean "gov help ${[...before, near].join(' ')}"?`,
  )
}
