import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { ParseError } from '../../core/document/parse-error.ts'
import { parseShallow } from '../../core/document/parse-named.ts'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { contentId } from '../../core/text/digest.ts'
import { suggest } from '../../core/text/suggest.ts'
import { type FolderHolder, holdFolder } from './holder.ts'
import type { Keeper } from './store.ts'

const temporary = /^\..*\.tmp$/

/**
 * Keeps each record as a file of its own: the one that it was read from (`fileOf`, relative to the workspace), or a
 * new one whose name tells nothing about the record. JSON is what it writes, which is YAML too. A change resolves when
 * it would survive a power cut; until then the old file is found, or none. `root` is the workspace's real path: nothing
 * outside of it is written, whatever its links lead to.
 */
export function recordFiles(root: string, fileOf: WeakMap<object, string>, holder?: FolderHolder): Keeper {
  const { requireHeld } = holder ?? nobody
  return {
    save: async (record, id, folder, replaced = record) => {
      const text = `${JSON.stringify(record, null, 2)}\n`
      const known = fileOf.get(replaced)
      const isFolder = known === undefined && folder === 'rulesets'
      const name = known ?? `${folder}/${contentId([id], 32)}${isFolder ? '/ruleset.yml' : '.json'}`
      await (isFolder ? writeFolder : write)(root, name, text, requireHeld)
      await requireHeld('made')
      fileOf.set(record, name)
    },
    remove: async (record) => {
      const name = fileOf.get(record) ?? ''
      const folder = await resolveFolder(root, name)
      const isFolder = name.startsWith('rulesets/')
      // A folder with other files in it is somebody's.
      if (isFolder && (await readdir(folder, { recursive: true })).length > 1) return requireHeld('not made')
      await removeWhole(isFolder ? folder : join(folder, basename(name)), isFolder, requireHeld)
      await requireHeld('made')
    },
  }
}

const nobody: FolderHolder = { requireHeld: async () => {} }

/** Changes that end with the process: a record that takes the place of another one has its file. */
export function memoryFiles(fileOf: WeakMap<object, string>): Keeper {
  return {
    save: async (record, _id, _folder, replaced = record) => {
      const name = fileOf.get(replaced)
      if (name !== undefined) fileOf.set(record, name)
    },
    remove: async () => {},
  }
}

/** A record that is a folder with one file: the folder appears with the file in it. */
async function writeFolder(root: string, name: string, text: string, requireHeld: RequireHeld) {
  const parent = await resolveFolder(root, dirname(name))
  await changeAtOnce(join(parent, basename(dirname(name))), requireHeld, async (beside) => {
    await mkdir(beside)
    await writeSynced(join(beside, basename(name)), text)
    await syncFolder(beside)
  })
}

async function write(root: string, name: string, text: string, requireHeld: RequireHeld): Promise<void> {
  const path = join(await resolveFolder(root, name), basename(name))
  await changeAtOnce(path, requireHeld, (beside) => writeSynced(beside, text))
}

/** A folder cannot take the place of a file: one that has the name of a record's file is somebody's, and stays. */
async function removeWhole(path: string, isFolder: boolean, requireHeld: RequireHeld): Promise<void> {
  const make = async (beside: string) => {
    await mkdir(beside)
    if (!isFolder) await writeSynced(join(beside, 'removed'), '')
  }
  const rest = await changeAtOnce(path, requireHeld, make, (beside) => rename(path, join(beside, 'removed')))
  await rm(rest, { recursive: true, force: true })
}

type RequireHeld = FolderHolder['requireHeld']

/** Replaces `path` with the file that `make` writes beside it, unless `takeEffect` uses that otherwise. Resolves to its path. */
async function changeAtOnce(
  path: string,
  requireHeld: RequireHeld,
  make: (beside: string) => Promise<unknown>,
  takeEffect = (beside: string) => rename(beside, path),
): Promise<string> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    await make(beside)
    await requireHeld('not made')
    await takeEffect(beside)
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    await requireHeld('not made')
    throw error
  }
  await syncFolder(dirname(path))
  return beside
}

