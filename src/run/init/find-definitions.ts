import type { Dirent } from 'node:fs'
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseDocument } from '../../document/document.ts'
import { formatsOf } from '../../engine/formats.ts'
import { GovError } from '../../model/errors.ts'
import { isRecord } from '../../model/record.ts'
import { standIn } from '../../text/decode-text.ts'
import {
  isGone,
  refuseAbsentSubmodule,
  refuseMissingSubmodules,
  unreadableFolder,
} from '../definitions/unsearchable.ts'
import { linkTarget } from '../source-reader.ts'

export interface FoundDefinitions {
  /** From the folder, with `/`, in the order of their names. */
  readonly files: readonly string[]
  /** The search ended at a bound: there may be more. */
  readonly isCut: boolean
}

/** What a repository holds of others, or makes. Names that begin with a dot are passed over as well. */
const passedOver = new Set(
  'node_modules bower_components vendor dist build out target coverage tmp venv __pycache__'.split(' '),
)
/** Folders of tools: of the names with a dot, only these are passed over in a thorough search. */
const ofTools = new Set(
  '.git .hg .svn .cache .gradle .next .nuxt .pnpm-store .terraform .tox .venv .yarn'.split(' '),
)

const mostDefinitions = 50
const mostEntries = 20_000
const deepest = 8
const headBytes = 4096

/**
 * The OpenAPI files in a folder and below, recognised by their first kilobytes. Skips what the folder's `.gitignore`
 * lists under a plain name, and links, unless these may be the change under review. `isThorough`: for a list that must
 * be complete, without bounds, in the whole of each file, and also of what Git ignores.
 */
export async function findDefinitions(
  folder: string,
  { isThorough = false }: { readonly isThorough?: boolean } = {},
): Promise<FoundDefinitions> {
  const ignored = new Set([...passedOver, ...(isThorough ? [] : await ignoredNames(folder))])
  const files: string[] = []
  for await (const path of filesBelow(folder, ignored, isThorough)) {
    if (path === undefined || (!isThorough && files.length === mostDefinitions))
      return { files: files.sort(), isCut: true }
    if (await isDefinition(path, isThorough)) files.push(relative(folder, path).replaceAll('\\', '/'))
  }
  return { files: files.sort(), isCut: false }
}

/** Level after level, so that what is near comes first; undefined when a bound ends it. */
async function* filesBelow(
  folder: string,
  ignored: ReadonlySet<string>,
  isThorough: boolean,
): AsyncGenerator<string | undefined> {
  const isSearched = (name: string) =>
    !ignored.has(name) && !(isThorough ? ofTools.has(name) : name.startsWith('.'))
  if (isThorough) await refuseMissingSubmodules(folder, (way) => way.every(isSearched), unasked)
  const isNew = createVisits()
  await isNew(folder)
  let seen = 0
  let level: readonly string[] = [folder]
  for (let depth = 0; level.length > 0; depth++) {
    const below: string[] = []
    for (const each of level) {
      const entries = await entriesOf(each, isThorough)
      seen += entries.length
      if (!isThorough && (seen > mostEntries || depth > deepest)) return yield undefined
      const own = entries.filter(({ name }) => isSearched(name))
      const { files, folders } = await sortOut(each, own, isThorough)
      yield* files
      for (const path of folders) if (await isNew(path)) below.push(path)
    }
    level = below
  }
}

/** No folder is named where the whole repository is searched. */
const unasked = 'or have the policy not require all_definitions'

async function entriesOf(folder: string, isThorough: boolean): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    if (isThorough) await refuseAbsentSubmodule(folder, entries, unasked)
    return entries
  } catch (error) {
    if (!isThorough || isGone(error, folder)) return []
    throw error instanceof GovError ? error : unreadableFolder(folder, unasked)
  }
}

async function sortOut(folder: string, entries: readonly Dirent[], followsLinks: boolean) {
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

/**
 * Thoroughly, a file that cannot be read or parsed counts if it may be one, and so does what git left in its place: reading
 * it reports the error.
 */
export async function isDefinition(path: string, isThorough: boolean): Promise<boolean> {
  const [, ending] = /\.(json|ya?ml)$/i.exec(path) ?? []
  if (ending === undefined) return false
  const format = ending.toLowerCase() === 'json' ? 'json' : 'yaml'
  const file = await open(path).catch(() => undefined)
  try {
    if (file === undefined) return isThorough
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    if (declaresOpenApi(head, format)) return true
    if (standIn(head) || (await linkTarget(path, head))) return isThorough
    return isThorough && mayBeOpenApi(await readFile(path), format)
  } catch {
    return isThorough
  } finally {
    await file?.close()
  }
}

/** With NULs it is in UTF-16 or UTF-32, or binary: without them, what is ASCII in it shows. */
function mayBeOpenApi(bytes: Buffer, format: 'json' | 'yaml'): boolean {
  if (!bytes.includes(0)) return isOpenApi(bytes.toString('utf8'), format)
  return mayHoldVersion.test(bytes.toString('latin1').replaceAll('\0', ''))
}

/** A long comment, a tag or an escape can hide the version from a look at the beginning. */
function isOpenApi(text: string, format: 'json' | 'yaml'): boolean {
  if (!mayHoldVersion.test(text)) return false
  try {
    const { value } = parseDocument(text, format)
    return formatsOf(value).size > 0 || statesVersion(value)
  } catch {
    return versionLine.test(text)
  }
}

/** Also one that gov does not check, or that is misspelt (`v3.0.0`): reading it says so. Swagger 1 is another kind of file. */
function statesVersion(value: unknown): boolean {
  const { openapi, swagger } = isRecord(value) ? value : {}
  return /^v?\d/.test(textOf(openapi)) || /^v?[2-9]/.test(textOf(swagger))
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether a document whose beginning is `head` says at its top that it is OpenAPI 3, or Swagger 2.0. */
export function declaresOpenApi(head: string, format: 'json' | 'yaml'): boolean {
  const text = head.replace(/^\ufeff/, '')
  const isFlow = format === 'json' || text.trimStart().startsWith('{')
  return isFlow ? declaresInJson(text) : blockKey.test(text)
}

const mayHoldVersion = /openapi|swagger|\\[xuU]/
const versionLine = /^\s*["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?[23]\./m
const blockKey = /^(["']?)(?:openapi\1[ \t]*:[ \t]*["']?3\.\d|swagger\1[ \t]*:[ \t]*["']?2\.0)/m
const flowKey = /(["']?)\b(?:openapi\1\s*:\s*["']?3\.\d|swagger\1\s*:\s*["']?2\.0)/g

function declaresInJson(text: string): boolean {
  return [...text.matchAll(flowKey)].some(({ index }) => depthAt(text.slice(0, index)) === 1)
}

/** How many brackets are open at the end of `text`, those in strings left out. */
function depthAt(text: string): number {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  return bare.replaceAll(/[^{[]/g, '').length - bare.replaceAll(/[^}\]]/g, '').length
}
