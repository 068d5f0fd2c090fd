import { dirname, relative, resolve, sep } from 'node:path'
import { findSettings } from '../../check/config/read-settings.ts'
import { listDefinitions } from '../../check/plan/resolve-targets.ts'
import { findRepository } from '../../check/sources/fence.ts'
import { readReferenced } from '../../check/sources/local-files.ts'
import { createSourcesWithReader, type Sources } from '../../check/sources/sources.ts'
import type { CheckRequest } from '../../check/types.ts'
import type { World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import { configStamp, isAsRead, liveReader, type OpenTexts } from './live-reader.ts'
import { findFolder } from './paths.ts'
import type { Session } from './session.ts'

/** It is not known which definitions go on in a file; undefined once it is. */
export type OnPartFault = (path: string, fault: PartFault | undefined) => void

export interface PartFault {
  readonly error: GovError
  /** Absolute: where the config was looked for. */
  readonly cwd: string
  /** When it was last known, some did. */
  readonly wasPart: boolean
}

export function createOpenParts(session: Session, onFault: OnPartFault) {
  const known = new Map<string, Reaching & Pick<PartFault, 'cwd' | 'wasPart'>>()
  return {
    /** Absolute paths of the definitions that go on in a file; undefined where nothing has changed since the last call. */
    search: async (path: string): Promise<readonly string[] | undefined> => {
      const cwd = await findFolder(path, session.folders())
      const before = known.get(path)
      if (before?.cwd === cwd && (await before.isCurrent())) return undefined
      const world = session.worldIn(cwd)
      const found = await definitionsReaching(path, session.requestFor([]), world, session.openText)
      if (!session.openText(path)) return undefined
      const { error, definitions } = found
      const wasPart = error ? before?.wasPart === true : definitions.length > 0
      known.set(path, { ...found, cwd, wasPart })
      if (error ?? before?.error) onFault(path, error && { error, cwd, wasPart })
      return definitions
    },
    forget: (path: string) => {
      if (known.get(path)?.error) onFault(path, undefined)
      known.delete(path)
    },
  }
}

interface Reaching {
  /** Absolute paths. */
  readonly definitions: readonly string[]
  /** The config cannot be read, so that nothing is known. */
  readonly error?: GovError
  /** Whether another search would find the same. */
  readonly isCurrent: () => Promise<boolean>
}

/** One that cannot be read reaches nothing. */
async function definitionsReaching(
  path: string,
  request: CheckRequest,
  world: World,
  openTexts: OpenTexts,
): Promise<Reaching> {
  const { cwd } = world
  const sources = createSourcesWithReader(liveReader(cwd, openTexts))
  const config = await configStamp(request, cwd)
  try {
    const definitions = await search(path, request, world, sources)
    // The content of the file itself does not matter.
    const isCurrent = async () =>
      (await configStamp(request, cwd)) === config && (await isAsRead(sources, openTexts, path))
    return { definitions, isCurrent }
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    return { definitions: [], error, isCurrent: async () => false }
  }
}

async function search(path: string, request: CheckRequest, world: World, sources: Sources) {
  const { settings } = await findSettings(request, world)
  const { cwd } = world
  const name = relative(cwd, path)
  const found: string[] = []
  for (const { file } of await listDefinitions(settings, sources)) {
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
  const parent = dirname(definition)
  const folder = (await findRepository(parent)) ?? parent
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
