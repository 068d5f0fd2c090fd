import { basename, dirname, resolve, sep } from 'node:path'
import { discoverConfig } from '../../settings/load/discover.ts'

/**
 * Where `gov check` of a file is as if run: the folder of the config nearest to it, so that names in reports are the
 * same as there; without one, the folder that the editor has open.
 */
export async function folderOf(path: string, folders: readonly string[]): Promise<string> {
  const top = folders.filter((folder) => isIn(path, folder)).sort((a, b) => b.length - a.length)[0]
  for (const folder of foldersUp(dirname(path), top ?? dirname(path))) {
    // Two configs in one folder: the check itself says so.
    const config = await discoverConfig(folder).catch(() => resolve(folder, 'two-configs'))
    if (config !== undefined) return holderOf(config)
  }
  return top ?? dirname(path)
}

function foldersUp(folder: string, top: string): readonly string[] {
  return folder === top || dirname(folder) === folder
    ? [folder]
    : [folder, ...foldersUp(dirname(folder), top)]
}

function holderOf(config: string): string {
  const folder = dirname(config)
  return basename(folder) === '.config' ? dirname(folder) : folder
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
