import { resolve } from 'node:path'
import type { CheckRequest } from '../../check/check-request.ts'
import { listDefinitions } from '../../check/definitions/resolve-targets.ts'
import { findSettings } from '../../check/read-settings.ts'
import { resolvePlace } from '../../check/source-reader.ts'
import { quiet, type World } from '../../check/world.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { type Fence, fenceFault, findFence } from '../../settings/load/fence.ts'
import { readWhole } from './whole.ts'

/** Who else uses the files that the definitions of a run refer to. */
export interface OtherUsers {
  /** Why a fix for a definition may not edit one of these files. */
  readonly reasonAgainst: (files: readonly string[], definition: string) => Promise<string | undefined>
}

/** `checked`: the definitions that are checked again after each fix. */
export function createOtherUsers(
  checked: readonly string[],
  request: CheckRequest,
  world: World,
): OtherUsers {
  let fence: Promise<Fence> | undefined
  let others: Promise<Users> | undefined

  async function findReason(file: string): Promise<string | undefined> {
    fence ??= findFence(world.cwd)
    const fault = await fenceFault(resolve(world.cwd, file), await fence, 'read')
    if (fault !== undefined) return `${file} ${fault}, so it is not edited`
    others ??= findOutsideUsers(checked, request, world)
    const { byFile, unknown } = await others
    const user = byFile.get(await resolvePlace(world.sources, file))
    if (user) return `${user} uses ${file}, too, and is not checked here: name it as well, or no file at all`
    return unknown && `which definitions use ${file} is not known: ${unknown}`
  }

  return {
    reasonAgainst: async (files, definition) => {
      for (const file of files) {
        const reason = file === definition ? undefined : await findReason(file)
        if (reason !== undefined) return reason
      }
      return undefined
    },
  }
}

interface Users {
  /** The definitions of the config that are not checked, by the files that they refer to. */
  readonly byFile: ReadonlyMap<string, string>
  /** Why there may be more. */
  readonly unknown?: string | undefined
}

async function findOutsideUsers(
  checked: readonly string[],
  request: CheckRequest,
  world: World,
): Promise<Users> {
  const { sources } = world
  const known = new Set(await Promise.all(checked.map((file) => resolvePlace(sources, file))))
  const byFile = new Map<string, string>()
  let unknown: string | undefined
  const note = (error: unknown): readonly string[] => {
    if (!(error instanceof GovError)) throw error
    unknown ??= error.message
    return []
  }
  for (const definition of await configured(request, world).catch(note)) {
    if (known.has(await resolvePlace(sources, definition))) continue
    const files = await listFiles(definition, world).catch(note)
    for (const file of files)
      if (file !== definition) byFile.set(await resolvePlace(sources, file), definition)
  }
  return { byFile, unknown }
}

/** Definitions of the config, without those that the caller names. Throws GovError, usage. */
async function configured(request: CheckRequest, world: World): Promise<readonly string[]> {
  const { definitions: _named, ...own } = request.own
  const { settings } = await findSettings({ ...request, own }, quiet(world))
  return (await listDefinitions(settings, world.sources)).map(({ file }) => file)
}

/** Throws GovError, usage. */
async function listFiles(definition: string, { sources }: World): Promise<readonly string[]> {
  const { value } = await sources.readDefinition(definition)
  return [...(await readWhole(definition, value, () => sources)).values.keys()]
}

/** Only files of the repository are edited, or of the working directory where there is none. Throws GovError, usage. */
export async function requireRepositoryFiles(files: readonly string[], cwd: string): Promise<void> {
  const fence = await findFence(cwd)
  for (const file of files) {
    const fault = await fenceFault(resolve(cwd, file), fence, 'read')
    if (fault === undefined) continue
    throw usageError(
      'fix-outside',
      `${file} ${fault}, so it is not edited`,
      'Run gov fix in the folder of the file.',
    )
  }
}
