import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, normalize, resolve, sep } from 'node:path'
import { compileGlob, GlobError } from '../../engine/ruleset/glob.ts'
import { usageError } from '../../model/errors.ts'
import { codeOf } from '../../model/system-error.ts'
import { isFolder } from '../exists.ts'
import { isDefinition } from '../init/find-definitions.ts'
import { isGlob } from './is-glob.ts'
import { isGone, refuseAbsentSubmodule, unreadableFolder } from './unsearchable.ts'

/** A search that ends here proves nothing, so it is an error. */
const mostEntries = 200_000

/**
 * The files that a glob matches, sorted: `*`, `?`, `[ab]`, `{a,b}`, and `**` for any folders. A file of that very name is
 * one of them. Wildcards skip names that begin with a dot, and node_modules. Throws GovError, usage.
 */
export async function findMatches(glob: string, cwd: string): Promise<readonly string[]> {
  const parts = normalize(glob).replaceAll(sep, '/').split('/')
  const first = parts.findIndex(isGlob)
  const rest = parts.slice(first)
  const base = parts
    .slice(0, first)
    .map((part) => `${part}/`)
    .join('')
  const root = resolve(cwd, base)
  const matches = compile(rest.join('/'), glob)
  const found = new Set((await isFile(join(root, ...rest))) ? [rest.join('/')] : [])
  for await (const path of filesBelow(root, rest, glob)) if (matches(path)) found.add(path)
  return [...found].sort().map((path) => base + path)
}

/** The OpenAPI files in a folder and below, sorted; other files are none of them. Throws GovError, usage. */
export async function findInFolder(folder: string, cwd: string): Promise<readonly string[]> {
  const root = resolve(cwd, folder)
  const base = folder.replace(/^\.[/\\]+/, '')
  const found: string[] = []
  for await (const path of filesBelow(root, ['**'], folder))
    if (await isDefinition(join(root, path), true)) found.push(base + path)
  return found.sort()
}

/** All but folders, relative to `root`. Links are followed, except into a folder that they are in. */
async function* filesBelow(root: string, rest: readonly string[], glob: string): AsyncGenerator<string> {
  const deepest = rest.some((part) => part.includes('**')) ? Number.POSITIVE_INFINITY : rest.length
  const isSkipped = (name: string) =>
    (name === 'node_modules' || name.startsWith('.')) && !rest.includes(name)
  let seen = 0
  async function* below(folder: readonly string[], above: readonly string[]): AsyncGenerator<string> {
    const path = join(root, ...folder)
    const real = await realpath(path).catch((error: unknown) => {
      if (folder.length === 0 || isGone(error, path)) return undefined
      throw unreadableFolder(path)
    })
    if (real === undefined || above.includes(real)) return
    const entries = await entriesOf(real)
    if (entries.length === 0) await refuseAbsentSubmodule(real)
    seen += entries.length
    if (seen > mostEntries) throw tooMany(glob)
    for (const entry of entries.filter(({ name }) => !isSkipped(name))) {
      const path = [...folder, entry.name]
      const isBelow = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(root, ...path))))
      if (!isBelow) yield path.join('/')
      else if (path.length < deepest) yield* below(path, [...above, real])
    }
  }
  yield* below([], [])
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return []
    throw unreadableFolder(folder)
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

function compile(rest: string, glob: string): (name: string) => boolean {
  try {
    return compileGlob(rest)
  } catch (error) {
    if (!(error instanceof GlobError || error instanceof SyntaxError)) throw error
    const message = `${JSON.stringify(glob)} is not a valid glob: ${error.message}`
    throw usageError('definition-glob-invalid', message, 'Use *, **, ?, [ab] and {a,b}.')
  }
}

function tooMany(glob: string): Error {
  const message = `${JSON.stringify(glob)} searches more than ${mostEntries} files and folders`
  return usageError(
    'definition-glob-too-wide',
    message,
    'Begin the glob with a folder, such as apis/**/openapi.yaml.',
  )
}
