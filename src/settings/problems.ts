import type { z } from 'zod'
import { type GovError, usageError } from '../model/errors.ts'
import type { Path } from '../model/location.ts'
import { suggest } from '../text/suggest.ts'
import { hintFor } from './hints.ts'
import { knownKeys } from './schema.ts'

/** One thing that is wrong, at one place. */
export interface Problem {
  readonly code: string
  readonly path: Path
  readonly message: string
  readonly hint: string
}

type Issue = z.core.$ZodIssue
/** The keys of each mapping, by its pattern. */
type Keys = () => ReadonlyMap<string, readonly string[]>
type NameOf = (path: Path) => string

/** What a schema found, in our words. `nameOf` gives what the user calls the value at a path. */
export function problemsOf(
  issues: readonly Issue[],
  raw: unknown,
  code: string,
  nameOf: NameOf,
  keys: Keys = knownKeys,
): Problem[] {
  return issues.flatMap((issue) => {
    const path = pathOf(issue)
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key, code, keys))
    const message = valueAt(raw, path) === undefined ? 'is missing' : issue.message
    const hint = hintFor(patternOf(path))
    return [{ code, path, message: `${nameOf(path)} ${message}`, hint }]
  })
}

/** `definitions[0].file`, and "the config" for the whole. */
export function dottedName(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return steps.join('').replace(/^\./, '') || 'the config'
}

const named: readonly string[] = ['policy.rulesets', 'dashboard.headers']

/** The same name with `[]` for every index, and `*` for a name of the user's own: what the tables of keys and hints go by. */
export function patternOf(path: Path): string {
  if (path.length === 0) return ''
  const [first, second] = path
  const isNamed = named.includes(`${first}.${second}`) && path.length > 2
  const general = isNamed && first && second ? [first, second, '*', ...path.slice(3)] : path
  return dottedName(general).replaceAll(/\[\d+\]/g, '[]')
}

const mostShown = 20

/** All problems as one error. The lines are the messages in the order given; a code that all share is kept. */
export function problemsError(problems: readonly Problem[], mixedCode: string): GovError {
  const lines = problems.slice(0, mostShown).map((problem) => problem.message)
  if (problems.length > mostShown) lines.push(`and ${problems.length - mostShown} more`)
  const [code, ...otherCodes] = new Set(problems.map((problem) => problem.code))
  const hints = new Set(problems.slice(0, mostShown).map((problem) => problem.hint))
  const only = code !== undefined && otherCodes.length === 0
  return usageError(only ? code : mixedCode, lines.join('\n'), [...hints].join('\n'))
}

function unknownKey(path: Path, key: string, code: string, keys: Keys): Problem {
  const known = keys().get(patternOf(path)) ?? []
  const meant = elsewhere(key, keys) ?? suggest(key, known)
  const question = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
  const where = path.length === 0 ? 'at the top of the file' : `under ${dottedName(path)}`
  return {
    code,
    path: [...path, key],
    message: `unknown key ${JSON.stringify(key)}${question}`,
    hint: `The keys ${where} are ${known.join(', ')}.`,
  }
}

/** The full name of a key that is known in another mapping. */
function elsewhere(key: string, keys: Keys): string | undefined {
  const home = [...keys()].find(([pattern, known]) => !/\[\]|\*/.test(pattern) && known.includes(key))
  return home && [home[0], key].filter((part) => part !== '').join('.')
}

function pathOf(issue: Issue): Path {
  return issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
}

function valueAt(raw: unknown, path: Path): unknown {
  let value = raw
  for (const step of path) {
    if (typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.getOwnPropertyDescriptor(value, step)?.value
  }
  return value
}
