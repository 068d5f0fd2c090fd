import type { Argument, Command, Option } from 'commander'
import { formats } from '../../core/model/formats.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { getLongFlag } from '../../settings/flags.ts'
import { type SettingName, settingNames, settingTable } from '../../settings/table.ts'
import type { Context } from '../../terminal/context.ts'
import { findSubcommand } from '../../terminal/help/find-subcommand.ts'
import { topicNames } from '../../terminal/help/help-topics.ts'
import type { CompletionNoun } from './known-names.ts'
import { listKnownNames } from './known-names.ts'

interface Candidate {
  readonly value: string
  readonly meaning: string
}

/** Completes the last of `words`, a line per candidate. Errors give none: who presses Tab wants no message. */
export async function complete(
  program: Command,
  words: readonly string[],
  context: Context,
): Promise<string> {
  return listCandidates(program, words, context).catch(() => '')
}

async function listCandidates(program: Command, words: readonly string[], context: Context): Promise<string> {
  const before = words.slice(0, -1)
  const word = words.at(-1) ?? ''
  const place = follow(program, before)
  const [, flag = '', start] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? []
  const inOne = start === undefined ? undefined : place.command.options.find(({ long }) => long === flag)
  const listFor = (kind: CompletionKind, prefix = '') =>
    listValues(kind, { prefix, start: word.slice(prefix.length), before }, context)
  if (inOne) return listFor(findOptionKind(inOne), `${flag}=`)
  if (place.option) return listFor(findOptionKind(place.option))
  if (!place.isLiteral && word.startsWith('-')) return renderCandidates(listFlags(place, program), word)
  const commands = place.operands === 0 && !place.isLiteral ? listCommands(place.command) : []
  if (commands.length > 0) return renderCandidates(commands, word)
  const argument = findArgument(place)
  if (argument) return listFor(findArgumentKind(place.command, argument))
  return place.isLiteral ? '' : renderCandidates(listFlags(place, program), word)
}

/** The command, argument count and pending flag before the cursor. */
interface CursorPlace {
  readonly command: Command
  readonly operands: number
  /** It waits for its value. */
  readonly option: Option | undefined
  readonly given: ReadonlySet<string>
  /** After `--`. */
  readonly isLiteral: boolean
}

function follow(program: Command, words: readonly string[]): CursorPlace {
  const start = {
    command: program,
    operands: 0,
    option: undefined,
    given: new Set<string>(),
    isLiteral: false,
  }
  return words.reduce<CursorPlace>((place, word) => step(place, word, program), start)
}

function step(place: CursorPlace, word: string, program: Command): CursorPlace {
  if (place.option) return { ...place, option: undefined }
  if (place.isLiteral) return { ...place, operands: place.operands + 1 }
  if (word === '--') return { ...place, isLiteral: true }
  if (word.startsWith('-')) {
    const found = findOption(place.command, program, word)
    const waits = found?.required === true && !word.includes('=')
    const given = new Set([...place.given, found?.long ?? word])
    return { ...place, given, option: waits ? found : undefined }
  }
  const next = place.operands === 0 ? findSubcommand(place.command, word) : undefined
  return next ? { ...place, command: next } : { ...place, operands: place.operands + 1 }
}

function findOption(command: Command, program: Command, word: string): Option | undefined {
  const name = word.split('=')[0]
  return [...command.options, ...program.options].find(({ long, short }) => long === name || short === name)
}

function listFlags({ command, given }: CursorPlace, program: Command): Candidate[] {
  const own = command.options.some(({ long }) => long === '--no-color') ? [] : program.options
  const free = [...command.options, ...own].filter(
    ({ hidden, long, description }) =>
      !hidden && (!given.has(long ?? '') || description.includes('repeatable')),
  )
  const flags = free.map(({ long, short, description }) => ({
    value: long ?? short ?? '',
    meaning: description,
  }))
  return [...flags, { value: '--help', meaning: 'show help' }]
}

