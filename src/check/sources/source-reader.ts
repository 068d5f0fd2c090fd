import { readdirSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { GovError, usageError } from '../../core/model/errors.ts'
import { FileFault, findErrorCode, readMessage, toFileFault } from '../../core/model/file-fault.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { decodeText, isLink } from '../../core/text/decode-text.ts'
import { suggestionText } from '../../core/text/suggest.ts'
import { isUrl } from '../../core/text/url.ts'
import { createRemoteFiles, type RemoteFiles } from './remote-files.ts'
import {
  createSourceFile,
  findFileFormat,
  SourceError,
  type SourceFile,
  type SourceNoun,
} from './source-file.ts'

/** Reads input files, and records which. */
export interface SourceReader {
  /** Absolute: what names are relative to. */
  readonly cwd: string
  /** Reads a file or a URL. Throws GovError, usage: `definition-not-found`, `ruleset-empty`, and so on. */
  readonly read: (file: string, noun: SourceNoun) => Promise<SourceFile>
  readonly remote: RemoteFiles
  /** Records an input that is read elsewhere, such as the config, and gives its stamp. */
  readonly note: (file: string) => Promise<Stamp>
  /** Stamp of a file that was read or noted, taken just before. */
  readonly stampOf: (file: string) => Stamp | undefined
  /** Keyed by absolute path. */
  readonly stamps: ReadonlyMap<string, Stamp>
  /** Where an absolute path is read. */
  readonly locate: (path: string) => string
  /** Resolves an absolute path, links followed; undefined where nothing is. */
  readonly realPath: (path: string) => Promise<string | undefined>
  /** No output may replace an input. */
  readonly isInput: (realPath: string) => boolean
}

/** Resolves what a file is known by: where it is, links followed. */
export async function resolvePlace({ cwd, realPath }: Pick<SourceReader, 'cwd' | 'realPath'>, file: string) {
  const path = resolve(cwd, file)
  return (await realPath(path)) ?? path
}

const maxBytes = 200 * 1024 * 1024

/** `folder` is relative to the working directory of the process. */
export function createSourceReader(
  folder: string,
  remote = createRemoteFiles(),
  locate: (path: string) => string = (path) => path,
): SourceReader {
  const cwd = resolve(folder)
  const stamps = new Map<string, Stamp>()
  const inputs = new Set<string>()
  let suggested = 0
  const look = (path: string) => {
    stamps.set(path, noFile)
    const found = statFile(locate(path), () => ++suggested <= mostSuggestions)
    stamps.set(path, createStamp(found))
    // A pipe, such as /dev/fd/63 of a shell, has no path.
    inputs.add(tryMake(() => realpathSync.native(locate(path))) ?? path)
    return found
  }
  const readSource = async (path: string, file: string, noun: SourceNoun): Promise<SourceFile> => {
    const { size } = requireFile(look(path))
    const format = findFileFormat(file, noun)
    if (size > maxBytes) throw new FileFault('too-large', 'is larger than 200 MB')
    const bytes = readFileSync(locate(path))
    const text = decodeText(bytes)
    if (await linkTarget(locate(path), text)) throw isLink(text)
    return { file, bytes, text, ...format }
  }
  return {
    cwd,
    remote,
    locate,
    stamps,
    stampOf: (file) => stamps.get(resolve(cwd, file)),
    isInput: (path) => inputs.has(path),
    realPath: async (path) => tryMake(() => realpathSync.native(path)),
    note: async (file) => {
      const path = resolve(cwd, file)
      return tryMake(() => createStamp(look(path))) ?? noFile
    },
    read: async (file, noun) => {
      if (isUrl(file)) return readRemote(file, noun, remote)
      try {
        return await readSource(resolve(cwd, file), file, noun)
      } catch (error) {
        if (error instanceof GovError) throw error
        throw new SourceError(toFileFault(error), file, noun)
      }
    },
  }
}

/** Throws GovError: usage, or unavailable. */
export async function readRemote(url: string, noun: SourceNoun, remote: RemoteFiles): Promise<SourceFile> {
  const text = await remote.read(url).catch((error: unknown) => {
    if (error instanceof GovError) throw error
    const hint = 'Check the URL, pass --allow-remote if the command has it, or save the file and name that.'
    throw usageError(`${noun}-remote`, `${noun} ${url} cannot be read: ${readMessage(error)}`, hint, error)
  })
  return createSourceFile(url, new TextEncoder().encode(text), noun)
}

/** Names in a folder among which the one that was meant is looked for. */
const mostNames = 1000
/** Missing files of which it is looked for. */
const mostSuggestions = 20

/** For a link to a missing file: report the missing target, as the link itself exists. */
function statFile(path: string, suggests: () => boolean): Stats {
  try {
    return statSync(path)
  } catch (error) {
    if (findErrorCode(error) !== 'ENOENT') throw error
    const target = tryMake(() => readlinkSync(path))
    if (target !== undefined)
      throw new FileFault('not-found', `is a symbolic link to ${target}, which does not exist`)
    const names = suggests() ? (tryMake(() => readdirSync(dirname(path))) ?? []) : []
    const others = names.slice(0, mostNames).filter((name) => name !== basename(path))
    throw new FileFault('not-found', `does not exist${suggestionText(basename(path), others)}`)
  }
}

function requireFile<Found extends { isDirectory(): boolean; isFile(): boolean }>(found: Found): Found {
  if (found.isDirectory()) throw new FileFault('is-folder', 'is a folder, not a file')
  if (!found.isFile()) throw new FileFault('not-a-file', 'is a pipe or a device, not a file')
  return found
}

/** The target of a link that git checked out as text, as it does where links are not made; undefined where the text names no file. */
export async function linkTarget(path: string, text: string): Promise<Stats | undefined> {
  // An editor may have ended the line.
  const [, way] = /^([^\0\r\n]{1,1000})\r?\n?$/.exec(text) ?? []
  if (way === undefined || isAbsolute(way)) return undefined
  return tryMake(() => statSync(resolve(dirname(path), way)))
}

/** Tells two states of a file apart, whether it was written over or replaced. */
export type Stamp = string

/** Stamp of a file that does not exist or may not be read. */
export const noFile: Stamp = 'none'

export function createStamp(found: Stats): Stamp {
  const { ino, size, mtimeMs, ctimeMs } = found
  return found.isDirectory() ? 'folder' : [ino, size, mtimeMs, ctimeMs].join(' ')
}
