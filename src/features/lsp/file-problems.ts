import { basename, dirname, relative } from 'node:path'
import { configPlaces } from '../../check/config/discover.ts'
import { parseConfigSource } from '../../check/config/read-config-source.ts'
import { declaresOpenApi } from '../../check/sources/openapi-text.ts'
import { today, type World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import { describeProblemPlace } from '../../engine/ruleset/ruleset-source.ts'
import { type ConfigFinding, inspectConfigFile } from '../config/index.ts'
import { type RulesetFault, validateRuleset } from '../ruleset/index.ts'
import { isData } from './paths.ts'

/** Validates the text of a config like `gov config validate`. `file` is absolute. */
export async function configProblems(
  file: string,
  text: string,
  trustPaths: boolean | undefined,
  world: Pick<World, 'cwd' | 'now' | 'sources'>,
): Promise<readonly FileProblem[]> {
  const name = relative(world.cwd, file) || basename(file)
  try {
    const source = parseConfigSource(text, file, name, 'config')
    const findings = await inspectConfigFile({ file, name, source }, trustPaths, world)
    return findings.map((finding) => asProblem(finding, name))
  } catch (error) {
    return [toProblem(error, name)]
  }
}

function asProblem({ code, severity, message, hint, at }: ConfigFinding, name: string): FileProblem {
  const { line, column } = at ?? findPlace(message, name)
  return { code, severity, message: `${withoutPlace(message, name)}\n${hint}`, line, column }
}

function findPlace(message: string, name: string): { readonly line?: number; readonly column?: number } {
  if (!message.startsWith(`${name}:`)) return {}
  const [, line, column] = /^(\d+):(\d+): /.exec(message.slice(name.length + 1)) ?? []
  return line === undefined ? {} : { line: Number(line), column: Number(column) }
}

/** Something that is wrong with a ruleset or a config. Lines and columns count from 1; without them, with the whole. */
export interface FileProblem {
  readonly code: string
  readonly severity: 'error' | 'warn'
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

export function toProblem(error: unknown, name: string): FileProblem {
  if (!(error instanceof GovError)) throw error
  const { line, column } = Object(error.cause)
  return {
    code: error.code,
    severity: 'error',
    message: `${withoutPlace(error.message, name)}\n${error.hint}`,
    ...(typeof line === 'number' && { line, column: typeof column === 'number' ? column : 1 }),
  }
}

/** A message of the command line begins with its place, which an editor shows by itself. */
function withoutPlace(message: string, name: string): string {
  return message.startsWith(`${name}:`)
    ? message.slice(name.length + 1).replace(/^\d+:(?:\d+:)? /, '')
    : message
}

export async function rulesetProblems(
  file: string,
  { sources, now }: Pick<World, 'sources' | 'now'>,
  trustPaths: boolean | undefined,
): Promise<readonly FileProblem[]> {
  const { problems, warnings = [] } = await validateRuleset(file, sources, { trustPaths, day: today(now()) })
  return [
    ...problems.map((fault) => ofFault(fault, file, 'error')),
    ...warnings.map((fault) => ofFault(fault, file, 'warn')),
  ]
}

function ofFault(fault: RulesetFault, ruleset: string, severity: FileProblem['severity']): FileProblem {
  const { file = ruleset, line, column } = fault
  const message = describeProblemPlace(fault)
  const common = { code: severity === 'error' ? 'ruleset-invalid' : 'ruleset-doubtful', severity }
  // The fault may be in a file that the ruleset extends.
  if (file !== ruleset)
    return { ...common, message: `${[file, line, column].filter(Boolean).join(':')}: ${message}` }
  return { ...common, message, line, column }
}

export type FileKind = 'config' | 'ruleset'

const lintersRuleset = /^\.?spectral\.(?:ya?ml|json)$/
const head = 20_000

/** By its name, else by keys that only rulesets have: others have `rules` and `extends`, too. */
export function kindOfFile(path: string, text: string): FileKind | undefined {
  const name = basename(path)
  const inFolder = `${basename(dirname(path))}/${name}`
  if (configPlaces.includes(name) || configPlaces.includes(inFolder)) return 'config'
  if (lintersRuleset.test(name)) return 'ruleset'
  if (!isData(name)) return undefined
  const start = text.slice(0, head)
  if (/^[\s{]*["']?(?:openapi|swagger)["']?\s*:/m.test(start)) return undefined
  return isRuleset(start) ? 'ruleset' : undefined
}

/** A text with more mentions is searched only at its beginning, to bound the time. */
const mostMentions = 1000

/** True for a text that states its version of OpenAPI, wherever the key stands. It is not a ruleset, even if the config lists it. */
export function isDefinitionText(path: string, text: string): boolean {
  const mentions = text.split(/openapi|swagger/, mostMentions + 1).length
  const searched = mentions > mostMentions ? text.slice(0, head) : text
  return isData(path) && declaresOpenApi(searched, /\.json$/i.test(path) ? 'json' : 'yaml')
}

function isRuleset(text: string): boolean {
  const hasKey = /^[ \t{]*["']?(?:extends|rules|aliases|overrides)["']?[ \t]*:/m.test(text)
  return hasKey && /\b(?:spectral|vacuum):(?:oas|owasp|all)\b|["']?\bgiven["']?[ \t]*:/.test(text)
}