function listCommands(command: Command): Candidate[] {
  const visible = command.createHelp().visibleCommands(command)
  return visible.map((each) => ({ value: each.name(), meaning: each.summary() || each.description() }))
}

function findArgument({ command, operands }: CursorPlace): Argument | undefined {
  const last = command.registeredArguments.at(-1)
  return command.registeredArguments[operands] ?? (last?.variadic ? last : undefined)
}

interface TypedValue {
  /** The part of the word before the value itself. */
  readonly prefix: string
  readonly start: string
  readonly before: readonly string[]
}

async function listValues(
  kind: CompletionKind,
  { prefix, start, before }: TypedValue,
  context: Context,
): Promise<string> {
  if (kind === 'files' || kind === 'folders') return `:${kind}\n`
  if (kind === 'reports') return completeReports(prefix, start) || ':files\n'
  const values = typeof kind === 'string' ? await listKnownNames(kind, before, context) : kind
  return renderCandidates(
    values.map((value) => ({ value: prefix + value, meaning: '' })),
    prefix + start,
  )
}

/** The formats of `FORMAT=FILE`; nothing where a file is next. */
function completeReports(prefix: string, start: string): string {
  if (start.includes('=')) return ''
  return renderCandidates(
    formats.map((format) => ({ value: `${prefix}${format}=`, meaning: '' })),
    prefix + start,
  )
}

function renderCandidates(found: readonly Candidate[], word: string): string {
  const distinct = new Map(found.map(({ value, meaning }) => [oneLine(value), oneLine(meaning)]))
  return [...distinct]
    .filter(([value]) => value.startsWith(word) && !/\s/.test(value))
    .map(([value, meaning]) => `${value}${meaning === '' ? '' : `\t${meaning}`}\n`)
    .join('')
}

/** The kinds of values: one of a list, a file, a folder, `FORMAT=FILE`, or a name. */
export type CompletionKind = readonly string[] | 'files' | 'folders' | 'reports' | CompletionNoun

const anything: CompletionKind = []

/** The values of flags without choices of commander's; for others the placeholder between `<` and `>` decides. */
const ofFlags: Readonly<Record<string, CompletionKind>> = {
  ...Object.fromEntries(settingNames.flatMap(findCompletion)),
  '--allow-remote': ['https://'],
  '--as': 'ruleset',
  '--base': ['auto', 'HEAD'],
  '--exclude': 'files',
  '--gateway-url': ['https://'],
  '--host': ['127.0.0.1', '0.0.0.0', '::1', '::'],
  '--link': ['https://'],
  '--product': ['gw'],
  '--rule': 'rule',
  '--shard': ['auto'],
}

function findCompletion(name: SettingName): (readonly [string, CompletionKind])[] {
  const { flag, completion } = settingTable[name]
  return flag && completion ? [[getLongFlag(flag), completion]] : []
}

export function findOptionKind({ long, flags, argChoices }: Option): CompletionKind {
  if (argChoices) return argChoices
  if (long === '--path') return anything
  if (flags.includes('[format=]')) return 'reports'
  return ofFlags[long ?? ''] ?? findPlaceholderKind(/[<[](.*)[>\]]/.exec(flags)?.[1] ?? '')
}

export function findArgumentKind(command: Command, argument: Argument): CompletionKind {
  if (argument.argChoices) return argument.argChoices
  const name = argument.name()
  if (name === 'topic') return [...topicNames, ...(command.parent?.commands ?? []).map((each) => each.name())]
  if (name === 'rule') return 'rule'
  if (name === 'old' || name === 'new') return 'files'
  if (name === 'id') return ofIds[command.parent?.name() ?? ''] ?? ofIds[command.name()] ?? anything
  return findPlaceholderKind(name)
}

const ofIds: Readonly<Record<string, CompletionKind>> = { api: 'api', ruleset: 'ruleset' }

function findPlaceholderKind(name: string): CompletionKind {
  if (/folder/.test(name)) return 'folders'
  return /file|^path$|\.json|\.ya?ml/.test(name) ? 'files' : anything
}
