/** Every command and flag, from the program that parses them. */
import type { Command, Option } from 'commander'
import { commands } from '../../../src/cli/commands.ts'
import { createProgram } from '../../../src/cli/run-command-line.ts'
import { connectionHeading } from '../../../src/terminal/help/flag-groups.ts'
import { testProcess } from '../../terminal/test-process.ts'
import { code, plain, renderTable } from './tables.ts'

interface NamedCommand {
  readonly name: string
  readonly command: Command
}

/** As many commands as a flag has to be shared by to be explained once. */
const fewest = 4

export async function listCommands(): Promise<readonly NamedCommand[]> {
  const names = commands.map(({ name }) => name)
  const program = await createProgram(names, testProcess().context, { help: '', fault: '' }, () => {})
  return walk(program, 'gov')
}

/** The commands that do something. Those of `gov dashboard` are listed by the names that they have by themselves. */
function walk(command: Command, name: string): NamedCommand[] {
  const inner = command.commands.filter((each) => each.name() !== 'dashboard')
  if (inner.length === 0) return [{ name, command }]
  return inner.flatMap((each) => walk(each, `${name} ${each.name()}`))
}

/** Also those that help leaves out for want of room; not the spellings that mean another flag. */
export function listFlags({ options }: Command): readonly Option[] {
  return options.filter(({ description }) => description !== '' && !/^another word for/.test(description))
}

export async function renderCommandLine(): Promise<{ readonly shared: string; readonly commands: string }> {
  const all = await listCommands()
  const options = all.flatMap(({ command }) => listFlags(command))
  const shared = groupBy(options, ({ long }) => long ?? '').flatMap(findShared)
  const isShared = (option: Option) => shared.some((each) => keyOf(each) === keyOf(option))
  return {
    shared: renderFlags(shared),
    commands: all.map((named) => renderCommand(named, isShared)).join('\n'),
  }
}

/** Of the options of one name, the one that most commands have, if these are enough. */
function findShared(sameName: readonly Option[]): readonly Option[] {
  const [most = []] = groupBy(sameName, keyOf).toSorted((one, other) => other.length - one.length)
  return most.length >= fewest ? most.slice(0, 1) : []
}

function groupBy(options: readonly Option[], key: (option: Option) => string): readonly Option[][] {
  const groups = new Map<string, Option[]>()
  for (const option of options) groups.set(key(option), [...(groups.get(key(option)) ?? []), option])
  return [...groups.values()]
}

function keyOf({ flags, description, argChoices }: Option): string {
  return [flags, description, argChoices ?? ''].join('\n')
}

function renderCommand({ name, command }: NamedCommand, isShared: (option: Option) => boolean): string {
  const words = command.registeredArguments.map((word) => [
    code(word.name()),
    plain(word.description) + notes(word),
  ])
  const flags = listFlags(command)
  const own = flags.filter((option) => !isShared(option))
  const others = flags.filter(isShared)
  const named = others.filter(({ helpGroupHeading }) => helpGroupHeading !== connectionHeading)
  const hasConnection = named.length < others.length
  const also = [
    ...named.map(({ long }) => code(long ?? '')),
    ...(hasConnection ? ['those of the [connection](connection.md)'] : []),
  ]
  const alias = command.alias() ? `\nAlso \`gov ${command.alias()}\`.\n` : ''
  return [
    `### ${name}\n\n${plain(command.description())}\n${alias}`,
    `\n\`${name}${usage(command)}\`\n`,
    words.length > 0 ? `\n${renderTable(['argument', ''], words)}` : '',
    own.length > 0 ? `\n${renderFlags(own)}` : '',
    also.length > 0 ? `\nAnd of the [shared flags](#shared-flags): ${also.join(', ')}.\n` : '',
  ].join('')
}

function usage(command: Command): string {
  return command.usage().replace(/^/, ' ').replace(' [command]', '').trimEnd()
}

function renderFlags(options: readonly Option[]): string {
  const rows = options.map((option) => [code(option.flags), plain(option.description) + notes(option)])
  return renderTable(['flag', ''], rows)
}

function notes({
  argChoices,
  defaultValue,
}: {
  readonly argChoices?: readonly string[] | undefined
  readonly defaultValue?: unknown
}): string {
  const choices = argChoices ? `: ${argChoices.map(code).join(', ')}` : ''
  const isSaid =
    defaultValue === undefined || typeof defaultValue === 'boolean' || Array.isArray(defaultValue)
  return choices + (isSaid ? '' : ` (default: ${code(String(defaultValue))})`)
}
