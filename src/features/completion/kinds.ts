import type { Argument, Command, Option } from 'commander'
import { getLongFlag } from '../../settings/flags.ts'
import { type SettingName, settingNames, table } from '../../settings/table.ts'
import { topicNames } from '../../terminal/help/help-topics.ts'
import type { Noun } from './known-names.ts'

/** What a value can be: one of a list, a file, a name, `FORMAT=FILE`, or anything. */
export type CompletionKind = readonly string[] | 'files' | 'folders' | 'reports' | Noun

const anything: CompletionKind = []

/** The values of flags without choices of commander's; for others the placeholder between `<` and `>` decides. */
const ofFlags: Readonly<Record<string, CompletionKind>> = {
  ...Object.fromEntries(settingNames.flatMap(findCompletion)),
  '--allow-extends': ['https://'],
  '--as': 'ruleset',
  '--base': ['auto', 'HEAD'],
  '--gateway-url': ['https://'],
  '--host': ['127.0.0.1', '0.0.0.0', '::1', '::'],
  '--link': ['https://'],
  '--product': ['gw'],
  '--rule': 'rule',
  '--rule-id': 'rule',
  '--shard': ['auto'],
}

function findCompletion(name: SettingName): (readonly [string, CompletionKind])[] {
  const { flag, completion } = table[name]
  return flag && completion ? [[getLongFlag(flag), completion]] : []
}

export function kindOfOption({ long, flags, argChoices }: Option): CompletionKind {
  if (argChoices) return argChoices
  if (long === '--path') return anything
  if (flags.includes('[format=]')) return 'reports'
  return ofFlags[long ?? ''] ?? kindOfPlaceholder(/[<[](.*)[>\]]/.exec(flags)?.[1] ?? '')
}

export function kindOfArgument(command: Command, argument: Argument): CompletionKind {
  if (argument.argChoices) return argument.argChoices
  const name = argument.name()
  if (name === 'topic') return [...topicNames, ...(command.parent?.commands ?? []).map((each) => each.name())]
  if (name === 'rule') return 'rule'
  if (name === 'old' || name === 'new') return 'files'
  if (name === 'id') return ofIds[command.parent?.name() ?? ''] ?? ofIds[command.name()] ?? anything
  return kindOfPlaceholder(name)
}

const ofIds: Readonly<Record<string, CompletionKind>> = { api: 'api', ruleset: 'ruleset' }

function kindOfPlaceholder(name: string): CompletionKind {
  if (/folder/.test(name)) return 'folders'
  return /file|^path$|\.json|\.ya?ml/.test(name) ? 'files' : anything
}
