import type { Dirent } from 'node:fs'
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { GovError } from '../../core/model/errors.ts'
import { findStandIn } from '../../core/text/decode-text.ts'
import { createLimiter } from './limiter.ts'
import { beginsLikeDocument, declaresOpenApi, isOpenApi } from './openapi-text.ts'
import { linkTarget } from './source-reader.ts'
import {
  isGone,
  refuseAbsentSubmodule,
  refuseMissingSubmodules,
  unreadableFolderError,
} from './unsearchable.ts'

interface FoundDefinitions {
  /** From the folder, with `/`, in the order of their names. */
  readonly files: readonly string[]
  /** The search ended at a bound: there may be more. */
  readonly isCut: boolean
}

/** Folders with code of others or with output. Names that begin with a dot are skipped as well. */
const passedOver = new Set(
  'node_modules bower_components vendor dist build out target coverage tmp venv __pycache__'.split(' '),
)
/** A thorough search skips only these of the names that begin with a dot. */
const ofTools = new Set(
  '.git .hg .svn .cache .gradle .next .nuxt .pnpm-store .terraform .tox .venv .yarn'.split(' '),
)

/** Whether a thorough search looks at a file, by the parts of its path. */
export function isSearchedThoroughly(path: readonly string[]): boolean {
  return path.slice(0, -1).every((name) => !passedOver.has(name) && !ofTools.has(name))
}

const mostDefinitions = 50
const mostEntries = 20_000
const deepest = 8
const mostOpen = 16

/**
 * The JSON and YAML files in a folder and below that are OpenAPI by their first kilobytes. Skips what the folder's
 * `.gitignore` lists under a plain name, and links, unless these may be the change under review. `isThorough`: for a list
 * that must be complete, without bounds, whatever a file is called, in the whole of it, and also of what Git ignores.
 */
export async function findDefinitions(
  folder: string,
  { isThorough = false }: { readonly isThorough?: boolean } = {},
): Promise<FoundDefinitions> {
  const ignored = new Set(isThorough ? [] : [...passedOver, ...(await ignoredNames(folder))])
  const paths: string[] = []
  let isCut = false
  for await (const path of walkFiles(folder, ignored, isThorough)) {
    isCut = path === undefined || (!isThorough && paths.length === mostDefinitions)
    if (path === undefined || isCut) break
    if (isThorough || (await isDefinitionFile(path, false))) paths.push(path)
  }
  const areThey = isThorough ? await createLimiter(mostOpen)(paths, mayBeDefinition) : []
  const found = isThorough ? paths.filter((_, at) => areThey[at]) : paths
  return { files: found.map((path) => relative(folder, path).replaceAll('\\', '/')).sort(), isCut }
}

/** Level after level, so that what is near comes first; undefined when a bound ends it. */
async function* walkFiles(
  folder: string,
  ignored: ReadonlySet<string>,
  isThorough: boolean,
): AsyncGenerator<string | undefined> {
  const isSearched = (name: string) =>
    isThorough ? isSearchedThoroughly([name, '']) : !ignored.has(name) && !name.startsWith('.')
  if (isThorough) await refuseMissingSubmodules(folder, (way) => way.every(isSearched), unasked)
  const isNew = createVisits()
  await isNew(folder)
  let seen = 0
  let level: readonly string[] = [folder]
  for (let depth = 0; level.length > 0; depth++) {
    const below: string[] = []
    for (const each of level) {
      const entries = await listEntries(each, isThorough)
      seen += entries.length
      if (!isThorough && (seen > mostEntries || depth > deepest)) return yield undefined
      const own = isThorough ? entries : entries.filter(({ name }) => isSearched(name))
      const { files, folders } = await sortEntries(each, own, isThorough)
      yield* files
      for (const path of folders) if (isSearched(basename(path)) && (await isNew(path))) below.push(path)
    }
    level = below
  }
}

/** No folder is named where the whole repository is searched. */
const unasked = 'or have the policy not require all_definitions'

async function listEntries(folder: string, isThorough: boolean): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    if (isThorough) await refuseAbsentSubmodule(folder, entries, unasked)
    return entries
  } catch (error) {
    if (!isThorough || isGone(error, folder)) return []
    throw error instanceof GovError ? error : unreadableFolderError(folder, unasked)
  }
}

async function sortEntries(folder: string, entries: readonly Dirent[], followsLinks: boolean) {
  const [files, folders]: [string[], string[]] = [[], []]
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const found = entry.isSymbolicLink() && followsLinks ? await stat(path).catch(() => entry) : entry
    if (found.isFile()) files.push(path)
    else if (found.isDirectory()) folders.push(path)
  }
  return { files, folders }
}

/** Links may lead back, and out of the folder: each place is searched once. */
function createVisits(): (path: string) => Promise<boolean> {
  const places = new Set<string>()
  return async (path) => {
    const place = await realpath(path).catch(() => path)
    return !places.has(place) && Boolean(places.add(place))
  }
}

async function ignoredNames(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '')
  return text.split(/\r?\n/).flatMap((line) => /^\/?([\w.-]+)\/?\s*$/.exec(line)?.[1] ?? [])
}

const headBytes = 4096
/** More is read of no definition. */
const mostBytes = 200 * 1024 * 1024

/** Whether a file named as JSON or YAML is OpenAPI. Thoroughly, what cannot be read or parsed, or git left out, counts if it may be. */
export async function isDefinitionFile(path: string, isThorough: boolean): Promise<boolean> {
  const [, ending] = /\.(json|ya?ml)$/i.exec(path) ?? []
  if (ending === undefined) return false
  const format = ending.toLowerCase() === 'json' ? 'json' : 'yaml'
  try {
    const head = toText(await readHead(path))
    if (declaresOpenApi(head, format)) return true
    if (findStandIn(head) || (await linkTarget(path, head))) return isThorough
    return isThorough && isOpenApi(toText(await readFile(path)), true)
  } catch {
    return isThorough
  }
}

/**
 * Whether a file may be OpenAPI whatever it is called: JSON, YAML, JSON with comments, or a template of one. Only a file
 * that begins like such a document is read further. One that cannot be read counts if its name says JSON or YAML.
 */
export async function mayBeDefinition(path: string): Promise<boolean> {
  if (/\.(?:json|ya?ml)$/i.test(path)) return isDefinitionFile(path, true)
  const isNamedSo = /\.(?:json|ya?ml)/i.test(basename(path))
  try {
    const head = await readHead(path)
    if (!isNamedSo && !beginsLikeDocument(toText(head))) return false
    if (head.length === headBytes && (await stat(path)).size > mostBytes) return isNamedSo
    return isOpenApi(toText(head.length < headBytes ? head : await readFile(path)), isNamedSo)
  } catch {
    return isNamedSo
  }
}

/** Rejects for a pipe, whose end may never come, and a device. */
async function readHead(path: string): Promise<Buffer> {
  if (!(await stat(path)).isFile()) throw new Error('not a file')
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** With NULs it is in UTF-16 or UTF-32, or binary: without them, what is ASCII in it can be read. */
function toText(bytes: Buffer): string {
  if (!bytes.includes(0)) return bytes.toString('utf8').replace(/^\ufeff+/, '')
  return bytes
    .toString('latin1')
    .replaceAll('\0', '')
    .replaceAll(/^(?:\xff\xfe|\xfe\xff)+/gm, '')
}
