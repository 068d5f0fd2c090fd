import type { Path } from '../../model/location.ts'
import { unknownName } from './read-with.ts'
import type { Builtins } from './ruleset-source.ts'
import type { Report } from './ruleset-text.ts'

export const modes = ['off', 'recommended', 'all'] as const

/** Which rules of an extended ruleset are on: none, the recommended ones, or all whose severity is not off. */
export type Mode = (typeof modes)[number]

export interface Extension {
  readonly reference: string
  /** Absent where only a name is given: each rule is as that ruleset has it. */
  readonly mode: Mode | undefined
  readonly path: Path
}

/** Reads `extends`, and reports what is wrong with it: forms, modes and URLs. */
export function readExtends(value: unknown, report: Report): readonly Extension[] {
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
  report: Report,
): readonly Extension[] {
  if (typeof entry === 'string') {
    if (modeOf(entry) && list.length === 2) {
      report(path, `write [[${String(list[0])}, ${entry}]]: a mode needs its own pair`)
      return []
    }
    return [{ reference: publishedName(entry), mode: undefined, path }]
  }
  if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[0] !== 'string') {
    report(path, `must be a name, or a pair of a name and a mode (${modes.join(', ')})`)
    return []
  }
  const mode = modeOf(entry[1])
  if (!mode) report([...path, 1], unknownName('mode', String(entry[1]), modes))
  return mode ? [{ reference: publishedName(entry[0]), mode, path: [...path, 0] }] : []
}

function modeOf(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value)
}

export function isUrl(reference: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(reference)
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
function publishedName(reference: string): string {
  return owaspPackage.exec(reference)?.[1] ?? reference
}