/** A file without content would fit on a full disk. */
const probeText = ' '.repeat(16 * 1024)

/** Why records cannot be written or read, in words; undefined where they can. */
export async function findFolderFault(root: string, isWritten: boolean): Promise<string | undefined> {
  const name = join(root, `.ready.${randomUUID()}.tmp`)
  try {
    if (!isWritten) await readdir(root)
    else {
      await writeSynced(name, probeText).finally(() => rm(name, { force: true }))
    }
    return undefined
  } catch (error) {
    return `the workspace cannot be ${isWritten ? 'written' : 'read'} (${findErrorCode(error) ?? 'unknown'})`
  }
}

/** Writes down that this process holds the folder. `onLost` is called once another one does. */
export function holdRecords(root: string, onLost: () => void): Promise<FolderHolder> {
  return holdFolder(root, (name, text) => write(root, name, text, nobody.requireHeld), onLost)
}

/** Deletes half-written files of a crash. A process that was about to rename one no longer finds it. */
export async function removeLeftovers(root: string, folder: string): Promise<void> {
  const names = await readdir(join(root, folder), { recursive: true }).catch(() => [])
  for (const name of names.filter((each) => temporary.test(basename(each)))) {
    const left = join(root, folder, name)
    const taken = join(dirname(left), `.${randomUUID()}.tmp`)
    await rename(left, taken).catch(() => {})
    await rm(taken, { recursive: true, force: true })
  }
}

async function resolveFolder(root: string, name: string): Promise<string> {
  const folder = join(root, dirname(name))
  if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(dirname(folder))
  const real = await realpath(folder)
  if (real === root || contains(real, root)) return real
  throw new Error(`${dirname(name)} is not inside the workspace`)
}

/** Both are real paths. */
export function contains(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** Readable only by the user who runs the sandbox: the records are about keys. */
async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Some systems cannot open a folder; a rename is durable there without. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  if (handle === undefined) return
  try {
    await handle.sync()
  } catch (error) {
    if (!['EPERM', 'EINVAL'].includes(findErrorCode(error) ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/** One record of a workspace, checked. Throws a GovError (usage) that names the file, the line and the key. */
export function readRecord<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
): z.infer<Schema> {
  const document = parse(text, file)
  const result = schema.safeParse(document.value)
  if (result.success) return result.data
  throw recordError(schema, result.error, document, file)
}

function parse(text: string, file: string): SourceDocument {
  try {
    return parseShallow(text, 'yaml')
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const message = `${file}:${error.line}:${error.column}: ${error.reason}`
    throw usageError('workspace-unreadable', message, 'Fix the YAML there.', error)
  }
}

/** A key that should not be there is reported first: it is often the misspelling of one that is missing. */
function recordError(
  schema: z.ZodType,
  { issues }: z.ZodError,
  { locate }: SourceDocument,
  file: string,
): GovError {
  const stray = issues.find((issue) => issue.code === 'unrecognized_keys')
  const path = stray ? [...stray.path, ...stray.keys.slice(0, 1)] : (issues[0]?.path ?? [])
  const key = path.length === 0 ? 'the record' : path.join('.')
  const { start_line } = locate(path.map((part) => (typeof part === 'symbol' ? String(part) : part)))
  const reason = stray ? 'no such key here' : describeRecordIssue(issues[0])
  const hint = stray ? strayHint(key, schema) : `Fix ${key}. Quote a string that looks like a number.`
  return usageError('workspace-record-invalid', `${file}:${start_line}: ${key}: ${reason}`, hint)
}

function strayHint(key: string, schema: z.ZodType): string {
  const meant = suggest(key, listSchemaKeys(schema))
  return meant === undefined ? `Remove ${key}.` : `Remove ${key}, or rename it to ${meant}.`
}

function listSchemaKeys(schema: unknown): string[] {
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(listSchemaKeys)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function describeRecordIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'invalid_type') return issue?.message ?? 'it is not valid'
  return issue.message.endsWith('received undefined') ? `missing, expected ${issue.expected}` : issue.message
}
