import { dirname, extname, join, normalize, relative, resolve } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { once } from '../../core/model/once.ts'
import { isUrl } from '../../core/text/url.ts'
import { findNamedFiles, findOutsideReference, isInData } from '../../engine/openapi/data-places.ts'
import {
  collectValues,
  type ReferencedFiles,
  type ReferenceReader,
  readReferencedFiles,
} from '../../engine/openapi/files.ts'
import { findRepository, placeFault } from './fence.ts'
import type { LocalDefinition } from './local-definition.ts'
import type { ParsedParts } from './parsed-parts.ts'
import { findFileFormat } from './source-file.ts'
import type { SourceReader } from './source-reader.ts'

export type ReferencedSources = Pick<SourceReader, 'cwd' | 'read' | 'realPath' | 'remote'> & {
  readonly parts?: () => ParsedParts | undefined
}

/**
 * Reads the files that a local definition refers to. A definition reaches what is in its repository, or in its own folder where
 * there is none, and nothing else, whichever way `..` or a link leads: who writes a definition may not choose what is
 * read. What is inside `.git`, where a job may keep a credential, is never read. A file is read once, however many refer to it.
 */
export function localReader(definition: string, sources: ReferencedSources): ReferenceReader {
  const { cwd, read, realPath, remote, parts } = sources
  const own = isUrl(definition) ? definition : normalize(definition)
  const folder = resolve(cwd, dirname(own))
  const findFolders = once(async () => {
    const root = await findRepository(folder)
    const folders = root === undefined ? [folder] : [root, folder]
    return { root, folders, reals: await Promise.all(folders.map(realPath)) }
  })
  const readFile = async (name: string) => {
    const { root, folders, reals } = await findFolders()
    const path = resolve(cwd, name)
    if (!isInAny(path, folders)) throw referenceOutsideError(name, root)
    const real = await realPath(path)
    if (real !== undefined && !isInAny(real, [...reals, ...folders])) throw referenceOutsideError(name, root)
    // A name may not disguise what it leads to, such as a .env with a password, which an issue would quote.
    if (real !== undefined && extname(real) !== extname(name))
      findFileFormat(relative(reals[0] ?? cwd, real), 'file')
    const { text } = await read(name, 'file')
    const known = parts?.()
    return { name, text, parse: known && (() => known.parse(name, text)) }
  }
  const readUrl = async (name: string) => ({ name, text: await remote.read(name) })
  const known = new Map<string, ReturnType<ReferenceReader>>()
  return async (reference, from) => {
    const name = resolveReference(reference, from)
    if (name === own) return { name: definition, text: '' }
    const found = known.get(name) ?? (isUrl(name) ? readUrl(name) : readFile(name))
    known.set(name, found)
    return found
  }
}

/** A relative reference in a file at a URL leads to a URL. */
function resolveReference(reference: string, from: string): string {
  if (isUrl(from)) return new URL(reference, from).href
  return isUrl(reference) ? new URL(reference).href : join(dirname(from), reference)
}

function isInAny(path: string, folders: readonly (string | undefined)[]): boolean {
  return folders.some((folder) => folder !== undefined && placeFault(folder, path) === undefined)
}

function referenceOutsideError(name: string, root: string | undefined): Error {
  const where = root === undefined ? "the definition's folder" : "the definition's repository"
  const hint = `Keep referenced files in ${where}.`
  return usageError('reference-outside', `${name} is outside ${where}, so it was not read`, hint)
}

type Referring = Pick<LocalDefinition, 'document' | 'file'>

interface ReadFiles extends Pick<Referring, 'document'> {
  readonly read: ReferenceReader
  readonly files: Promise<ReferencedFiles>
}

/** The files of the last definition, which an evaluation and then what looks at its issues ask for. */
const lastRead = new WeakMap<ReferencedSources, ReadFiles>()

function readOnce({ document, file }: Referring, sources: ReferencedSources): ReadFiles {
  const last = lastRead.get(sources)
  if (last?.document === document) return last
  const read = localReader(file, sources)
  const found = { document, read, files: readReferencedFiles(document, file, read) }
  lastRead.set(sources, found)
  return found
}

/** The files that the references of a definition lead to: those that an evaluation sees. */
export function readFollowed(definition: Referring, sources: ReferencedSources): Promise<ReferencedFiles> {
  return readOnce(definition, sources).files
}

/** The files that a definition goes on in, those that only its discriminators name too. */
export async function readReferenced(
  definition: Referring,
  sources: ReferencedSources,
): Promise<ReferencedFiles> {
  const { document, file } = definition
  const { read, files } = readOnce(definition, sources)
  const followed = await files
  const namesOthers = collectValues(document.value, followed).some((value) => mappedFiles(value).length > 0)
  return namesOthers ? readReferencedFiles(document, file, read, mappedFiles) : followed
}

/** Whether a definition goes on in other files, so that a dashboard needs a bundle of them. */
export function isSplit(definition: unknown): boolean {
  return findOutsideReference(definition, isInData) !== undefined || mappedFiles(definition).length > 0
}

/** Whether an evaluation may read other files for it: the embedded one follows whatever looks like a reference, in data too. */
export function readsOtherFiles(definition: unknown): boolean {
  return findOutsideReference(definition) !== undefined || mappedFiles(definition).length > 0
}

/** The files that mappings of discriminators name. */
export function mappedFiles(root: unknown): readonly string[] {
  return findNamedFiles(root).flatMap(({ by, file }) =>
    by === 'discriminator.mapping' && /[./]/.test(file) ? [file] : [],
  )
}
