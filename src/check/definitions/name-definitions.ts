import { isAbsolute, normalize, relative, sep } from 'node:path'
import type { Definition } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import { findRepository } from '../../settings/load/fence.ts'
import { resolveRealPath } from '../exists.ts'

/**
 * The definitions under the one name that each has: its real path from the working folder, links followed and `..`
 * resolved, if that is in the repository, or in the working folder where there is none. A waiver, the baseline, the base
 * and the policy see no other name of it. One that is listed twice is checked once. Throws GovError, usage: two
 * entries give it different ids or names.
 */
export async function nameDefinitions(
  definitions: readonly Definition[],
  cwd: string,
): Promise<readonly Definition[]> {
  const realCwd = await resolveRealPath(cwd, '.')
  const root = (await findRepository(realCwd)) ?? realCwd
  const named = new Map<string, { readonly typed: string; readonly definition: Definition }>()
  for (const definition of definitions) {
    const file = await findName(definition.file, { cwd, realCwd, root })
    const earlier = named.get(file)
    if (earlier && !isSameEntry(earlier.definition, definition))
      throw listedTwiceError(file, earlier.typed, definition.file)
    if (!earlier) named.set(file, { typed: definition.file, definition: { ...definition, file } })
  }
  return [...named.values()].map(({ definition }) => definition)
}

interface Folders {
  readonly cwd: string
  readonly realCwd: string
  readonly root: string
}

async function findName(file: string, { cwd, realCwd, root }: Folders): Promise<string> {
  const real = await resolveRealPath(cwd, file)
  const name = relative(realCwd, real)
  // From a working folder that is a link itself, `..` may lead elsewhere.
  const leadsThere = async () => (await resolveRealPath(cwd, name)) === real
  return contains(root, real) && (await leadsThere()) ? name : normalize(file)
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way.split(sep)[0] !== '..' && !isAbsolute(way)
}

function isSameEntry(one: Definition, other: Definition): boolean {
  return one.api_id === other.api_id && one.api_name === other.api_name
}

function listedTwiceError(file: string, first: string, second: string): Error {
  const names = first === second ? `${file} is listed twice` : `${first} and ${second} are one file, ${file},`
  return usageError(
    'definition-listed-twice',
    `${names} with different api_id or api_name`,
    'Keep one of the entries: a definition has one name.',
  )
}
