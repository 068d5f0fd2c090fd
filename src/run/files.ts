import { access, chmod, constants, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { GovError, usageError } from '../model/errors.ts'
import { FileFault, type FileFaultCode, toFileFault } from '../model/file-fault.ts'
import { type Fence, fenceFault } from '../settings/fence.ts'
import { decodeText } from '../text/decode-text.ts'
import { noFile, noteSource, stampOf } from './source-stamps.ts'

/** A JSON or YAML file as it stands on disk. */
export interface SourceFile {
  /** As it was named. */
  readonly file: string
  /** Unchanged, with its byte order mark if it has one: what is sent. */
  readonly bytes: Uint8Array
  /** Without a byte order mark. */
  readonly text: string
  readonly format: 'json' | 'yaml'
  readonly contentType: 'application/json' | 'application/yaml'
}

export type SourceNoun = 'definition' | 'ruleset' | 'examples' | 'session'

const mostBytes = 200 * 1024 * 1024

const formats: ReadonlyMap<string, Pick<SourceFile, 'format' | 'contentType'>> = new Map([
  ['.json', { format: 'json', contentType: 'application/json' }],
  ['.yaml', { format: 'yaml', contentType: 'application/yaml' }],
  ['.yml', { format: 'yaml', contentType: 'application/yaml' }],
])

const hints: Readonly<Record<FileFaultCode, string>> = {
  'not-found': 'Check the path; on the command line it is relative to the working directory.',
  'is-folder': 'Name one JSON or YAML file.',
  'not-a-file': 'Name one JSON or YAML file.',
  unreadable: 'Give the user that runs gov the right to read it.',
  'too-large': 'Split the file, or name the right one.',
  empty: 'Write the document, or name another file.',
  'not-text': 'Save the file as UTF-8 text.',
}

/** What this run has read as its input: no report may take its place. */
const sources = new Set<string>()

/** A definition or a ruleset. Throws GovError, usage: `definition-not-found`, `ruleset-empty`, and so on. */
export async function readSource(cwd: string, file: string, noun: SourceNoun): Promise<SourceFile> {
  try {
    return await read(resolve(cwd, file), file, noun)
  } catch (error) {
    throw error instanceof GovError ? error : sourceError(toFileFault(error), file, noun)
  }
}

/** What is at hand under a file's name, as if that had been read. Throws GovError, usage, as `readSource`. */
export function sourceOf(file: string, bytes: Uint8Array, noun: SourceNoun): SourceFile {
  const format = formats.get(extname(file).toLowerCase())
  if (!format) throw formatError(file, noun)
  try {
    return { file, bytes, text: decodeText(bytes), ...format }
  } catch (error) {
    throw sourceError(toFileFault(error), file, noun)
  }
}

async function read(path: string, file: string, noun: SourceNoun): Promise<SourceFile> {
  noteSource(path, noFile)
  const found = await stat(path)
  noteSource(path, stampOf(found))
  if (found.isDirectory()) throw new FileFault('is-folder', 'is a folder, not a file')
  if (!found.isFile()) throw new FileFault('not-a-file', 'is a pipe or a device, not a file')
  const format = formats.get(extname(file).toLowerCase())
  if (!format) throw formatError(file, noun)
  if (found.size > mostBytes) throw new FileFault('too-large', 'is larger than 200 MB')
  const bytes = await readFile(path)
  sources.add(await realpath(path))
  return { file, bytes, text: decodeText(bytes), ...format }
}

function formatError(file: string, noun: SourceNoun): GovError {
  const message = `${noun} ${file} is neither JSON nor YAML by its name`
  return usageError(`${noun}-format`, message, 'Name a file that ends in .json, .yaml or .yml.')
}

function sourceError(fault: FileFault, file: string, noun: SourceNoun): GovError {
  const place = fault.line === undefined ? file : `${file}:${fault.line}:1:`
  return usageError(`${noun}-${fault.code}`, `${noun} ${place} ${fault.message}`, hints[fault.code], fault)
}

/** A text, or its pieces one after the other. */
type Text = string | Iterable<string>

/**
 * Writes a whole file or nothing: a new file is filled beside the old one and then takes its place, so that a full
 * disk or an interruption leaves the old one as it was. Its permissions stay, a symbolic link stays a link, and a
 * device or a pipe (`/dev/stdout`) is written to as it is. Within a fence only a plain file is replaced. Creates no
 * folder. Throws GovError, usage.
 */
export async function writeOutput(cwd: string, file: string, text: Text, fence?: Fence): Promise<void> {
  try {
    const path = fence ? await insideOf(fence, resolve(cwd, file), file) : resolve(cwd, file)
    const old = await stat(path).catch(absent)
    if (old && sources.has(await realpath(path)))
      throw outputError('output-is-input', file, 'is what this run reads')
    if (old?.isDirectory()) throw outputError('output-is-folder', file, 'is a folder, not a file')
    if (isSpecial(path) || (old && !old.isFile())) await writeFile(path, text, { flag: 'a' })
    else if (old) await replace(await writable(path), text, old.mode)
    else await replace(path, text, undefined)
  } catch (error) {
    throw error instanceof GovError ? error : writeFault(error, file)
  }
}

/** The path with no link left in it, so that none can be put in its way any more. */
async function insideOf(fence: Fence, path: string, file: string): Promise<string> {
  const fault = await fenceFault(path, fence, 'write')
  if (fault !== undefined) throw outputError('output-outside', file, fault)
  return join(await realpath(dirname(path)), basename(path))
}

/** Adds to a file that others write to as well, such as a CI job's summary. Throws GovError, usage. */
export async function appendOutput(cwd: string, file: string, text: Text): Promise<void> {
  try {
    await writeFile(resolve(cwd, file), text, { flag: 'a' })
  } catch (error) {
    throw writeFault(error, file)
  }
}

/** A link in these folders may lead to the shell's own open file, which must not be renamed away. */
function isSpecial(path: string): boolean {
  return path.startsWith('/dev/') || path.startsWith('/proc/')
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** The file that a link leads to. Throws when it may not be written: a rename would not ask. */
async function writable(path: string): Promise<string> {
  await access(path, constants.W_OK)
  return realpath(path)
}

async function replace(path: string, text: Text, mode: number | undefined): Promise<void> {
  const { randomUUID } = await import('node:crypto')
  const temporary = join(dirname(path), `.${basename(path).slice(0, 200)}.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true })
    if (mode !== undefined) await chmod(temporary, mode)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const writeFaults: ReadonlyMap<unknown, readonly [string, string]> = new Map([
  ['ENOENT', ['output-folder-missing', 'cannot be written: its folder does not exist']],
  ['ENOTDIR', ['output-folder-missing', 'cannot be written: a part of its path is a file, not a folder']],
  ['EACCES', ['output-unwritable', 'cannot be written: permission denied']],
  ['EPERM', ['output-unwritable', 'cannot be written: permission denied']],
  ['EROFS', ['output-unwritable', 'cannot be written: the disk is read-only']],
  ['ENOSPC', ['output-unwritable', 'cannot be written: the disk is full']],
])

function writeFault(error: unknown, file: string): GovError {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) throw error
  const [code, message] = writeFaults.get(error.code) ?? [
    'output-unwritable',
    `cannot be written: ${String(error.code)}`,
  ]
  return outputError(code, file, message, error)
}

function outputError(code: string, file: string, message: string, cause?: unknown): GovError {
  const hint = 'Name a file in a folder that exists and may be written to.'
  return usageError(code, `output ${file} ${message}`, hint, cause)
}
