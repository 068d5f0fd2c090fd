import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { codeOf } from '../../model/system-error.ts'
import { repositoryOf } from '../../settings/load/fence.ts'

/**
 * Whether a folder of a list is not there any more: nothing is in it. One whose name is not UTF-8 is there, and cannot be
 * named.
 */
export function isGone(error: unknown, folder: string): boolean {
  return ['ENOENT', 'ELOOP'].includes(codeOf(error) ?? '') && !folder.includes('\ufffd')
}

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
