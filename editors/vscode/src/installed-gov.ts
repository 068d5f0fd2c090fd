import { dirname, join } from 'node:path'

/** Where a gov of the workspace may be. */
export interface Workspace {
  /** Absolute: of the file that needs gov. */
  readonly file: string
  /** Absolute: those that VS Code has open, all trusted. */
  readonly folders: readonly string[]
  readonly platform: string
  readonly exists: (path: string) => boolean
}

/**
 * The one in the `node_modules` nearest to the file, as node finds it: in a folder of a repository with several packages, or
 * in the root of the repository that holds the open folder. Else the first of the open folders that has one counts.
 * Nothing above a repository counts, nor for a file outside the open folders: it may be anyone's.
 */
export function installedGov({ file, folders, platform, exists }: Workspace): string | undefined {
  const name = platform === 'win32' ? 'gov.cmd' : 'gov'
  const own = foldersUp(dirname(file)).find((folder) => folders.includes(folder))
  const near = own === undefined ? [] : upTo(dirname(file), rootOf(own, exists))
  return [...near, ...folders]
    .map((folder) => join(folder, 'node_modules', '.bin', name))
    .find((path) => exists(path))
}

/** The repository's; without one, the open folder itself. */
function rootOf(folder: string, exists: Workspace['exists']): string {
  return foldersUp(folder).find((each) => exists(join(each, '.git'))) ?? folder
}

function upTo(folder: string, root: string): readonly string[] {
  const all = foldersUp(folder)
  return all.slice(0, all.indexOf(root) + 1)
}

function foldersUp(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersUp(above)]
}
