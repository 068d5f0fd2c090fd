import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Fence } from '../../settings/setting.ts'

/** The fence around `folder`: the root of its repository (the nearest `.git` upward), else the folder itself. */
export async function findFence(folder: string): Promise<Fence> {
  const root = await findRepository(folder)
  const real = await realpath(root ?? folder).catch(() => resolve(root ?? folder))
  return {
    folder: real,
    name: root === undefined ? `${real}, which is not in a repository` : `the repository ${real}`,
  }
}

export async function findRepository(start: string): Promise<string | undefined> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (await linkStat(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/** `apis/shop`: the way from the root of its repository to `folder`; undefined at the root, and outside of any repository. */
export async function findRepositoryPath(folder: string): Promise<string | undefined> {
  const root = await findRepository(folder)
  return (root && relative(root, folder).split(sep).join('/')) || undefined
}

/**
 * Why a path may not be used, as the rest of a sentence that begins with its name; undefined when it may. What counts
 * is where the path leads with every link followed. What is to be written must also be no link, no device and no program,
 * so that it can take the place of nothing but a plain file.
 */
export async function fenceFault(
  path: string,
  { folder, name }: Fence,
  use: 'read' | 'write',
): Promise<string | undefined> {
  const fault = placeFault(folder, await resolveNewPath(resolve(path)))
  if (fault !== undefined) return fault === 'outside' ? `is outside ${name}` : 'is inside .git'
  return use === 'write' ? findWriteFault(path) : undefined
}

/** Why a path without links is out of reach from a folder. Between drives of Windows, `relative` gives an absolute path. */
export function placeFault(folder: string, path: string): 'outside' | 'git' | undefined {
  const way = relative(folder, path)
  const steps = way.split(sep)
  if (steps[0] === '..' || isAbsolute(way)) return 'outside'
  return steps.some((step) => step.toLowerCase() === '.git') ? 'git' : undefined
}

const mostLinks = 40

/** Resolves an absolute path. For a missing file, to where it would be created: a dangling link still has a target. */
export async function resolveNewPath(path: string, links = 0): Promise<string> {
  const real = await realpath(path).catch(() => undefined)
  if (real !== undefined || dirname(path) === path || links > mostLinks) return real ?? path
  const target = await readlink(path).catch(() => undefined)
  return target === undefined
    ? join(await resolveNewPath(dirname(path), links), basename(path))
    : resolveNewPath(resolve(dirname(path), target), links + 1)
}

async function findWriteFault(path: string): Promise<string | undefined> {
  const found = await linkStat(path)
  if (found === undefined || found.isDirectory()) return undefined
  if (found.isSymbolicLink()) return 'is a symbolic link, and a config may not write through one'
  if (!found.isFile()) return 'is a pipe or a device'
  return (found.mode & 0o111) === 0 ? undefined : 'is executable, and a config may not overwrite it'
}

export async function linkStat(path: string) {
  return lstat(path).catch(() => undefined)
}
