import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { repositoryOf } from '../../settings/load/fence.ts'

/** A search that cannot look into a folder does not know what it lacks. */
export function unreadableFolder(folder: string): Error {
  return usageError(
    'definition-glob-unreadable',
    `the folder ${folder} cannot be read, so that its definitions are not known`,
    'Allow the user running gov to read it, or name only other folders.',
  )
}

/** Throws GovError, usage, where an empty folder is a submodule, which the clone left out. */
export async function refuseAbsentSubmodule(folder: string): Promise<void> {
  const root = await repositoryOf(dirname(folder))
  if (root === undefined) return
  const path = relative(root, folder).replaceAll('\\', '/')
  const modules = await readFile(join(root, '.gitmodules'), 'utf8').catch(() => '')
  if (
    ![...modules.matchAll(/^[ \t]*path[ \t]*=[ \t]*"?(.*?)"?[ \t]*\r?$/gm)].some(([, each]) => each === path)
  )
    return
  throw usageError(
    'definition-submodule-absent',
    `the submodule ${path} is not checked out, so that its definitions are not known`,
    `Fetch it: git submodule update --init ${path} (GitHub: submodules: true), or name only other folders.`,
  )
}
