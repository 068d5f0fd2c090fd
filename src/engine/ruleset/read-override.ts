import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { readPointer } from '../pointer.ts'
import type { Exception } from '../rule.ts'
import { compileGlob, GlobError } from './glob.ts'
import { readValue } from './read-with.ts'
import type { Report } from './ruleset-text.ts'
import { readSeverity, severityForms } from './severity.ts'

/** One entry of `overrides`, its rules still unread. */
interface OverrideParts {
  /** Whether it is for a file as a whole. The name is relative to the ruleset's folder. */
  readonly fits: (name: string) => boolean
  /** What it says of places in a file. */
  readonly exceptionsFor: (name: string) => readonly Exception[]
  /** Its `files`, as they are written. */
  readonly written: string
  /** Undefined where it speaks of places only. */
  readonly ruleset: Readonly<Record<string, unknown>> | undefined
}

const shape = once(() =>
  z.looseObject({
    files: z.array(z.string()).min(1, { error: 'must be a non-empty list of globs' }),
    rules: z.record(z.string(), z.unknown()).optional(),
  }),
)

/** Reads one entry of `overrides`, and reports what is wrong with it. */
export function readOverride(value: unknown, path: Path, report: Report): OverrideParts | undefined {
  const found = readValue(shape(), value, path, report)
  if (!found) return undefined
  const { files, ...ruleset } = found
  const targets = files.flatMap((text, index) => readTarget(text, [...path, 'files', index], report))
  const whole = targets.filter(({ pointer }) => pointer === undefined)
  const places = targets.filter(({ pointer }) => pointer !== undefined)
  if (whole.length === 0 && !ruleset.rules) report(path, 'needs "rules"')
  const severities = places.length > 0 ? readSeverities(ruleset, path, report) : new Map()
  return {
    fits: (name) => whole.some(({ matches }) => matches(name)),
    exceptionsFor: (name) =>
      places.flatMap(({ matches, pointer = [] }) => (matches(name) ? [{ pointer, severities }] : [])),
    written: files.join(' '),
    ruleset: whole.length > 0 ? ruleset : undefined,
  }
}

interface OverrideTarget {
  readonly matches: (name: string) => boolean
  readonly pointer: Path | undefined
}

/** `glob`, or `glob#/pointer`. */
function readTarget(text: string, path: Path, report: Report): OverrideTarget[] {
  const hash = text.indexOf('#')
  const pointer = hash === -1 ? undefined : readPointer(text.slice(hash).replace(/\/$/, ''))
  if (hash !== -1 && !pointer)
    report(path, 'the part after # must be a JSON pointer, such as #/paths/~1users')
  try {
    return [{ matches: compileGlob(hash === -1 ? text : text.slice(0, hash)), pointer }]
  } catch (error) {
    if (!(error instanceof GlobError || error instanceof SyntaxError)) throw error
    report(path, `"${text}" is not a glob: ${error.message}`)
    return []
  }
}

/** For a place in a file, rules can only get another severity: they have looked at the whole file by then. */
function readSeverities(
  ruleset: Readonly<Record<string, unknown>>,
  path: Path,
  report: Report,
): Exception['severities'] {
  const severities = new Map<string, NonNullable<ReturnType<typeof readSeverity>>>()
  const [other] = Object.keys(ruleset).filter((key) => key !== 'rules')
  if (other !== undefined) report([...path, other], 'a file with a pointer can only have "rules" beside it')
  for (const [id, value] of Object.entries(Object(ruleset.rules))) {
    const severity = readSeverity(value)
    if (severity) severities.set(id, severity)
    else report([...path, 'rules', id], `for part of a file, a rule can only be a severity: ${severityForms}`)
  }
  return severities
}
