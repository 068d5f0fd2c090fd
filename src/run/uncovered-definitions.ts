import { realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Definition } from '../model/asked.ts'
import { repositoryOf } from '../settings/load/fence.ts'
import { realPathOf } from './exists.ts'
import { findDefinitions } from './init/find-definitions.ts'
import type { Unmet } from './pins.ts'

/** The OpenAPI files of the repository, as seen from `cwd`, that are not definitions of the run. */
async function uncoveredDefinitions(
  definitions: readonly Definition[],
  cwd: string,
): Promise<readonly string[]> {
  const root = await realpath((await repositoryOf(cwd)) ?? cwd)
  const found = await findDefinitions(root, { isThorough: true })
  const covered = new Set(await Promise.all(definitions.map(({ file }) => realPathOf(cwd, file))))
  const from = await realpath(cwd)
  const files: string[] = []
  for (const file of found.files) if (!covered.has(await realPathOf(root, file))) files.push(file)
  return files.map((file) => relative(from, resolve(root, file)).replaceAll('\\', '/'))
}

/** A definition that nobody listed is never checked. Those of a workspace belong to its saved APIs. */
export async function unlistedDefinitions(
  definitions: readonly Definition[],
  workspace: string | undefined,
  cwd: string,
): Promise<readonly string[]> {
  const files = await uncoveredDefinitions(definitions, cwd)
  if (workspace === undefined) return files
  const served = `${relative(cwd, resolve(cwd, workspace)).replaceAll('\\', '/')}/`
  return files.filter((file) => !file.startsWith(served))
}

/** What `require.all_definitions` misses. */
export async function unmetDefinitions(definitions: readonly Definition[], cwd: string): Promise<Unmet[]> {
  const files = await uncoveredDefinitions(definitions, cwd)
  return files.map((name) => ({ subject: 'definition', name }))
}
