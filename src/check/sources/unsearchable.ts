import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, extname, join, posix, relative, resolve, sep } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import { isLink } from '../../core/text/decode-text.ts'
import { findRepository, linkStat } from './fence.ts'
import { linkTarget } from './source-reader.ts'

/** Whether a folder of a list is gone: nothing is in it. One whose name is not UTF-8 is there, and cannot be named. */
export function isGone(error: unknown, folder: string): boolean {
  return ['ENOENT', 'ELOOP'].includes(findErrorCode(error) ?? '') && !folder.includes('\ufffd')
}

const others = 'or name only other folders'

/** A search with an unreadable folder may miss definitions, so it fails. `otherwise`: another remedy for the hint. */
export function unreadableFolderError(folder: string, otherwise = others): Error {
  const message = `the folder ${folder} cannot be read, so that its definitions are not known`
  const hint = `Allow the user running gov to read it, ${otherwise}.`
  return usageError('definition-glob-unreadable', message, hint)
}

/** Files that systems and people leave in a folder that is otherwise empty. */
const strays = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.gitkeep', '.keep'])

/** Throws GovError, usage, where an empty folder is a submodule, which the clone left out. */
export async function refuseAbsentSubmodule(
  folder: string,
  entries: readonly { readonly name: string }[],
  otherwise?: string,
): Promise<void> {
  if (!entries.every(({ name }) => strays.has(name))) return
  const root = await findRepository(dirname(folder))
  if (root === undefined) return
  const path = relative(root, folder).replaceAll('\\', '/')
  if ((await listSubmodules(root)).has(path)) throw absentSubmoduleError(path, otherwise)
}

/** Throws GovError, usage, where a submodule below `folder`, or one that it is in, is empty or missing. */
export async function refuseMissingSubmodules(
  folder: string,
  isSearched: (path: readonly string[]) => boolean,
  otherwise = others,
): Promise<void> {
  const root = await findRepository(folder)
  if (root === undefined) return
  for (const path of await listSubmodules(root)) {
    const steps = relative(folder, join(root, path)).split(sep)
    const way = steps.filter((step) => step !== '')
    const isAbove = way.every((step) => step === '..')
    if (!isAbove && (way[0] === '..' || !isSearched(way))) continue
    if (!(await isEmpty(join(root, path)))) continue
    throw absentSubmoduleError(
      path,
      `if it is no more, remove it from .gitmodules and by git rm ${path}, ${otherwise}`,
    )
  }
}

/** Throws GovError, usage, where a file that is not there would be in a submodule that the clone left out. */
export async function refuseInAbsentSubmodule(path: string): Promise<void> {
  const root = await findRepository(dirname(path))
  if (root === undefined) return
  for (const submodule of await listSubmodules(root))
    if (path.startsWith(join(root, submodule, sep)) && (await isEmpty(join(root, submodule))))
      throw absentSubmoduleError(submodule)
}

async function isEmpty(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.every((name) => strays.has(name)),
    (error: unknown) => findErrorCode(error) === 'ENOENT',
  )
}

/** The paths of a repository's submodules, by `.gitmodules` or the index, also of those that are not checked out. */
export async function listSubmodules(root: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(root, '.gitmodules'), 'utf8').catch(() => '')
  const found = text.matchAll(/^[ \t]*(?:\[.*\])?[ \t]*path[ \t]*=[ \t]*(?:"([^"\r\n]*)"|([^#;\r\n]*))/gim)
  const named = [...found].map(([, quoted, bare = '']) =>
    posix.normalize((quoted ?? bare).trim()).replace(/\/$/, ''),
  )
  return new Set([...named, ...(await listIndexed(join(await findGitFolder(root), 'index')))])
}

let lastIndex: { readonly key: string; readonly paths: Promise<readonly string[]> } | undefined

/** Reads an index once as long as it is the same: each glob asks for its submodules. */
async function listIndexed(file: string): Promise<readonly string[]> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return []
  const key = `${file} ${found.mtimeMs} ${found.size}`
  if (lastIndex?.key !== key) lastIndex = { key, paths: readIndex(file) }
  return lastIndex.paths
}

async function readIndex(file: string): Promise<readonly string[]> {
  const submodule = Buffer.from([0, 0, 0o160000 >> 8, 0])
  const index = await readFile(file).catch(() => undefined)
  if (!index?.includes(submodule)) return []
  return (await import('./git-index.ts')).listWithMode(submodule, index)
}

/** The folder of a repository's index. */
export async function findGitFolder(root: string): Promise<string> {
  const link = /^gitdir: (.*)/.exec(await readFile(join(root, '.git'), 'utf8').catch(() => ''))?.[1]
  return resolve(root, link ?? '.git')
}

function absentSubmoduleError(path: string, otherwise = others): Error {
  const message = `the submodule ${path} is not checked out, so that its definitions are not known`
  const hint = `Fetch it: git submodule update --init ${path} (GitHub: submodules: true), ${otherwise}.`
  return usageError('definition-submodule-absent', message, hint)
}

/** Throws GovError, usage, for a text that was a link to a folder, which may hold definitions. */
export async function refuseFolderAsText(path: string): Promise<void> {
  if (extname(path) !== '' || ((await linkStat(path))?.size ?? mostOfLink) >= mostOfLink) return
  const text = await readFile(path, 'utf8').catch(() => '')
  // A file such as `latest` that a person wrote may name a folder, and ends its line.
  if (text.endsWith('\n') || !(await linkTarget(path, text))?.isDirectory()) return
  const message = `${path} ${isLink(text).message}, so that its definitions are not known`
  const hint = 'Have git make links (git config core.symlinks true) and check it out again.'
  throw usageError('definition-folder-is-link', message, hint)
}

const mostOfLink = 1024
