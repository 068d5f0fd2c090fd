import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Asked } from '../../core/model/asked.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { readReferencedFiles } from '../../engine/openapi/files.ts'
import { localReader, mappedFiles } from './local-files.ts'
import type { Sources } from './sources.ts'

export interface RunInputs {
  readonly whole: Asked
  readonly baseline: string | undefined
  readonly workspace: string | undefined
}

/** One digest of all files that decide the run: definitions and what they refer to, baseline, workspace. Unreadable ones are absent. */
export async function inputDigest(
  { whole, baseline, workspace }: RunInputs,
  sources: Sources,
): Promise<string> {
  const contents: unknown[] = []
  for (const { file } of whole.definitions)
    contents.push([file, await definitionDigests(file, sources).catch(() => undefined)])
  if (baseline !== undefined) contents.push(await fileDigest(resolve(sources.cwd, baseline)))
  if (workspace !== undefined) contents.push(await folderDigest(resolve(sources.cwd, workspace)))
  return computeDigest(JSON.stringify(contents))
}

/** The digests of a file and of all that its references lead to: a dashboard gets them in a bundle. */
async function definitionDigests(file: string, sources: Sources): Promise<unknown[]> {
  const { document, digest } = await sources.readDefinition(file)
  const read = localReader(file, sources)
  const found = new Map<string, string>()
  const readAll: typeof read = async (reference, from) => {
    const referenced = await read(reference, from)
    if (referenced.name !== file) found.set(referenced.name, computeDigest(referenced.text))
    return referenced
  }
  await readReferencedFiles(document, file, readAll, mappedFiles)
  return [digest, ...[...found].sort()]
}

/** Undefined for what cannot be read. */
export async function fileDigest(path: string): Promise<string | undefined> {
  const content = await readFile(path).catch(() => undefined)
  return content && computeDigest(content)
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
  return computeDigest(JSON.stringify(found.sort(([one], [other]) => (one < other ? -1 : 1))))
}
