import { access, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Resolves a path, links followed; the path itself where nothing is. */
export async function resolveRealPath(cwd: string, file: string): Promise<string> {
  const path = resolve(cwd, file)
  return realpath(path).catch(() => path)
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/** Whether there is anything at a path, through links. */
export async function exists(...path: readonly string[]): Promise<boolean> {
  return access(resolve(...path)).then(
    () => true,
    () => false,
  )
}
