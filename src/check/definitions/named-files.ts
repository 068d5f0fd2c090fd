import { resolve } from 'node:path'
import { isFolder } from '../exists.ts'

/** Names as a person types them, each file once, and a folder with the slash that tells it from a file. */
export async function namedFiles(names: readonly string[], cwd: string): Promise<readonly string[]> {
  const named = new Map<string, string>()
  for (const name of names) {
    const path = resolve(cwd, name)
    if (!named.has(path)) named.set(path, (await isFolder(path)) && !/[/\\]$/.test(name) ? `${name}/` : name)
  }
  return [...named.values()]
}

/** Whether a name stands for files that are searched for: it holds wildcards, or ends in a slash. */
export function isGlob(file: string): boolean {
  return /[*?[{]|[/\\]$/.test(file)
}
