import { dirname, relative, resolve, sep } from 'node:path'
import type { CheckRequest } from '../../../check/check-request.ts'
import { expandDefinitions } from '../../../check/definitions/expand-definitions.ts'
import { readReferenced } from '../../../check/definitions/local-files.ts'
import { findSettings } from '../../../check/read-settings.ts'
import { createSourcesOn, type Sources } from '../../../check/sources.ts'
import type { World } from '../../../check/world.ts'
import { GovError } from '../../../core/model/errors.ts'
import { findRepository } from '../../../settings/load/fence.ts'
import { configStamp, isAsRead, liveReader, type OpenTexts } from './live-reader.ts'

/** Which definitions of the config go on in a file. */
export interface Reaching {
  /** Absolute paths. */
  readonly definitions: readonly string[]
  /** The config cannot be read, so that nothing is known. */
  readonly error?: GovError
  /** Whether another search would find the same. */
  readonly isCurrent: () => Promise<boolean>
}

/** One that cannot be read reaches nothing. */
export async function definitionsReaching(
  path: string,
  request: CheckRequest,
  world: World,
  openTexts: OpenTexts,
): Promise<Reaching> {
  const { cwd } = world
  const sources = createSourcesOn(liveReader(cwd, openTexts))
  const config = await configStamp(request, cwd)
  try {
    const definitions = await search(path, request, world, sources)
    // What the file itself says does not matter.
    const isCurrent = async () =>
      (await configStamp(request, cwd)) === config && (await isAsRead(sources, openTexts, path))
    return { definitions, isCurrent }
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    return { definitions: [], error, isCurrent: async () => false }
  }
}

async function search(
  path: string,
  request: CheckRequest,
  world: World,
  sources: Sources,
): Promise<readonly string[]> {
  const { settings } = await findSettings(request, world)
  if (settings.definitions === undefined) return []
  const { cwd } = world
  const name = relative(cwd, path)
  const found: string[] = []
  for (const { file } of await expandDefinitions(settings.definitions, sources)) {
    const definition = resolve(cwd, file)
    if (
      (await mayReach(definition, path, sources)) &&
      (await reaches(file, name, sources).catch(() => false))
    )
      found.push(definition)
  }
  return found
}

/** A definition reaches what is in its repository, or in its own folder where there is none. */
async function mayReach(definition: string, path: string, { realPath }: Sources): Promise<boolean> {
  const own = dirname(definition)
  const folder = (await findRepository(own)) ?? own
  if (path.startsWith(folder + sep)) return true
  return (await realPath(path))?.startsWith(`${await realPath(folder)}${sep}`) ?? false
}

async function reaches(file: string, name: string, sources: Sources): Promise<boolean> {
  const { documents } = await readReferenced(await sources.readDefinition(file), sources)
  return documents.has(name) || (await isAmong(name, [...documents.keys()], sources))
}

/** A definition may know the file by another name. */
async function isAmong(name: string, names: readonly string[], { cwd, realPath }: Sources): Promise<boolean> {
  const real = await realPath(resolve(cwd, name))
  if (real === undefined) return false
  for (const each of names) if ((await realPath(resolve(cwd, each))) === real) return true
  return false
}
