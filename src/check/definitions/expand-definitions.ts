import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseDocument } from '../../core/document/document.ts'
import type { Definition } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { joinNames } from '../../core/text/wording.ts'
import type { Fence, Setting } from '../../settings/setting.ts'
import { exists } from '../sources/exists.ts'
import { fenceFault } from '../sources/fence.ts'
import { mayBeDefinition } from '../sources/find-definitions.ts'
import { compileDefinitionGlob, compileFileTest, findIdleAlternative } from '../sources/find-matches.ts'
import type { Sources } from '../sources/sources.ts'

export const maxNamed = 5

/** Files that the config lists are checked under the id and the name that it gives them. */
export async function applyConfiguredNames(
  definitions: readonly Definition[],
  configured: readonly Definition[],
  sources: NamingSources,
): Promise<readonly Definition[]> {
  const { byName } = await nameRows(configured, sources)
  return definitions.map(({ file }) => ({ ...byName.get(file), file }))
}

type NamingSources = Pick<Sources, 'isGlob' | 'nameOf'>
export type ExpandingSources = Pick<Sources, 'cwd' | 'search' | 'exclusions' | 'given'> & NamingSources
export type OnSkipped = (glob: string, files: readonly string[]) => void

/**
 * The definitions that rows name, under their own names and in the order of the rows; globs are replaced by the OpenAPI files
 * that they match and no row `!GLOB` does. `onSkipped` gets the other files. A definition is checked once, however often it is named: as its own row says, or the first glob that matches
 * it. Throws GovError, usage: a glob, or an alternative in its braces, matches nothing, several files would get one id or name, or two rows of one definition
 * differ.
 */
export async function expandDefinitions(
  { value: rows, fence }: Pick<Setting<readonly Definition[]>, 'value' | 'fence'>,
  sources: ExpandingSources,
  onSkipped: OnSkipped = () => {},
): Promise<readonly Definition[]> {
  const value = rows.filter(({ file }) => !isExclusion(file))
  const isExcluded = compileExclusions(rows)
  if (value.length === 0 && rows.length > 0) throw allExcludedError(undefined)
  const { cwd, isGlob, search, exclusions, nameOf } = sources
  const contents = new Map(value.map(({ file }) => [file, sources.given(file)]))
  const { byName, byFile } = await nameRows(value, sources)
  refuseTwoContents(byFile, contents)
  const expandGlob = async (entry: Definition) => {
    const matches = await search(entry.file)
    exclusions.set(entry.file, [...(exclusions.get(entry.file) ?? []), isExcluded])
    const found = matches.filter((file) => !isExcluded(file))
    if (matches.length > 0 && found.length === 0) throw allExcludedError(entry.file)
    const definitions = await keepDefinitions(entry.file, found, sources, onSkipped)
    const files = await requireMatches(entry, definitions, found, cwd, fence)
    const idle = findIdleAlternative(entry.file, [...files, ...matches.filter(isExcluded)], cwd)
    if (idle !== undefined) throw idleAlternativeError(idle, entry.file, cwd)
    return files
  }
  const expanded = new Map<string, Definition>()
  for (const entry of value) {
    const row = byFile.get(entry.file)
    if (row !== undefined || !isGlob(entry.file)) {
      if (row !== undefined) expanded.set(row.file, row)
      continue
    }
    const files = await expandGlob(entry)
    for (const file of await Promise.all(files.map(nameOf))) {
      const known = byName.get(file) ?? expanded.get(file)
      if (known === undefined) expanded.set(file, { ...entry, file })
      else if (hasSettings(known) && hasSettings(entry)) refuseOther(known, { ...entry, file }, entry.file)
    }
  }
  return [...expanded.values()]
}

export function isExclusion(file: string): boolean {
  return file.startsWith('!')
}

