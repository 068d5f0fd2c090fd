import { resolve } from 'node:path'
import type { Definition } from '../../model/asked.ts'
import { isFolder, realPathOf } from '../exists.ts'

/** Names as a person types them, each file once, and a folder with the slash that tells it from a file. */
export async function namedFiles(names: readonly string[], cwd: string): Promise<readonly string[]> {
  const named = new Map<string, string>()
  for (const name of names) {
    const path = resolve(cwd, name)
    if (!named.has(path)) named.set(path, (await isFolder(path)) && !/[/\\]$/.test(name) ? `${name}/` : name)
  }
  return [...named.values()]
}

/** Files that the config lists are checked under the id and the name that it gives them. */
export async function asConfigured(
  definitions: readonly Definition[],
  configured: readonly Definition[],
  cwd: string,
): Promise<readonly Definition[]> {
  const real = (file: string) => realPathOf(cwd, file)
  const byPath = new Map(
    await Promise.all(configured.map(async (each) => [await real(each.file), each] as const)),
  )
  return Promise.all(definitions.map(async ({ file }) => ({ ...byPath.get(await real(file)), file })))
}
