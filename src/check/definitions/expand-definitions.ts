import { resolve } from 'node:path'
import type { Definition } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import { type Fence, fenceFault } from '../../settings/load/fence.ts'
import type { Setting } from '../../settings/setting.ts'
import { exists, resolveRealPath } from '../exists.ts'
import type { FoundSettings } from '../read-settings.ts'
import type { Sources } from '../sources.ts'
import { nameDefinitions } from './name-definitions.ts'

/** Globs are replaced by files; what the caller names keeps the id that the config gives it. Throws GovError, usage. */
export async function withFiles(found: FoundSettings, sources: Sources): Promise<FoundSettings> {
  const { definitions } = found.settings
  if (definitions === undefined) return found
  const files = await expandDefinitions(definitions, sources)
  const isCallers = definitions.origin.source === 'flag'
  const configured = (isCallers && found.config?.layer.definitions?.value) || []
  const value = configured.length === 0 ? files : await asConfigured(files, configured, sources.cwd)
  return { ...found, settings: { ...found.settings, definitions: { ...definitions, value } } }
}

/** Files that the config lists are checked under the id and the name that it gives them. */
async function asConfigured(
  definitions: readonly Definition[],
  configured: readonly Definition[],
  cwd: string,
): Promise<readonly Definition[]> {
  const real = (file: string) => resolveRealPath(cwd, file)
  const byPath = new Map(
    await Promise.all(configured.map(async (each) => [await real(each.file), each] as const)),
  )
  return Promise.all(definitions.map(async ({ file }) => ({ ...byPath.get(await real(file)), file })))
}

/**
 * Globs replaced by the files that they match, in their order. A file is checked once: as its own entry says, or where the
 * first glob matches it. Throws GovError, usage: a glob matches nothing, or several files would get one id or name.
 */
export async function expandDefinitions(
  { value, fence }: Pick<Setting<readonly Definition[]>, 'value' | 'fence'>,
  sources: Pick<Sources, 'cwd' | 'isGlob' | 'search'>,
): Promise<readonly Definition[]> {
  const { cwd, isGlob, search } = sources
  if (!value.some(({ file }) => isGlob(file))) return nameDefinitions(value, cwd)
  const real = (file: string) => resolveRealPath(cwd, file)
  const named = value.filter(({ file }) => !isGlob(file))
  const taken = new Set(await Promise.all(named.map(({ file }) => real(file))))
  const expanded: Definition[] = []
  for (const entry of value) {
    if (!isGlob(entry.file)) expanded.push(entry)
    else
      for (const file of await requireMatches(entry, await search(entry.file), cwd, fence)) {
        const path = await real(file)
        if (!taken.has(path)) expanded.push({ ...entry, file })
        taken.add(path)
      }
  }
  return nameDefinitions(expanded, cwd)
}

async function requireMatches(
  { file: glob, api_id, api_name }: Definition,
  files: readonly string[],
  cwd: string,
  fence: Fence | undefined,
): Promise<readonly string[]> {
  const name = JSON.stringify(glob)
  const [first, second] = files
  if (first === undefined) {
    throw await noMatch(glob, cwd)
  }
  if (second !== undefined && (api_id !== undefined || api_name !== undefined)) {
    throw usageError(
      'definition-glob-shared',
      `${name} matches several files (${first}, ${second}), which cannot share an api_id or api_name`,
      'Write an entry for each file, or omit api_id and api_name.',
    )
  }
  for (const file of fence ? files : []) {
    const fault = fence && (await fenceFault(resolve(cwd, file), fence, 'read'))
    if (fault === undefined) continue
    const hint = 'Use a glob inside it. If you trust the config, --trust-paths allows any path.'
    throw usageError('config-path-outside', `definitions ${name} matches ${file}, which ${fault}`, hint)
  }
  return files
}

async function noMatch(glob: string, cwd: string): Promise<Error> {
  const skipped = 'node_modules and names that begin with a dot'
  if (/[/\\]$/.test(glob)) {
    if (!(await exists(cwd, glob)))
      return usageError('definition-folder-absent', `there is no folder ${glob} in ${cwd}`, 'Check the path.')
    const hint = `Name another folder, or the file itself. The search skips ${skipped}.`
    return usageError('definition-folder-empty', `no OpenAPI file in the folder ${glob}`, hint)
  }
  const hint = `Fix the glob, or leave it out. Wildcards skip ${skipped}.`
  return usageError('definition-glob-empty', `no file matches ${JSON.stringify(glob)} in ${cwd}`, hint)
}
