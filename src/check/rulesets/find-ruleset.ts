import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseShallow } from '../../core/document/parse-named.ts'
import { usageError } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { isApiDocument } from '../../engine/ruleset/read-ruleset.ts'
import type { FailOn } from '../../settings/policy-schema.ts'
import { isBuiltinRuleset } from '../../settings/rules.ts'
import { exists } from '../sources/exists.ts'
import type { Sources } from '../sources/sources.ts'

/** A ruleset that another tool uses here, and what else that tool's config says. */
export interface FoundRuleset {
  /** From the working directory; or the name of a built-in ruleset. */
  readonly file: string
  readonly failOn?: FailOn | undefined
  /** Settings of the other tool that are not imported. */
  readonly notes: readonly string[]
}

const spectralNames = ['yaml', 'yml', 'json', 'js', 'mjs', 'cjs'].map((end) => `.spectral.${end}`)
const vacuumName = 'vacuum.conf.yaml'
const redoclyNames = ['redocly.yaml', 'redocly.yml', '.redocly.yaml', '.redocly.yml']

/** The ruleset of a file or folder. Throws GovError, usage, where there is none that could be read. */
export async function requireRuleset(path: string, sources: Sources): Promise<FoundRuleset> {
  if (isBuiltinRuleset(path)) return { file: path, notes: [] }
  const found = await stat(resolve(sources.cwd, path)).catch(() => undefined)
  if (found?.isDirectory()) return (await findRuleset(path, sources)) ?? (await refuseFolder(path, sources))
  if (redoclyNames.includes(basename(path))) throw notRulesetError(path, 'redocly')
  if (basename(path) === vacuumName) return readVacuumConfig(path, sources)
  if (/\.([cm]?js)$/i.test(path)) return { file: path, notes: [] }
  const { text, format } = await sources.read(path, 'ruleset')
  const value = tryMake(() => parseShallow(text, format).value)
  if (isIbmConfig(value)) throw notRulesetError(path, 'ibm')
  if (isApiDocument(value)) throw notRulesetError(path, 'definition')
  return { file: path, notes: [] }
}

/** The ruleset of Spectral in a folder, else the one that a config of vacuum there names. */
export async function findRuleset(folder: string, sources: Sources): Promise<FoundRuleset | undefined> {
  const files: string[] = []
  for (const name of [...spectralNames, vacuumName])
    if (await exists(sources.cwd, folder, name)) files.push(join(folder, name))
  const [file, ...others] = files
  if (file === undefined) return undefined
  if (basename(file) === vacuumName) return readVacuumConfig(file, sources)
  return { file, notes: others.map((other) => `${other}: gov ruleset import ${other} says what is in it`) }
}

async function refuseFolder(folder: string, { cwd }: Sources): Promise<never> {
  for (const name of redoclyNames)
    if (await exists(cwd, folder, name)) throw notRulesetError(join(folder, name), 'redocly')
  throw usageError(
    'ruleset-not-found',
    `no ruleset of another tool in ${folder === '.' ? 'this folder' : folder}`,
    `Looked for .spectral.{yaml,yml,json,js,mjs,cjs} and ${vacuumName}. Name the file instead.`,
  )
}

const foreign = {
  redocly: {
    what: "a Redocly config, not a ruleset in Spectral's format",
    hint: 'Start with "extends: spectral:oas", which has most of its built-in rules, and rewrite assertions as rules.',
  },
  ibm: {
    what: "a config of IBM's OpenAPI validator, not a ruleset",
    hint: 'Its built-in rules need Node, and do not run here. Start with "extends: spectral:oas", or name a ruleset of your own.',
  },
  definition: {
    what: 'an API definition, not a ruleset',
    hint: 'Check it with gov check PATH. To import rules, name their file, such as .spectral.yaml.',
  },
} as const

function notRulesetError(path: string, kind: keyof typeof foreign): Error {
  const { what, hint } = foreign[kind]
  return usageError(
    'ruleset-foreign',
    `${path} is ${what}`,
    hint.replace('PATH', () => path),
  )
}

function isIbmConfig(value: unknown): boolean {
  if (!isRecord(value) || 'rules' in value || 'extends' in value) return false
  return ['colorizeOutput', 'errorsOnly', 'logLevels', 'limits', 'produceImpactScore', 'summaryOnly'].some(
    (key) => key in value,
  )
}

/** Settings stand at the top, or under the command that they are for. */
async function readVacuumConfig(config: string, sources: Sources): Promise<FoundRuleset> {
  const { text, format } = await sources.read(config, 'ruleset')
  const value = tryMake(() => parseShallow(text, format).value)
  // vacuum stops here, too: its own default would be another ruleset than the one that is meant.
  if (!isRecord(value)) throw noRulesetError(config, 'is not a mapping in YAML')
  const settings: Readonly<Record<string, unknown>> = { ...value, ...(isRecord(value.lint) && value.lint) }
  const { ruleset, functions, 'hard-mode': hard, 'fail-severity': level, 'ignore-file': ignored } = settings
  const notes = [
    typeof functions === 'string' &&
      `functions: ${functions}: a function of vacuum must be rewritten in Spectral's form`,
    typeof ignored === 'string' && `ignore-file: ${ignored}: accept these issues with gov waiver add`,
    ...listOtherKeys(value, taken),
  ].filter((note) => note !== false)
  if (ruleset !== undefined && typeof ruleset !== 'string')
    throw noRulesetError(config, 'has no path as "ruleset"')
  const file = ruleset ?? (hard === true ? 'vacuum:all' : 'vacuum:oas')
  if (/^https?:/i.test(file)) throw noRulesetError(config, `names a ruleset by URL: ${file}`)
  const path = isBuiltinRuleset(file) ? file : join(dirname(config), file)
  return { file: path, failOn: levels[String(level)], notes }
}

const taken = ['ruleset', 'functions', 'hard-mode', 'fail-severity', 'ignore-file']

/** Each setting by its whole name, such as `lint.min-score`. */
function listOtherKeys(value: object, known: readonly string[], above = ''): readonly string[] {
  return Object.entries(value).flatMap(([key, each]) => {
    if (known.includes(key)) return []
    return above === '' && key === 'lint' && isRecord(each)
      ? listOtherKeys(each, known, 'lint.')
      : [`${above}${key}`]
  })
}

function noRulesetError(config: string, reason: string): Error {
  return usageError(
    'ruleset-not-found',
    `${config} ${reason}`,
    'Save the ruleset here, and import that file.',
  )
}

const levels: Readonly<Record<string, FailOn>> = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  hint: 'hint',
  none: 'never',
}
