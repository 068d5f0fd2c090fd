import type { FaultPlace, GovError } from '../core/model/errors.ts'
import type { Path } from '../core/model/location.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import { findPosition } from '../core/text/places.ts'
import { holdsCredentials } from './dashboard-url.ts'
import { dottedName, type Problem, problemsError, type ReadValues } from './problems.ts'
import { findHeaderSecret, findSecretForm } from './secret.ts'

/** A config or a policy that has been read and not yet checked. */
export interface ConfigSource {
  readonly document: SourceDocument
  /** The path to the config: empty, or one key of `package.json`. */
  readonly root: Path
  readonly value: unknown
  /** The file as messages name it. */
  readonly name: string
}

/** A problem and where it stands; a place that was not looked up is missing. */
export interface PlacedProblem extends Problem {
  readonly at?: Position | undefined
}

export interface Inspected<Values> {
  readonly values: Values | undefined
  readonly problems: readonly PlacedProblem[]
}

/** Lists all problems of a source in the order of its text; a source with a problem has no values. */
export function inspectSource<Values>(
  source: ConfigSource,
  { values, problems: faults }: ReadValues<Values>,
): Inspected<Values> {
  const reported = findForbidden(source.value)
  // One problem at a place is enough: a secret need not be called unknown as well.
  const places = new Set(reported.map(({ path }) => dottedName(path)))
  const others = faults.filter(({ path }) => !places.has(dottedName(path)))
  const problems = [...listRepeats(source), ...reported, ...others]
  return { values: problems.length === 0 ? values : undefined, problems: placeProblems(problems, source) }
}

/** Problems of a source, which are in order, as one error. */
export function placedError(problems: readonly PlacedProblem[], name: string): GovError {
  const named = problems.map((problem) => ({ ...problem, message: placedMessage(name, problem) }))
  const at = problems[0]?.at
  return problemsError(named, 'config-invalid', at && { file: name, ...at })
}

/** `file:line:column: what`, as compilers print it and editors follow it. */
export function placedMessage(name: string, { at, message }: Pick<PlacedProblem, 'at' | 'message'>): string {
  return at === undefined ? message : `${name}:${at.line}:${at.column}: ${message}`
}

/** `file:line:column` of the key at `path`, from the config's root. */
export function findPlace(source: ConfigSource, path: Path): string {
  const { line, column } = findKeyPosition(source, path)
  return `${source.name}:${line}:${column}`
}

function listRepeats({ document, root }: ConfigSource): Problem[] {
  const repeated = document
    .keyFaults()
    .filter(({ kind, path }) => kind === 'repeated' && root.every((step, index) => path[index] === step))
  const duplicates = new Map(repeated.map(({ path }) => [JSON.stringify(path), path]))
  return [...duplicates.values()].map((path) => ({
    code: 'config-invalid',
    path: path.slice(root.length),
    message: `duplicate key ${JSON.stringify(path.at(-1))}`,
    hint: 'Remove one: only the last would count.',
  }))
}

/** More problems than anyone reads are not looked up in the text: a hostile file could hold a hundred thousand. */
const maxPlaced = 100

export function placeProblems(problems: readonly Problem[], source: ConfigSource): PlacedProblem[] {
  const placed = problems
    .slice(0, maxPlaced)
    .map((problem) => ({ ...problem, at: findKeyPosition(source, problem.path) }))
    .sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)
  return [...placed, ...problems.slice(maxPlaced)]
}

type Position = Omit<FaultPlace, 'file'>

/** Finds the position of the key that ends `path`; for an item of a list, or a key that is not there, `locate`'s answer. */
export function findKeyPosition({ document, root }: ConfigSource, path: Path): Position {
  const whole = [...root, ...path]
  const { start_line: line, start_char: column } = document.locate(whole)
  const key = whole.at(-1)
  if (typeof key !== 'string' || key === '') return { line, column }
  const { text } = document
  const start = findLastKey(text, key, findOffset(text, line, column))
  return start === -1 ? { line, column } : findPosition(text, start)
}

/** The last place up to `offset` where `key` and a colon stand, quotes included. */
function findLastKey(text: string, key: string, offset: number): number {
  for (
    let at = text.lastIndexOf(key, offset);
    at !== -1;
    at = at === 0 ? -1 : text.lastIndexOf(key, at - 1)
  ) {
    if (!/^["']?[ \t]*:/.test(text.slice(at + key.length, at + key.length + 100))) continue
    return /["']/.test(text.charAt(at - 1)) ? at - 1 : at
  }
  return -1
}

function findOffset(text: string, line: number, column: number): number {
  let start = 0
  for (let passed = 1; passed < line; passed++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

const secretKeyPattern =
  /token|secret|passw|passphrase|apikey|accesskey|privatekey|authorization|adminauth|credential|bearer|^cookie$/

const hint =
  'Delete it here, revoke the secret if it was real, and set the new one in GOV_TOKEN or GOV_TOKEN_FILE.'

/** Finds secrets in keys and texts, and each `__proto__`, which validation would skip. Shows no value. */
function findForbidden(value: unknown): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<unknown>()
  const visit = (node: unknown, path: Path): void => {
    if (typeof node === 'string') problems.push(...listSecrets(node, path))
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    for (const [key, child] of Object.entries(node)) {
      const own = [...path, Array.isArray(node) ? Number(key) : key]
      const problem = findKeyProblem(key, path)
      if (problem === undefined) visit(child, own)
      else problems.push({ ...problem, path: own })
    }
  }
  visit(value, [])
  return problems
}

function findKeyProblem(key: string, path: Path): Omit<Problem, 'path'> | undefined {
  const form = findSecretForm(key)
  if (key === '__proto__') return lostKey
  if (form !== undefined)
    return createSecretProblem(`a key of ${dottedName(path)} contains ${form}`, formHint)
  return namesSecret(key) && !isOwnName(path) ? createSecretProblem(JSON.stringify(key), hint) : undefined
}

const lostKey = { code: 'config-invalid', message: 'unknown key "__proto__"', hint: 'Delete it.' } as const

/** The ids of rulesets and the names of profiles are the user's own, and may well be about tokens. */
function isOwnName(path: Path): boolean {
  if (path.length === 1 && path[0] === 'profiles') return true
  const [first, second, ...others] = path[0] === 'profiles' ? path.slice(2) : path
  return first === 'policy' && second === 'rulesets' && others.length === 0
}

function namesSecret(key: string): boolean {
  return secretKeyPattern.test(key.toLowerCase().replaceAll(/[^a-z]/g, ''))
}

function createSecretProblem(what: string, hint: string) {
  return { code: 'config-secret', message: `${what}: secrets are not allowed in the config`, hint }
}

const formHint =
  "Delete it here, and revoke it if it was real. The dashboard's token goes in GOV_TOKEN, a proxy's in a variable that --header passes on."

function listSecrets(text: string, path: Path): Problem[] {
  const name = dottedName(path)
  if (holdsCredentials(text))
    return [
      { code: 'config-secret', path, message: `${name} must not contain a user name or password`, hint },
    ]
  const form = path.at(-2) === 'headers' ? findHeaderSecret(text) : findSecretForm(text)
  return form === undefined ? [] : [{ ...createSecretProblem(`${name} contains ${form}`, formHint), path }]
}
