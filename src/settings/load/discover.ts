/**
 * Our own search: a general one (cosmiconfig) runs `.config/config.js` of the working directory whatever its options
 * say, reads pipes and devices to their end, and passes over a config that it may not read. A gate can afford none.
 */
import { lstat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { parseDocument } from '../../document/document.ts'
import { usageError } from '../../model/errors.ts'
import { repositoryOf } from './fence.ts'
import { readSmallText } from './small-file.ts'

/** The names of a config, in the order in which they are looked for. */
const configFiles = ['.governance.yml', '.governance.yaml', '.governance.json'] as const

/** The key of `package.json` that holds a config. */
export const packageKey = 'governance'

const mostPackageBytes = 1024 * 1024

/**
 * The nearest config, from the working directory up to the repository's root (the folder that holds `.git`). Outside
 * a repository only the working directory counts: a file in a parent folder, say of a shared temporary folder, may be
 * anyone's. Throws GovError, usage, when a folder has two.
 */
export async function discoverConfig(cwd: string): Promise<string | undefined> {
  for (const folder of await foldersUpToRoot(cwd)) {
    const file = (await configIn(folder, cwd)) ?? (await packageIn(folder))
    if (file !== undefined) return file
  }
  return undefined
}

async function foldersUpToRoot(cwd: string): Promise<readonly string[]> {
  const root = await repositoryOf(cwd)
  const folders = [resolve(cwd)]
  for (let folder = resolve(cwd); root !== undefined && folder !== root; ) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders
}

async function configIn(folder: string, cwd: string): Promise<string | undefined> {
  const files: string[] = []
  for (const name of configFiles) if (await exists(join(folder, name))) files.push(join(folder, name))
  const [file, other] = files
  if (file === undefined || other === undefined) return file
  throw usageError(
    'config-ambiguous',
    `${relative(cwd, file)} and ${relative(cwd, other)} are both configs of one folder`,
    'Keep one of them, or name one with --config.',
  )
}

/** A `package.json` that cannot be read as JSON may hold a config when it says so: found, so that the fault is told. */
async function packageIn(folder: string): Promise<string | undefined> {
  const file = join(folder, 'package.json')
  const text = await readSmallText(file, mostPackageBytes).catch(() => '')
  if (!text.includes(`"${packageKey}"`)) return undefined
  try {
    const { value } = parseDocument(text, 'json')
    const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, packageKey)
    return holds ? file : undefined
  } catch {
    return file
  }
}

/** A link that leads nowhere exists too: it is found, and told about. */
async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
