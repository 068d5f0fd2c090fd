import { namedFiles } from '../../run/definitions/named-files.ts'
import type { World } from '../../run/world.ts'
import { requireInside } from './require-inside.ts'

/** The files that a call names, and surroundings in which its globs and folders find none outside the working directory. */
export async function nameFiles(names: readonly string[], world: World) {
  const { cwd, sources } = world
  if (names.length === 0) return { files: names, world }
  await requireInside(names, cwd)
  const search = async (glob: string) => {
    const found = await sources.search(glob)
    await requireInside(found, cwd)
    return found
  }
  return { files: await namedFiles(names, cwd), world: { ...world, sources: { ...sources, search } } }
}
