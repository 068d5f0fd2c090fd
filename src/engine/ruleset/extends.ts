import type { Path } from '../../core/model/location.ts'
import { isUrl } from '../../core/text/url.ts'
import type { Builtins, StoredRuleset } from './builtins.ts'
import { describeUnknownName } from './read-with.ts'
import type { RulesetFetcher, RulesetReader, RulesetSource } from './ruleset-source.ts'
import type { ReportProblem } from './ruleset-text.ts'

export const modes = ['off', 'recommended', 'all'] as const

/** The rules of an extended ruleset that are on: none, the recommended ones, or all whose severity is not off. */
export type Mode = (typeof modes)[number]

export interface Extension {
  readonly reference: string
  /** Absent where only a name is given: each rule is as that ruleset has it. */
  readonly mode: Mode | undefined
  readonly path: Path
}

/** Reads `extends`, and reports what is wrong with it: forms, modes and URLs. */
export function readExtends(value: unknown, report: ReportProblem): readonly Extension[] {
  if (typeof value === 'string') return readEntry(value, [], ['extends'], report)
  if (!Array.isArray(value)) {
    report(['extends'], 'must be the name of a ruleset, or a list of names and [name, mode] pairs')
    return []
  }
  return value.flatMap((entry: unknown, index) => readEntry(entry, value, ['extends', index], report))
}

function readEntry(
  entry: unknown,
  list: readonly unknown[],
  path: Path,
  report: ReportProblem,
): readonly Extension[] {
  if (typeof entry === 'string') {
    if (readMode(entry) && list.length === 2) {
      report(path, `write [[${String(list[0])}, ${entry}]]: a mode needs its own pair`)
      return []
    }
    return [{ reference: readPublishedName(entry), mode: undefined, path }]
  }
  if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[0] !== 'string') {
    report(path, `must be a name, or a pair of a name and a mode (${modes.join(', ')})`)
    return []
  }
  const mode = readMode(entry[1])
  if (!mode) report([...path, 1], describeUnknownName('mode', String(entry[1]), modes))
  return mode ? [{ reference: readPublishedName(entry[0]), mode, path: [...path, 0] }] : []
}

function readMode(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value)
}

/** Whether a ruleset is written in JavaScript, by its name. */
export function isCode(name: string): boolean {
  return /\.[cm]?js$/i.test(name)
}

/** Whether a reference has the form of a built-in ruleset's name, such as `spectral:oas`; `C:\` is a drive. */
export function isBuiltinName(reference: string, builtins: Builtins): boolean {
  return builtins.has(reference) || /^[a-z][a-z0-9-]+:(?!\/\/)/i.test(reference)
}

/** Whether a reference can be the name of an npm package, or of a file in one: no path, no URL, no drive. */
export function isPackage(reference: string): boolean {
  return /^(?:@[\w.~-]+\/)?[a-z0-9~_-][\w.~-]*(?:\/[\w.~-]+)*$/i.test(reference)
}

const owaspPackage =
  /^https:\/\/unpkg\.com\/(@stoplight\/spectral-owasp-ruleset)(?:@[\^~]?2(?:\.[^/]*)?)?\/dist\/ruleset\.m?js$/

/**
 * The name under which the engine has a published ruleset, for the URLs of it that its documentation tells people to
 * extend; any other reference is its own name. A URL of version 1 is none of these: its rules have other names.
 */
function readPublishedName(reference: string): string {
  return owaspPackage.exec(reference)?.[1] ?? reference
}

export interface RulesetSources {
  readonly read: RulesetReader
  /** Absent: no URL can be extended. */
  readonly fetch?: RulesetFetcher | undefined
  readonly builtins: Builtins
  /** The names of the files that have been read, which this adds to. */
  readonly opened: Set<string>
}

/** Files that one ruleset may draw in. More is a mistake, or an attempt to keep the loader busy. */
const mostFiles = 100

/** The text of an extended ruleset; undefined when it may not be, after its reason has been reported. Rejects if it cannot be read. */
export async function openExtension(
  { reference, path }: Extension,
  from: readonly string[],
  report: ReportProblem,
  { builtins, opened, ...reading }: RulesetSources,
): Promise<RulesetSource | StoredRuleset | undefined> {
  if (isBuiltinName(reference, builtins)) {
    const builtin = builtins.get(reference)
    if (builtin) return { ...(await builtin()), isBuiltin: true }
    report(path, describeUnknownName('built-in ruleset', reference, [...builtins.keys()]))
    return undefined
  }
  if (isUrl(reference) && isCode(reference)) {
    report(path, `"${reference}" is code from a URL, which gov does not run: save it next to this ruleset`)
    return undefined
  }
  const { name, text } = await readOrFetch(reference, from.at(-1) ?? '', reading)
  opened.add(name)
  const fault = findExtendsFault(name, from, opened)
  if (!fault) return { name, text, format: /\.json(\?|$)/i.test(name) ? 'json' : 'yaml' }
  report(path, fault)
  return undefined
}

/** A name in a ruleset from a URL is relative to that URL, as a name in a file is to the file. */
export async function readOrFetch(
  reference: string,
  from: string,
  { read, fetch = refuseUrl }: Pick<RulesetSources, 'read' | 'fetch'>,
): Promise<{ readonly name: string; readonly text: string }> {
  if (!isUrl(reference) && !isUrl(from)) return readFileOrPackage(reference, from, read)
  const { href } = isUrl(from) ? new URL(reference, from) : new URL(reference)
  return { name: href, text: await fetch(href) }
}

/** A name without a path is that of a file next to the ruleset, else of a package. */
async function readFileOrPackage(reference: string, from: string, read: RulesetReader) {
  if (!isPackage(reference)) return read(reference, from)
  const isFile = /^[^@].*\.(?:ya?ml|json|[cm]?js)$/i.test(reference)
  return read(reference, from).catch(async (error: unknown) => {
    if (isFile && !reference.includes('/')) throw error
    return read(`npm:${reference}`, from).catch((lacking: unknown) => {
      throw isFile ? error : lacking
    })
  })
}

async function refuseUrl(): Promise<never> {
  throw new Error(
    'rulesets are read only from files, not URLs: save it next to this one, or allow the URL with gov check --allow-remote',
  )
}

function findExtendsFault(
  name: string,
  from: readonly string[],
  opened: ReadonlySet<string>,
): string | undefined {
  if (from.includes(name)) return `extends itself: ${[...from.slice(from.indexOf(name)), name].join(' -> ')}`
  if (opened.size > mostFiles) return `extends more than ${mostFiles} rulesets`
  return undefined
}
