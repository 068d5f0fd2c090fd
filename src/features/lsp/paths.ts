import { realpathSync } from 'node:fs'
import { basename, dirname, join, posix, relative, resolve, sep, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { discoverConfig, listFoldersUpwards } from '../../check/config/discover.ts'
import { findConfigFolder } from '../../check/config/load-config.ts'
import { tryMake } from '../../core/model/try-make.ts'

/** Absolute; undefined for what is not a file, such as a text that was never saved. One file may have more than one. */
export function toFilePath(uri: string, windows = sep === '\\'): string | undefined {
  const path = tryMake(() => fileURLToPath(uri, { windows }))
  return path && (windows ? withDrive(win32.resolve(path)) : posix.resolve(path))
}

/** The path that a text that was never saved would have: in the folder, by the name that the editor shows. */
export function toUntitledPath(
  { uri, languageId }: { readonly uri: string; readonly languageId: string },
  folder: string,
): string | undefined {
  const [, label] = /^untitled:(.+)$/.exec(uri) ?? []
  const kind = /^json/.test(languageId) ? 'json' : languageId
  if (label === undefined || (kind !== 'json' && kind !== 'yaml')) return undefined
  const name = resolve(folder, decodeURIComponent(label))
  return /\.(?:json|ya?ml)$/i.test(name) ? name : `${name}.${kind}`
}

/** As messages name a file from a folder. */
export function nameRelative(folder: string, path: string): string {
  return relative(folder, path).replaceAll('\\', '/')
}

/** Whether a file may be a definition, a part of one, a ruleset or a config. */
export function isData(path: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(path)
}

/** Some editors write the letter of a drive small. */
function withDrive(path: string): string {
  return path.charAt(0).toUpperCase() + path.slice(1)
}

/** Resolves links and letter case on disk. The file need not exist. */
export function resolveLinks(path: string): string {
  const onDisk = (each: string) => tryMake(() => realpathSync.native(each))
  return onDisk(path) ?? join(onDisk(dirname(path)) ?? dirname(path), basename(path))
}

/** The folder in which a file is checked: that of the nearest config, else the one open in the editor. */
export async function findFolder(path: string, folders: readonly string[]): Promise<string> {
  const top = findTopFolder(path, folders)
  for (const folder of listFoldersUpwards(dirname(path), top ?? dirname(path))) {
    // Two configs in one folder: the check itself says so.
    const config = await discoverConfig(folder).catch(() => resolve(folder, 'two-configs'))
    if (config !== undefined) return findConfigFolder(config)
  }
  return top ?? dirname(path)
}

/** The innermost open folder that holds the file; by its name in the file's path, which may lead there by links. */
function findTopFolder(path: string, folders: readonly string[]): string | undefined {
  const named = folders.filter((folder) => isWithin(path, folder)).sort((a, b) => b.length - a.length)[0]
  if (named !== undefined || folders.length === 0) return named
  const real = folders.map(resolveLinks)
  return listFoldersUpwards(dirname(path)).find((folder) => real.includes(resolveLinks(folder)))
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
