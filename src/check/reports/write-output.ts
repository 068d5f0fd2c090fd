import { fsync } from 'node:fs'
import { access, chmod, constants, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { GovError, usageError } from '../../core/model/errors.ts'
import { findErrorCode, findSystemCode } from '../../core/model/file-fault.ts'
import type { Fence } from '../../settings/setting.ts'
import { fenceFault } from '../sources/fence.ts'
import type { Sources } from '../sources/sources.ts'

/** A text, or its pieces one after the other. */
type OutputText = string | Iterable<string>

/**
 * Writes a whole file or nothing: a new file is filled beside the old one and then takes its place, so that a full
 * disk or an interruption leaves the old one as it was. Its permissions stay, a symbolic link stays a link, and a
 * device or a pipe (`/dev/stdout`) is written to as it is. Within a fence only a plain file is replaced. Creates no
 * folder. Throws GovError, usage.
 */
export async function writeOutput(
  { cwd, isInput }: Pick<Sources, 'cwd' | 'isInput'>,
  file: string,
  text: OutputText,
  fence?: Fence,
): Promise<void> {
  try {
    const path = fence ? await requireInFence(fence, resolve(cwd, file), file) : resolve(cwd, file)
    const old = await stat(path).catch(ignoreMissing)
    if (old && isInput(await realpath(path)))
      throw outputError('output-is-input', file, 'is an input of this run')
    if (old?.isDirectory()) throw outputError('output-is-folder', file, 'is a folder, not a file')
    if (isSpecial(path) || (old && !old.isFile())) await writePieces(path, text, 'a')
    else if (old) await replace(await requireWritable(path), text, old.mode)
    else await replace(path, text, undefined)
  } catch (error) {
    throw error instanceof GovError ? error : writeOutputError(error, file)
  }
}

/** The path with no link left in it, so that none can be put in its way any more. */
async function requireInFence(fence: Fence, path: string, file: string): Promise<string> {
  const fault = await fenceFault(path, fence, 'write')
  if (fault !== undefined) throw outputError('output-outside', file, fault)
  return join(await realpath(dirname(path)), basename(path))
}

/** Adds to a file that others write to as well, such as a CI job's summary. Throws GovError, usage. */
export async function appendOutput(cwd: string, file: string, text: OutputText): Promise<void> {
  try {
    await writePieces(resolve(cwd, file), text, 'a')
  } catch (error) {
    throw writeOutputError(error, file)
  }
}

/**
 * Under /dev and /proc a link may lead to the shell's own open file, which must not be renamed away. /dev/shm
 * holds plain files.
 */
function isSpecial(path: string): boolean {
  return /^\/(?:dev\/(?!shm\/)|proc\/)/.test(path)
}

function ignoreMissing(error: unknown): undefined {
  if (findErrorCode(error) === 'ENOENT') return undefined
  throw error
}

/** The file that a link leads to. Throws when it may not be written: a rename would not ask. */
async function requireWritable(path: string): Promise<string> {
  await access(path, constants.W_OK)
  return realpath(path)
}

async function replace(path: string, text: OutputText, mode: number | undefined): Promise<void> {
  const { randomUUID } = await import('node:crypto')
  const temporary = join(dirname(path), `.${basename(path).slice(0, 200)}.${randomUUID()}.tmp`)
  try {
    await writePieces(temporary, text, 'wx')
    if (mode !== undefined) await chmod(temporary, mode)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * A new file is on the disk when this resolves. Under Yarn's Plug'n'Play a file handle takes text and bytes only, and has no
 * `sync`.
 */
async function writePieces(path: string, text: OutputText, flag: 'wx' | 'a'): Promise<void> {
  const handle = await open(path, flag)
  try {
    for (const piece of typeof text === 'string' ? [text] : text) await handle.appendFile(piece)
    if (flag === 'wx') await promisify(fsync)(handle.fd)
  } finally {
    await handle.close()
  }
}

const writeFaults: ReadonlyMap<unknown, readonly [string, string]> = new Map([
  ['ENOENT', ['output-folder-missing', 'cannot be written: its folder does not exist']],
  ['ENOTDIR', ['output-folder-missing', 'cannot be written: part of its path is a file, not a folder']],
  ['EACCES', ['output-unwritable', 'cannot be written: permission denied']],
  ['EPERM', ['output-unwritable', 'cannot be written: permission denied']],
  ['EROFS', ['output-unwritable', 'cannot be written: the disk is read-only']],
  ['ENOSPC', ['output-unwritable', 'cannot be written: the disk is full']],
])

function writeOutputError(error: unknown, file: string): GovError {
  const system = findSystemCode(error)
  if (system === undefined) throw error
  const [code, message] = writeFaults.get(system) ?? ['output-unwritable', `cannot be written: ${system}`]
  return outputError(code, file, message, error)
}

/** Makes a folder, and those above it. Throws GovError, usage. */
export async function makeFolder(path: string, folder: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw writeOutputError(error, folder)
  }
}

function outputError(code: string, file: string, message: string, cause?: unknown): GovError {
  const hint = 'Name a file in an existing, writable folder.'
  return usageError(code, `output ${file} ${message}`, hint, cause)
}
