import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { tryMake } from '../../core/model/try-make.ts'
import { placeFault } from './fence.ts'

const inPackages = /(?:^|[/\\])node_modules[/\\]/

/**
 * Resolves absolute paths where a hook of git checks a commit in a copy: packages that it lacks are those of the work tree.
 * Links from there to a folder of the repository, as package managers make of workspaces, lead to the copy's.
 */
export function createPackageLocator(cwd: string, workTree = ''): (path: string) => string {
  const root = isAbsolute(workTree) ? tryMake(() => realpathSync.native(workTree)) : undefined
  if (root === undefined) return (path) => path
  let copy = cwd
  while (!existsSync(join(copy, '.git')) && dirname(copy) !== copy) copy = dirname(copy)
  return (path) => {
    const way = relative(copy, path)
    if (!inPackages.test(way) || placeFault(copy, path) || existsSync(path)) return path
    const real = tryMake(() => realpathSync.native(join(root, way)))
    if (real === undefined || placeFault(root, real)) return path
    return inPackages.test(relative(root, real)) ? real : join(copy, relative(root, real))
  }
}
