import { dirname, resolve, sep } from 'node:path'
import { discoverConfig } from '../../settings/load/discover.ts'
import { configFolder } from '../../settings/load/load-config.ts'
import { realPathOf } from './path-of.ts'

/**
 * Where `gov check` of a file is as if run: the folder of the config nearest to it, so that names in reports are the
 * same as there; without one, the folder that the editor has open.
 */
export async function folderOf(path: string, folders: readonly string[]): Promise<string> {
  const top = topOf(path, folders)
  for (const folder of foldersUp(dirname(path), top ?? dirname(path))) {
    // Two configs in one folder: the check itself says so.
    const config = await discoverConfig(folder).catch(() => resolve(folder, 'two-configs'))
    if (config !== undefined) return configFolder(config)
  }
  return top ?? dirname(path)
}

/** The innermost open folder that holds the file; by its name in the file's path, which may lead there by links. */
function topOf(path: string, folders: readonly string[]): string | undefined {
  const named = folders.filter((folder) => isIn(path, folder)).sort((a, b) => b.length - a.length)[0]
  if (named !== undefined || folders.length === 0) return named
  const real = folders.map(realPathOf)
  return foldersUp(dirname(path), '').find((folder) => real.includes(realPathOf(folder)))
}

function foldersUp(folder: string, top: string): readonly string[] {
  return folder === top || dirname(folder) === folder
    ? [folder]
    : [folder, ...foldersUp(dirname(folder), top)]
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
