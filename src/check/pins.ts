import { realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { Definition } from '../core/model/asked.ts'
import type { RequiredGap } from '../core/model/gap.ts'
import { findRepository } from '../settings/load/fence.ts'
import { isPin, type Required } from '../settings/load/policy-file.ts'
import { findDefinitions } from './definitions/find-definitions.ts'
import { compileDefinitionGlob } from './definitions/find-matches.ts'
import { resolveRealPath } from './exists.ts'
import { folderDigest } from './input-digest.ts'

/** A trusted copy that the policy requires, and that is not what the run uses. */
export type Unmet = Pick<RequiredGap, 'subject' | 'name' | 'found'>

type Digests = Readonly<Record<string, string>>

/**
 * Required ruleset files that no local ruleset of the run equals, with what it extends, under the same id, by which a
 * policy names it. A digest without an id is of any ruleset. `digestsOf` reads trusted files.
 */
export async function unmetRulesets(
  { ruleset_files = [] }: Required,
  used: Digests,
  digestsOf: (file: string) => Promise<Digests>,
): Promise<Unmet[]> {
  const unmet: Unmet[] = []
  for (const name of ruleset_files) {
    const found = Object.entries(used).map(writePin)
    const isMet = isPin(name)
      ? [...found, ...Object.values(used).map(withPrefix)].includes(name)
      : Object.entries(await digestsOf(name)).every((trusted) => found.includes(writePin(trusted)))
    if (!isMet) unmet.push({ subject: 'ruleset file', name, found: found.join(', ') })
  }
  return unmet
}

/** Requires the folder that the embedded sandbox serves to have the pinned content. */
export async function unmetWorkspace(
  { workspace: name }: Required,
  served: string | undefined,
  cwd: string,
): Promise<Unmet[]> {
  if (name === undefined) return []
  if (served === undefined) return [{ subject: 'workspace', name }]
  const computeFolderDigest = async (folder: string) => withPrefix(await folderDigest(resolve(cwd, folder)))
  const found = await computeFolderDigest(served)
  return found === (isPin(name) ? name : await computeFolderDigest(name))
    ? []
    : [{ subject: 'workspace', name, found: `${served} ${found}` }]
}

function writePin([id, digest]: readonly [string, string]): string {
  return `${id}@${withPrefix(digest)}`
}

function withPrefix(digest: string): string {
  return `sha256:${digest}`
}

/** The OpenAPI files of the repository that are not definitions of the run, by their real paths from `cwd`. */
async function uncoveredDefinitions(
  definitions: readonly Definition[],
  cwd: string,
): Promise<readonly string[]> {
  const root = await realpath((await findRepository(cwd)) ?? cwd)
  const found = await findDefinitions(root, { isThorough: true })
  const covered = new Set(await Promise.all(definitions.map(({ file }) => resolveRealPath(cwd, file))))
  const from = await realpath(cwd)
  const files = new Set(await Promise.all(found.files.map((file) => resolveRealPath(root, file))))
  return [...files]
    .filter((file) => !covered.has(file))
    .map((file) => relative(from, file).split(sep).join('/'))
}

/** A definition that nobody listed is never checked. Those of a workspace belong to its saved APIs. */
export async function unlistedDefinitions(
  definitions: readonly Definition[],
  workspace: string | undefined,
  cwd: string,
): Promise<readonly string[]> {
  const files = await uncoveredDefinitions(definitions, cwd)
  if (workspace === undefined) return files
  const served = `${relative(await realpath(cwd), await resolveRealPath(cwd, workspace))
    .split(sep)
    .join('/')}/`
  return files.filter((file) => !file.startsWith(served))
}

/**
 * Definitions of the repository that `require.all_definitions` misses, except those that the globs match.
 * Throws GovError, usage.
 */
export async function unmetDefinitions(
  definitions: readonly Definition[],
  globs: readonly string[] = [],
  cwd: string,
): Promise<Unmet[]> {
  const excepted = globs.map(compileDefinitionGlob)
  const files = await uncoveredDefinitions(definitions, cwd)
  const missed = files.filter((file) => !excepted.some((isMatch) => isMatch(file)))
  return missed.map((name) => ({ subject: 'definition', name }))
}
