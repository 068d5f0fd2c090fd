import { messageOf } from '../../model/system-error.ts'
import { type Extension, isBuiltinName, isCode, isPackage, isUrl } from './extends.ts'
import { unknownName } from './read-with.ts'
import type { Builtins, RulesetFetcher, RulesetReader, RulesetSource } from './ruleset-source.ts'
import type { Report } from './ruleset-text.ts'

/** Where extended rulesets come from. */
export interface Sources {
  readonly read: RulesetReader
  /** Absent: no URL can be extended. */
  readonly fetch?: RulesetFetcher | undefined
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
  { builtins, opened, ...reading }: Sources,
): Promise<RulesetSource | undefined> {
  if (isBuiltinName(reference, builtins)) {
    const builtin = builtins.get(reference)
    if (builtin) return { ...(await builtin()), isBuiltin: true }
    report(path, unknownName('built-in ruleset', reference, [...builtins.keys()]))
    return undefined
  }
  if (isUrl(reference) && isCode(reference)) {
    report(path, `"${reference}" is code from a URL, which gov does not run: save it next to this ruleset`)
    return undefined
  }
  try {
    const { name, text } = await readOrFetch(reference, from.at(-1) ?? '', reading)
    opened.add(name)
    const fault = faultOf(name, from, opened)
    if (!fault) return { name, text, format: /\.json(\?|$)/i.test(name) ? 'json' : 'yaml' }
    report(path, fault)
  } catch (error) {
    report(path, `"${reference}" cannot be read: ${messageOf(error)}`)
  }
  return undefined
}

/** A name in a ruleset from a URL is relative to that URL, as a name in a file is to the file. */
export async function readOrFetch(
  reference: string,
  from: string,
  { read, fetch = refuseUrl }: Pick<Sources, 'read' | 'fetch'>,
): Promise<{ readonly name: string; readonly text: string }> {
  if (!isUrl(reference) && !isUrl(from)) return readFileOrPackage(reference, from, read)
  const { href } = isUrl(from) ? new URL(reference, from) : new URL(reference)
  return { name: href, text: await fetch(href) }
}

/** A name without a path is that of a file next to the ruleset, else of a package. */
async function readFileOrPackage(reference: string, from: string, read: RulesetReader) {
  if (!isPackage(reference) || /^[^@].*\.(?:ya?ml|json|[cm]?js)$/i.test(reference))
    return read(reference, from)
  return read(reference, from).catch(() => read(`npm:${reference}`, from))
}

async function refuseUrl(): Promise<never> {
  throw new Error(
    'rulesets are read only from files, not URLs: save it next to this one, or name the URL with --allow-extends',
  )
}

function faultOf(name: string, from: readonly string[], opened: ReadonlySet<string>): string | undefined {
  if (from.includes(name)) return `extends itself: ${[...from.slice(from.indexOf(name)), name].join(' -> ')}`
  if (opened.size > mostFiles) return `extends more than ${mostFiles} rulesets`
  return undefined
}