/** A folder excludes all that is below it, as in .gitignore. */
export function compileExclusions(rows: readonly Definition[]): (file: string) => boolean {
  const tests = rows
    .filter(({ file }) => isExclusion(file))
    .map(({ file }) => {
      const glob = file.slice(1).replace(/^\.\//, '')
      return compileDefinitionGlob(/[/\\]$/.test(glob) ? `${glob}**/*` : `{${glob},${glob}/**}`)
    })
  return (file) => tests.some((isMatch) => isMatch(file.replaceAll('\\', '/')))
}

/**
 * Whether a file that a glob matches is passed over: it is not OpenAPI by its content, whatever its name is. One that cannot be
 * parsed, or has what only a definition has, such as beside a misspelt `openapi`, is read instead: that says what is wrong.
 */
async function isOtherFile(path: string): Promise<boolean> {
  if (await mayBeDefinition(path)) return false
  const [, ending] = /\.(json|ya?ml)$/i.exec(path) ?? []
  if (ending === undefined) return true
  try {
    const text = decodeText(await readFile(path))
    const { value } = parseDocument(text, ending.toLowerCase() === 'json' ? 'json' : 'yaml')
    return !isRecord(value) || (value.paths === undefined && value.webhooks === undefined)
  } catch {
    return false
  }
}

/** Those that are OpenAPI, or may be. */
async function keepDefinitions(
  glob: string,
  files: readonly string[],
  { cwd, given }: Pick<Sources, 'cwd' | 'given'>,
  onSkipped: (glob: string, files: readonly string[]) => void,
): Promise<readonly string[]> {
  const kept: string[] = []
  const others: string[] = []
  for (const file of files) {
    const isKept = given(file) !== undefined || !(await isOtherFile(resolve(cwd, file)))
    ;(isKept ? kept : others).push(file)
  }
  if (kept.length > 0 && others.length > 0) onSkipped(glob, others)
  return kept
}

/**
 * A test whether rows name a definition, by its one name or as it was typed. A file that the run reads anyway needs no search
 * for what else the globs match.
 */
export async function createRowTest(
  rows: readonly Definition[],
  sources: NamingSources & Pick<Sources, 'cwd' | 'names'>,
): Promise<(file: string) => boolean> {
  const own = rows.filter(({ file }) => !isExclusion(file))
  const isExcluded = compileExclusions(rows)
  const { byName } = await nameRows(own, sources)
  const globs = own.filter(({ file }) => sources.isGlob(file))
  const tests = globs.map(({ file }) => compileFileTest(file, sources.cwd))
  return (file) => {
    const typed = [...sources.names].flatMap(([name, known]) => (known === file ? [name] : []))
    const fits = [file, ...typed].filter((name) => tests.some((isMatch) => isMatch(name)))
    return byName.has(file) || fits.some((name) => !isExcluded(name))
  }
}

/** The definitions of several lists, each once. Throws GovError, usage, where two of them give one another id or name. */
export function joinDefinitions(lists: readonly (readonly Definition[])[]): readonly Definition[] {
  const joined = new Map<string, Definition>()
  for (const each of lists.flat()) {
    const known = joined.get(each.file)
    if (known && hasSettings(known) && hasSettings(each)) refuseOther(known, each, each.file)
    if (known === undefined || !hasSettings(known)) joined.set(each.file, each)
  }
  return [...joined.values()]
}

interface NamedRows {
  readonly byName: ReadonlyMap<string, Definition>
  /** Definitions by `file`, as written in their row. */
  readonly byFile: ReadonlyMap<string, Definition>
}

/** The definitions of all rows but globs, each once. Throws GovError, usage, where two rows of one differ. */
async function nameRows(rows: readonly Definition[], { isGlob, nameOf }: NamingSources): Promise<NamedRows> {
  const own = rows.filter(({ file }) => !isGlob(file))
  const names = await Promise.all(own.map(({ file }) => nameOf(file)))
  const byName = new Map<string, Definition>()
  const byFile = new Map<string, Definition>()
  for (const [at, row] of own.entries()) {
    const named = { ...row, file: names[at] ?? row.file }
    const known = byName.get(named.file) ?? named
    refuseOther(known, named, row.file)
    byName.set(named.file, known)
    byFile.set(row.file, known)
  }
  return { byName, byFile }
}

function hasSettings({ api_id, api_name }: Definition): boolean {
  return api_id !== undefined || api_name !== undefined
}

/** Either id would excuse what a waiver of the other one is for. */
function refuseOther(known: Definition, other: Definition, typed: string): void {
  if (known.api_id === other.api_id && known.api_name === other.api_name) return
  const also = typed === known.file ? '' : `, also as ${typed}`
  throw definitionRepeatedError(known.file, `${also}, with different settings`)
}

function definitionRepeatedError(file: string, how: string): Error {
  const hint = 'Delete one of its entries: links and other spellings name the same definition.'
  return usageError('definition-repeated', `definition ${file} is listed twice${how}`, hint)
}

/** A definition has one text: two contents for one file are refused. */
function refuseTwoContents(
  byFile: NamedRows['byFile'],
  contents: ReadonlyMap<string, Uint8Array | undefined>,
): void {
  const first = new Map<string, Uint8Array | undefined>()
  for (const [file, { file: name }] of byFile) {
    const content = contents.get(file)
    if (!first.has(name)) first.set(name, content)
    if (first.get(name) === content) continue
    throw definitionRepeatedError(name, ', with different contents')
  }
}

async function requireMatches(
  { file: glob, api_id, api_name }: Definition,
  files: readonly string[],
  found: readonly string[],
  cwd: string,
  fence: Fence | undefined,
): Promise<readonly string[]> {
  const name = JSON.stringify(glob)
  const [first, second] = files
  if (first === undefined)
    throw found.length > 0 ? noDefinitionError(glob, found) : await noMatchError(glob, cwd)
  if (second !== undefined && (api_id !== undefined || api_name !== undefined)) {
    throw usageError(
      'definition-glob-shared',
      `${name} matches several files (${first}, ${second}), which cannot share an api_id or api_name`,
      'Write an entry for each file, or omit api_id and api_name.',
    )
  }
  for (const file of fence ? files : []) {
    const fault = fence && (await fenceFault(resolve(cwd, file), fence, 'read'))
    if (fault === undefined) continue
    const hint = 'Use a glob inside it. If you trust the config, --trust-paths allows any path.'
    throw usageError('config-path-outside', `definitions ${name} matches ${file}, which ${fault}`, hint)
  }
  return files
}

function allExcludedError(glob: string | undefined): Error {
  const message =
    glob === undefined
      ? 'only files to leave out are named, and none to check'
      : `all files that ${JSON.stringify(glob)} matches are left out`
  return usageError(
    'definition-excluded',
    message,
    'Name files to check, or leave out fewer: ! and --exclude say which.',
  )
}

function noDefinitionError(glob: string, found: readonly string[]): Error {
  return usageError(
    'definition-glob-empty',
    `no OpenAPI file matches ${JSON.stringify(glob)}: ${joinNames(found, maxNamed)} ${found.length === 1 ? 'is' : 'are'} none`,
    'Fix the glob, or leave it out. A definition begins with a line such as "openapi: 3.1.0".',
  )
}

/** Names in braces are as good as entries of their own: one that is gone would no longer be checked. */
function idleAlternativeError(alternative: string, glob: string, cwd: string): Error {
  return usageError(
    'definition-glob-empty',
    `no OpenAPI file matches ${JSON.stringify(alternative)} in ${JSON.stringify(glob)}, in ${cwd}`,
    'Fix the glob, or take the alternative out of its braces.',
  )
}

async function noMatchError(glob: string, cwd: string): Promise<Error> {
  const skipped = 'node_modules and names that begin with a dot'
  if (/[/\\]$/.test(glob)) {
    if (!(await exists(cwd, glob)))
      return usageError('definition-folder-absent', `there is no folder ${glob} in ${cwd}`, 'Check the path.')
    const hint = `Name another folder, or the file itself. The search skips ${skipped}.`
    return usageError('definition-folder-empty', `no OpenAPI file in the folder ${glob}`, hint)
  }
  const hint = `Fix the glob, or leave it out. Wildcards skip ${skipped}.`
  return usageError('definition-glob-empty', `no file matches ${JSON.stringify(glob)} in ${cwd}`, hint)
}
