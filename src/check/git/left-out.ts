import { open, readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { findRepository, linkStat } from '../sources/fence.ts'
import { isSearchedThoroughly } from '../sources/find-definitions.ts'
import { compileDefinitionGlob, compileFileTest, findSearchFolder } from '../sources/find-matches.ts'
import { findGitFolder, listSubmodules } from '../sources/unsearchable.ts'
import type { Env, World } from '../world.ts'
import { createGit, type Git, GitError } from './git.ts'

/** Lists what the index has and the work tree need not have, as in a sparse checkout, by `git ls-files -t`: an `S` before the path. */
export async function listSkipped(git: Git, root: string): Promise<ReadonlySet<string>> {
  const rows = (await git.text('-C', root, 'ls-files', '-t', '-z')).split('\0')
  return new Set(rows.filter((row) => row.startsWith('S ')).map((row) => row.slice(2)))
}

/** Throws GovError, usage, where a search of the run would find a file that is left out of the work tree: it did not find all. */
export async function refuseLeftOutMatches({ cwd, env, sources }: World): Promise<void> {
  for (const glob of sources.searches.keys()) {
    const isMatch = compileFileTest(/[/\\]$/.test(glob) ? `${glob}**/*` : glob, cwd)
    const exclusions = sources.exclusions.get(glob) ?? []
    for (const file of await listLeftOut(findSearchFolder(glob, cwd), cwd, env))
      if (isMatch(file) && !(exclusions.length > 0 && exclusions.every((isExcluded) => isExcluded(file))))
        throw leftOutError(file, `${JSON.stringify(glob)} matches`, 'exclude it')
  }
}

/** Throws GovError, usage, where a file is left out that may be a definition and that none of the globs except. */
export async function refuseLeftOutDefinitions(
  root: string,
  except: readonly string[],
  { cwd, env }: Pick<World, 'cwd' | 'env'>,
): Promise<void> {
  const tests = except.map(compileDefinitionGlob)
  for (const file of await listLeftOut(root, cwd, env)) {
    const way = relative(root, resolve(cwd, file)).split(sep)
    if (!isSearchedThoroughly(way) || tests.some((isMatch) => isMatch(file))) continue
    throw leftOutError(file, 'require.all_definitions may mean', 'list it in except_definitions')
  }
}

/** The files, from `cwd`, that are left out of the repository around a folder and of its submodules, and by their names JSON or YAML. */
async function listLeftOut(folder: string, cwd: string, env: Env): Promise<readonly string[]> {
  const root = await findRepository(folder)
  if (root === undefined) return []
  const skipped = (await maySkip(root))
    ? await listSkipped(createGit(root, env), root).catch(unknownError)
    : []
  const found: string[] = []
  for (const path of skipped) {
    const isNamedSo = /\.(?:json|ya?ml)/i.test(basename(path))
    if (isNamedSo && !(await linkStat(join(root, path))))
      found.push(relative(cwd, join(root, path)).replaceAll(sep, '/'))
  }
  for (const submodule of await listSubmodules(root))
    if (await linkStat(join(root, submodule, '.git')))
      found.push(...(await listLeftOut(join(root, submodule), cwd, env)))
  return found
}

/** False where the index cannot say so: version 2 has no room for it, unless another file holds a part of the index. */
async function maySkip(root: string): Promise<boolean> {
  const folder = await findGitFolder(root)
  const names: readonly string[] = await readdir(folder).catch(() => [])
  if (names.some((name) => name.startsWith('sharedindex.'))) return true
  if (!names.includes('index')) return false
  const file = await open(join(folder, 'index'))
  try {
    return (await file.read(Buffer.alloc(8), 0, 8, 0)).buffer.readUInt32BE(4) !== 2
  } finally {
    await file.close()
  }
}

function unknownError(error: unknown): never {
  if (!(error instanceof GitError)) throw error
  const hint = 'Check out all files, and have git trust the folder (safe.directory).'
  const message = `the files that a sparse checkout leaves out are not known: ${error.message}`
  throw usageError('definition-left-out-unknown', message, hint, error)
}

function leftOutError(file: string, by: string, otherwise: string): Error {
  return usageError(
    'definition-left-out',
    `${file}, which ${by}, is left out of the work tree (git's skip-worktree)`,
    `Check it out: git sparse-checkout add ${dirname(file)}, or git sparse-checkout disable. Or ${otherwise}.`,
  )
}
