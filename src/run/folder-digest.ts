import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf } from '../text/digest.ts'

/** Undefined for what cannot be read. */
export async function fileDigest(path: string): Promise<string | undefined> {
  const content = await readFile(path).catch(() => undefined)
  return content && digestOf(content)
}

/** Covers the name and content of each file in a folder and below, and the target of each link. */
export async function folderDigest(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: [string, string | undefined][] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length).replaceAll('\\', '/')
    if (entry.isFile()) found.push([name, await fileDigest(path)])
    else if (entry.isSymbolicLink()) found.push([name, `link ${await readlink(path)}`])
  }
  return digestOf(JSON.stringify(found.sort(([one], [other]) => (one < other ? -1 : 1))))
}
