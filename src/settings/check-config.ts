import type { z } from 'zod'
import { findRepeatedKeys } from '../document/repeated-keys.ts'
import type { GovError } from '../model/errors.ts'
import type { Path } from '../model/location.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { findLostKeys } from './find-lost-keys.ts'
import { findSecrets } from './find-secrets.ts'
import { keyPosition, type Position } from './key-position.ts'
import { dottedName, type Problem, problemsError, problemsOf } from './problems.ts'
import { type ConfigValues, configSchema, knownKeys } from './schema.ts'

/** A config that has been read and not yet checked. */
export interface ConfigSource {
  readonly document: SourceDocument
  /** What holds the config: the document, or one key of `package.json`. */
  readonly root: Path
  readonly value: unknown
  /** The file as messages name it. */
  readonly name: string
}

/** A problem and where it stands; a place that was not looked up is missing. */
export interface PlacedProblem extends Problem {
  readonly at?: Position | undefined
}

/**
 * The values of a config, checked. Throws one GovError that names every problem, in the order of the text, as
 * `file:line:column: what`; its code is `config-invalid`, or `config-secret` when secrets are all that is wrong.
 */
export function checkConfig(source: ConfigSource): ConfigValues {
  return checkSource(source, configShape)
}

/** The same for the values of any other shape. */
export function checkSource<Values>(source: ConfigSource, shape: SourceShape<Values>): Values {
  const { values, problems } = inspectSource(source, shape)
  if (problems.length > 0 || values === undefined) throw placedError(problems, source.name)
  return values
}

/** Problems of a config, which are in order, as one error. */
export function placedError(problems: readonly PlacedProblem[], name: string): GovError {
  const named = problems.map((problem) => ({ ...problem, message: placedMessage(name, problem) }))
  return problemsError(named, 'config-invalid')
}

/** `file:line:column: what`, as compilers print it and editors follow it. */
export function placedMessage(name: string, { at, message }: Pick<PlacedProblem, 'at' | 'message'>): string {
  return at === undefined ? message : `${name}:${at.line}:${at.column}: ${message}`
}

/** What a file may hold, and the keys of each of its mappings. */
export interface SourceShape<Values> {
  readonly schema: () => z.ZodType<Values>
  readonly keys: () => ReadonlyMap<string, readonly string[]>
}

const configShape: SourceShape<ConfigValues> = { schema: configSchema, keys: knownKeys }

interface Inspected<Values> {
  readonly values: Values | undefined
  readonly problems: readonly PlacedProblem[]
}

/** Every problem of a config, in the order of the text; the values when there is none. */
export function inspectConfig(source: ConfigSource): Inspected<ConfigValues> {
  return inspectSource(source, configShape)
}

function inspectSource<Values>(
  source: ConfigSource,
  { schema, keys }: SourceShape<Values>,
): Inspected<Values> {
  const checked = schema().safeParse(source.value)
  const secrets = findSecrets(source.value)
  const faults = checked.success
    ? []
    : problemsOf(checked.error.issues, source.value, 'config-invalid', dottedName, keys)
  const said = [...secrets, ...findLostKeys(source.value)]
  const problems = [...repeats(source), ...said, ...faults.filter((fault) => !isSaid(fault, said))]
  const isGood = checked.success && problems.length === 0
  return { values: isGood ? checked.data : undefined, problems: inOrder(problems, source) }
}

function repeats({ document, root }: ConfigSource): Problem[] {
  const ours = findRepeatedKeys(document).filter((path) => root.every((step, index) => path[index] === step))
  return ours.map((path) => ({
    code: 'config-invalid',
    path: path.slice(root.length),
    message: `key ${JSON.stringify(path.at(-1))} is there more than once`,
    hint: 'Keep one of the equal keys: only the last would count.',
  }))
}

/** `file:line:column` of the key at `path`, from the config's root. */
export function placeOf(source: ConfigSource, path: Path): string {
  const { line, column } = keyPosition(source.document, [...source.root, ...path])
  return `${source.name}:${line}:${column}`
}

/** One fault at a place is enough: what is a secret need not be called unknown as well. */
function isSaid(fault: Problem, said: readonly Problem[]): boolean {
  const place = dottedName(fault.path)
  return said.some((each) => dottedName(each.path) === place)
}

/** More problems than anyone reads are not looked up in the text: a hostile file could hold a hundred thousand. */
const mostPlaced = 100

/** Each with its place, in the order of the text. */
export function inOrder(problems: readonly Problem[], source: ConfigSource): PlacedProblem[] {
  const placed = problems
    .slice(0, mostPlaced)
    .map((problem) => ({ ...problem, at: keyPosition(source.document, [...source.root, ...problem.path]) }))
    .sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)
  return [...placed, ...problems.slice(mostPlaced)]
}
