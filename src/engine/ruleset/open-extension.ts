import { type Extension, isBuiltinName } from './extends.ts'
import { unknownName } from './read-with.ts'
import type { Builtins, RulesetReader, RulesetSource } from './ruleset-source.ts'
import type { Report } from './ruleset-text.ts'

/** Where extended rulesets come from. */
export interface Sources {
  readonly read: RulesetReader
  readonly builtins: Builtins
  /** The names of the files that have been read, which this adds to. */
  readonly opened: Set<string>
}

/** Files that one ruleset may draw in. More is a mistake, or an attempt to keep the loader busy. */
const mostFiles = 100

/** The text of an extended ruleset; undefined when there is none, after its reason has been reported. */
export async function openExtension(
  { reference, path }: Extension,
  from: readonly string[],
  report: Report,
  { read, builtins, opened }: Sources,
): Promise<RulesetSource | undefined> {
  if (isBuiltinName(reference, builtins)) {
    const builtin = builtins.get(reference)
    if (!builtin) report(path, unknownName('built-in ruleset', reference, [...builtins.keys()]))
    return builtin?.()
  }
  try {
    const { name, text } = await read(reference, from.at(-1) ?? '')
    opened.add(name)
    const fault = faultOf(name, from, opened)
    if (!fault) return { name, text, format: name.endsWith('.json') ? 'json' : 'yaml' }
    report(path, fault)
  } catch (error) {
    report(path, `"${reference}" cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return undefined
}

function faultOf(name: string, from: readonly string[], opened: ReadonlySet<string>): string | undefined {
  if (from.includes(name)) return `extends itself: ${[...from.slice(from.indexOf(name)), name].join(' -> ')}`
  if (opened.size > mostFiles) return `is one of more than ${mostFiles} rulesets that extend one another`
  return undefined
}
