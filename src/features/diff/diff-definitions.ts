import { compareVersions } from '../../check/base/compare-versions.ts'
import { createDiff } from '../../check/base/create-diff.ts'
import { type DefinitionVersion, openVersion } from '../../check/base/locate-change.ts'
import { openCommitted, parseCommitted } from '../../check/base/open-commit.ts'
import { exists } from '../../check/exists.ts'
import type { Sources } from '../../check/sources.ts'
import { today, type World } from '../../check/world.ts'
import type { DefinitionDiff } from '../../core/model/definition-diff.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { isUrl } from '../../core/text/url.ts'
import { type PathSelection, selectPaths } from './select-paths.ts'

/**
 * All that differs between two versions of a definition; each is a file, or `REF:FILE` in git. Throws GovError: usage where
 * one cannot be read, incomplete where a part of them cannot be compared.
 */
export async function diffDefinitions(
  oldName: string,
  newName: string,
  world: World,
  selection: PathSelection = {},
): Promise<DefinitionDiff> {
  const [oldVersion, newVersion] = [await openNamed(oldName, world), await openNamed(newName, world)]
  const found = compareVersions(oldVersion, newVersion, {
    today: today(world.now()),
    listsAll: true,
    ...selectPaths(selection, oldVersion.view.root, newVersion.view.root),
  })
  if (found.fault !== undefined) {
    const hint = 'Mend that, and compare again: what is behind it may have changed.'
    const message = `${newName} cannot be compared: ${found.fault}`
    throw new GovError('incomplete', 'diff-incomplete', message, hint)
  }
  return createDiff(found, oldVersion, newVersion)
}

async function openNamed(name: string, world: World): Promise<DefinitionVersion> {
  const { file, sources } = await findFile(name, world)
  return { ...(await openVersion(file, sources)), file: name }
}

async function findFile(name: string, world: World): Promise<{ file: string; sources: Sources }> {
  if (isUrl(name) || (await exists(world.cwd, name))) return { file: name, sources: world.sources }
  const committed = parseCommitted(name)
  if (committed) return openCommitted(committed, 'definition', world)
  const hint = 'Check the path. A file of another commit is REF:FILE, such as main:openapi.yaml.'
  throw usageError('definition-not-found', `there is no file ${name}`, hint)
}
