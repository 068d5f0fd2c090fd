import { basename, dirname } from 'node:path/posix'
import { parseDocument } from '../../core/document/document.ts'
import { isRecord } from '../../core/model/record.ts'
import { configPlaces } from '../../settings/load/discover.ts'
import { deletedFiles } from './earlier-files.ts'
import { inTree, type WorkTree } from './git-reader.ts'
import type { GitTree } from './git-tree.ts'

/** More deleted files than this are not read. */
const mostDeleted = 500

/**
 * Where the commit has the config, from its root: under its own name, else each file that may have been it. Throws where
 * too many files were deleted to tell.
 */
export async function earlierConfigs(
  config: string,
  tree: GitTree,
  place: WorkTree,
): Promise<readonly string[]> {
  const own = inTree(config, place)
  if ((await tree.find(own)).kind === 'file') return [own]
  const known = new Set(tree.paths)
  const usual = listFoldersUpwards(dirname(own)).flatMap((folder) =>
    [...configPlaces, 'package.json'].map((name) => (folder === '.' ? name : `${folder}/${name}`)),
  )
  const found = new Set(usual.filter((path) => known.has(path)))
  for (const path of await deletedConfigs(tree, place)) found.add(path)
  return [...found]
}

/** `a/b`, `a` and `.` of `a/b`. */
function listFoldersUpwards(folder: string): readonly string[] {
  return folder === '.' ? ['.'] : [folder, ...listFoldersUpwards(dirname(folder))]
}

async function deletedConfigs(tree: GitTree, place: WorkTree): Promise<readonly string[]> {
  const deleted = await deletedFiles(tree, place, /\.(json|ya?ml)$|(^|\/)\.?governancerc$/i)
  if (deleted.length > mostDeleted)
    throw new Error(`the config has another name there, and ${deleted.length} files were deleted since`)
  const configs: string[] = []
  for (const path of deleted) if (await isConfig(path, tree)) configs.push(path)
  return configs
}

async function isConfig(path: string, tree: GitTree): Promise<boolean> {
  if (configPlaces.some((name) => basename(name) === basename(path))) return true
  const found = await tree.find(path)
  return found.kind === 'file' && listsDefinitions(path, await tree.read(found.id))
}

function listsDefinitions(path: string, bytes: Uint8Array): boolean {
  try {
    const format = /\.json$/i.test(path) ? 'json' : 'yaml'
    const { value } = parseDocument(new TextDecoder().decode(bytes), format)
    return isRecord(value) && (Array.isArray(value.definitions) || isRecord(value.profiles))
  } catch {
    return false
  }
}
