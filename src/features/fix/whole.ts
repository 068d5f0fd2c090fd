import { join, relative, resolve } from 'node:path'
import { findSettings } from '../../check/config/read-settings.ts'
import type { WrittenAt } from '../../check/fixable/fix.ts'
import { listDefinitions } from '../../check/plan/resolve-targets.ts'
import { fenceFault, findFence } from '../../check/sources/fence.ts'
import { findDefinitions } from '../../check/sources/find-definitions.ts'
import { readReferenced, readsOtherFiles } from '../../check/sources/local-files.ts'
import { resolvePlace } from '../../check/sources/source-reader.ts'
import type { Sources } from '../../check/sources/sources.ts'
import type { CheckRequest } from '../../check/types.ts'
import { silenceWarnings, type World } from '../../check/world.ts'
import { survivable, usageError } from '../../core/model/errors.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { noFiles, type ReferencedFiles, splitFile } from '../../engine/openapi/files.ts'
import { listRefPlaces, toPath } from '../../engine/openapi/places.ts'
import { readReferences } from '../../engine/openapi/references.ts'
import type { Fence } from '../../settings/setting.ts'

export interface WholeDefinition {
  readonly file: string
  /** Each file's, its own first. */
  readonly values: ReadonlyMap<string, unknown>
  readonly files: ReferencedFiles | undefined
}

/** A definition of this value, with what it refers to. Throws GovError, usage. */
export async function readWhole(
  file: string,
  value: unknown,
  getSources: () => Sources,
): Promise<WholeDefinition> {
  if (!readsOtherFiles(value)) return { file, values: new Map([[file, value]]), files: undefined }
  const sources = getSources()
  const definition = await sources.readDefinition(file)
  const files = await readReferenced(definition, sources)
  const others = [...files.documents].map(([name, part]) => [name, part.value] as const)
  return { file, values: new Map([[file, definition.value], ...others]), files }
}

export interface FileReferenceUse {
  readonly id: number
  readonly from: WrittenAt
  readonly to: WrittenAt
}

/** The references of a definition by the files that they lead to. */
export const referencesIn = rememberPerObject(
  (whole: WholeDefinition): ReadonlyMap<string, readonly FileReferenceUse[]> => {
    const found: FileReferenceUse[] = []
    for (const [file, value] of whole.values)
      for (const place of listRefPlaces(value)) {
        const to = resolveLink(place.ref, file, whole)
        if (to) found.push({ id: found.length, from: { file, path: toPath(place) }, to })
      }
    return groupBy(found, ({ to }) => to.file)
  },
)

export const findUnresolved = rememberPerObject((whole: WholeDefinition): string | undefined => {
  for (const [file, value] of whole.values) {
    const refs = new Set(listRefPlaces(value).map(({ ref }) => ref))
    for (const ref of refs) if (!resolveLink(ref, file, whole)) return ref
  }
  return undefined
})

/** Resolves a reference in a file; undefined where nothing is found. */
export function resolveLink(
  ref: string,
  holder: string,
  { file, files = noFiles, values }: WholeDefinition,
): WrittenAt | undefined {
  const { direct } = readReferences(values.get(file), files).find(holder === file ? undefined : holder, ref)
  if (!direct) return undefined
  const { name, path } = splitFile(direct.path, files)
  return { file: name ?? file, path }
}

/** Why a fix for a definition may not edit one of these files. */
export type FindReasonAgainst = (files: readonly string[], definition: string) => Promise<string | undefined>

/** `checked`: the definitions that are checked again after each fix. */
export function createReasonFinder(
  checked: readonly string[],
  request: CheckRequest,
  world: World,
): FindReasonAgainst {
  let fence: Promise<Fence> | undefined
  let others: ReturnType<typeof findOutsideUsers> | undefined

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

  return async (files, definition) => {
    for (const file of files) {
      const reason = file === definition ? undefined : await findReason(file)
      if (reason !== undefined) return reason
    }
    return undefined
  }
}

/** The definitions that are not checked, by the files that they refer to; `unknown` says why not all are known. */
async function findOutsideUsers(checked: readonly string[], request: CheckRequest, world: World) {
  const { sources } = world
  const known = new Set(await Promise.all(checked.map((file) => resolvePlace(sources, file))))
  const byFile = new Map<string, string>()
  let unknown: string | undefined
  const note = (error: unknown): readonly string[] => {
    unknown ??= survivable(error).message
    return []
  }
  for (const definition of await listOthers(request, world).catch(note)) {
    if (known.has(await resolvePlace(sources, definition))) continue
    const files = await listFiles(definition, world).catch(note)
    for (const file of files)
      if (file !== definition) byFile.set(await resolvePlace(sources, file), definition)
  }
  return { byFile, unknown }
}

/** Definitions of the config, without those that the caller names; else those that are found in the repository. Throws GovError, usage. */
async function listOthers(request: CheckRequest, world: World): Promise<readonly string[]> {
  const { definitions: _named, ...own } = request.own
  const { settings } = await findSettings({ ...request, own }, silenceWarnings(world))
  const listed = await listDefinitions(settings, world.sources)
  if (listed.length > 0) return listed.map(({ file }) => file)
  const { folder, name } = await findFence(world.cwd)
  const { files, isCut } = await findDefinitions(folder)
  const fault = `no config lists definitions, and there is too much to search in ${name}`
  if (isCut) throw usageError('fix-unsearched', fault, 'List them in a config, or name a file alone.')
  return files.map((file) => relative(world.cwd, join(folder, file)))
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
    const hint = 'Run gov fix in the folder of the file.'
    throw usageError('fix-outside', `${file} ${fault}, so it is not edited`, hint)
  }
}
