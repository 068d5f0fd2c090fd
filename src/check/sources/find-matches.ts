import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import { compileGlob, expandBraces, GlobError } from '../../core/text/file-glob.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { isUrl } from '../../core/text/url.ts'
import { isFolder } from './exists.ts'
import { isDefinitionFile } from './find-definitions.ts'
import {
  isGone,
  refuseAbsentSubmodule,
  refuseFolderAsText,
  refuseMissingSubmodules,
  unreadableFolderError,
} from './unsearchable.ts'

/** A search that ends here proves nothing, so it is an error. */
const mostEntries = 200_000

/**
 * The files that a glob matches, sorted: `*`, `?`, `[ab]`, `{a,b}`, and `**` for any folders. A file of that very name is
 * one of them. Wildcards skip names that begin with a dot, and node_modules. Throws GovError, usage.
 */
export async function findMatches(glob: string, cwd: string): Promise<readonly string[]> {
  const found = new Set<string>()
  const alternatives = listAlternatives(glob)
  for (const each of [glob, ...alternatives]) {
    const name = normalize(each).replaceAll(sep, '/')
    if (await isFile(resolve(cwd, name))) found.add(name)
  }
  const searches = alternatives.map(splitGlob).filter(({ rest }) => rest.length > 0)
  for (const [base, same] of groupBy(searches, (search) => search.base)) {
    const rests = same.map(({ rest }) => rest)
    const matches = rests.map((rest) => fileTest(rest, glob))
    for await (const path of walkFiles(resolve(cwd, base), planSearch(rests, glob), glob))
      if (matches.some((isMatch) => isMatch(path))) found.add(base + path)
  }
  return [...found].sort()
}

/** A glob for each way through its braces, so that a search begins in the folders that they name. */
function listAlternatives(glob: string): readonly string[] {
  return glob.startsWith('!') ? [glob] : requireValidGlob(glob, () => expandBraces(glob))
}

/** The OpenAPI files in a folder and below, sorted; other files are none of them. Throws GovError, usage. */
export async function findInFolder(folder: string, cwd: string): Promise<readonly string[]> {
  const root = resolve(cwd, folder)
  const base = folder.replace(/^\.[/\\]+/, '')
  const found: string[] = []
  for await (const path of walkFiles(root, planSearch([['**']], folder), folder))
    if (await isDefinitionFile(join(root, path), true)) found.push(base + path)
  return found.sort()
}

/** A glob of one part would match a name in every folder into which another alternative leads. */
function fileTest(rest: readonly string[], glob: string): (path: string) => boolean {
  const isMatch = compile(rest.join('/'), glob)
  if (rest.length > 1 || rest[0]?.includes('**')) return isMatch
  return (path) => !path.includes('/') && isMatch(path)
}

interface Search {
  /** Names that no wildcard matches. */
  readonly isSkipped: (name: string) => boolean
  /** Whether a folder may hold a match, given that the one above it may. */
  readonly mayHold: (path: readonly string[]) => boolean
}

function planSearch(rests: readonly (readonly string[])[], glob: string): Search {
  const tests = rests.map((rest) => folderTest(rest, glob))
  return {
    isSkipped: (name) =>
      (name === 'node_modules' || name.startsWith('.')) && !rests.some((rest) => rest.includes(name)),
    mayHold: (path) => tests.some((mayHold) => mayHold(path)),
  }
}

function folderTest(rest: readonly string[], glob: string): Search['mayHold'] {
  const deep = rest.findIndex((part) => part.includes('**'))
  const named = rest.slice(0, deep === -1 ? rest.length - 1 : deep)
  const isNegated = rest[0]?.startsWith('!') ?? false
  const levels = named.map((_, at) => isNegated || compile(rest.slice(0, at + 1).join('/'), glob))
  return (path) => {
    const level = levels[path.length - 1] ?? deep !== -1
    return typeof level === 'boolean' ? level : level(path.join('/'))
  }
}

/** All but folders, relative to `root`. Links are followed, except into a folder that they are in. */
async function* walkFiles(
  root: string,
  { isSkipped, mayHold }: Search,
  glob: string,
): AsyncGenerator<string> {
  await refuseMissingSubmodules(root, (way) =>
    way.every((name, at) => !isSkipped(name) && mayHold(way.slice(0, at + 1))),
  )
  let seen = 0
  async function* walkFolder(folder: readonly string[], above: readonly string[]): AsyncGenerator<string> {
    const path = join(root, ...folder)
    const real = await realpath(path).catch((error: unknown) => {
      if (folder.length === 0 || isGone(error, path)) return undefined
      throw unreadableFolderError(path)
    })
    if (real === undefined || above.includes(real)) return
    const entries = await listEntries(real)
    await refuseAbsentSubmodule(real, entries)
    seen += entries.length
    if (seen > mostEntries)
      throw usageError(
        'definition-glob-too-wide',
        `${JSON.stringify(glob)} searches more than ${mostEntries} files and folders`,
        'Begin the glob with a folder, such as apis/**/openapi.yaml.',
      )
    for (const entry of entries.filter(({ name }) => !isSkipped(name))) {
      const path = [...folder, entry.name]
      const full = join(root, ...path)
      const isBelow = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(full)))
      const isOpen = mayHold(path)
      if (isBelow && isOpen) yield* walkFolder(path, [...above, real])
      if (isBelow) continue
      if (isOpen && entry.isFile()) await refuseFolderAsText(full)
      yield path.join('/')
    }
  }
  yield* walkFolder([], [])
}

async function listEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (findErrorCode(error) === 'ENOTDIR') return []
    throw unreadableFolderError(folder)
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

/** A test of names, as `compileGlob` has it; one that begins with `./` is of the names from here. Throws GovError, usage. */
export function compileDefinitionGlob(glob: string): (name: string) => boolean {
  const isMatch = compile(glob, glob)
  return glob.startsWith('./') ? (name) => isMatch(`./${name}`) : isMatch
}

/** A test whether a search from `cwd` for the glob or the folder would find a file, whatever is on disk. Throws GovError, usage. */
export function compileFileTest(glob: string, cwd: string): (file: string) => boolean {
  const tests = listAlternatives(glob).map((alternative) => {
    const { base, rest } = splitGlob(alternative)
    const isMatch = rest.length === 0 ? () => /[/\\]$/.test(alternative) : fileTest(rest, glob)
    return (file: string) => {
      const path = relative(resolve(cwd, base), resolve(cwd, file)).replaceAll(sep, '/')
      if (path === '' || path.startsWith('../') || isAbsolute(path)) return path === '' && rest.length === 0
      return isMatch(path)
    }
  })
  return (file) => resolve(cwd, glob) === resolve(cwd, file) || tests.some((isMatch) => isMatch(file))
}

/** Stands before each alternative in braces, as a character that no name has. */
const firstMark = 0xe000
const marks = /[\ue000-\uf8ff]/g

/** An alternative in a glob's braces that finds none of `files`. Those that differ in the format alone, as in `*.{yaml,yml}`, are one. */
export function findIdleAlternative(glob: string, files: readonly string[], cwd: string): string | undefined {
  if (!/\{.*,/.test(glob) || files.some((file) => resolve(cwd, file) === resolve(cwd, glob))) return undefined
  let count = 0
  const marked = glob.replace(/[{,]/g, (sign) => sign + String.fromCodePoint(firstMark + count++))
  const used = new Set<string>()
  for (const same of groupBy(listAlternatives(marked), withoutFormat).values()) {
    const tests = same.map((alternative) => compileFileTest(alternative.replaceAll(marks, ''), cwd))
    if (!files.some((file) => tests.some((isMatch) => isMatch(file)))) continue
    for (const [mark] of same.join('').matchAll(marks)) used.add(mark)
  }
  const idle = [...marked.matchAll(/([\ue000-\uf8ff])([^{},]*)/g)].filter(([, mark = '']) => !used.has(mark))
  return idle.at(-1)?.[2]
}

function withoutFormat(alternative: string): string {
  return alternative.replaceAll(marks, '').replace(/\.(?:json|ya?ml)$/i, '')
}

/** The folder in which all files are that a glob may match. */
export function findSearchFolder(glob: string, cwd: string): string {
  return resolve(cwd, glob.replace(/[^/\\]*[*?[{].*$/s, ''))
}

/** The folder in which a search begins, or the file itself; and the parts of what is searched for there. */
function splitGlob(alternative: string): { readonly base: string; readonly rest: readonly string[] } {
  const parts = normalize(alternative).replaceAll(sep, '/').split('/')
  const first = parts.findIndex(isGlob)
  const base = (first === -1 ? parts : parts.slice(0, first)).map((part) => `${part}/`).join('')
  return { base, rest: first === -1 ? [] : parts.slice(first) }
}

function compile(rest: string, glob: string): (name: string) => boolean {
  return requireValidGlob(glob, () => compileGlob(rest))
}

function requireValidGlob<Read>(glob: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GlobError || error instanceof SyntaxError)) throw error
    const message = `${JSON.stringify(glob)} is not a valid glob: ${error.message}`
    throw usageError('definition-glob-invalid', message, 'Use *, **, ?, [ab] and {a,b}.')
  }
}

/** Names as a person types them, each file once, and a folder with the slash that tells it from a file. */
export async function namedFiles(names: readonly string[], cwd: string): Promise<readonly string[]> {
  const named = new Map<string, string>()
  for (const name of names) {
    const path = resolve(cwd, name)
    if (!named.has(path)) named.set(path, (await isFolder(path)) && !/[/\\]$/.test(name) ? `${name}/` : name)
  }
  return [...named.values()]
}

/** Whether a name stands for files that are searched for: it holds wildcards, or ends in a slash. */
export function isGlob(file: string): boolean {
  if (isUrl(file)) return false
  return /[*?[{]|[/\\]$/.test(file)
}
