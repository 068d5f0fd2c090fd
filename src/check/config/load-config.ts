import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import type { Path } from '../../core/model/location.ts'
import { suggestionText } from '../../core/text/suggest.ts'
import { type ConfigLayers, checkConfig } from '../../settings/check-config.ts'
import {
  type ConfigSource,
  findKeyPosition,
  findPlace,
  placedError,
  placeProblems,
} from '../../settings/config-source.ts'
import { mergeLayers } from '../../settings/merge.ts'
import { listNamedPaths, mapPaths } from '../../settings/paths.ts'
import { dottedName, type Problem } from '../../settings/problems.ts'
import { createRulesetId, isBuiltinRuleset } from '../../settings/rules.ts'
import type { Fence, Layer } from '../../settings/setting.ts'
import { fenceFault, findFence } from '../sources/fence.ts'
import { discoverConfig } from './discover.ts'
import { readConfigSource, sourceHints } from './read-config-source.ts'

export interface LoadedConfig {
  /** Absolute. */
  readonly file: string
  /** Its name in messages: as typed, or from the working directory. */
  readonly name: string
  /** The line of each API id that the layer sets. */
  readonly apiLines: Readonly<Record<string, number>>
  /** The place at which each check of the layer begins, by its name. */
  readonly checkPlaces: ReadonlyMap<string, string>
  /** The settings of the file, overridden by those of the profile. */
  readonly layer: Layer
}

export interface ConfigRequest {
  /** Absolute. */
  readonly cwd: string
  /** The file of `--config`: no other file replaces it. */
  readonly explicit?: string | undefined
  /** The profile that applies. Without a config that has it, the run fails. */
  readonly profile?: string | undefined
  /** Its paths may lead anywhere: for a config that no change under review can edit. */
  readonly trustPaths?: boolean | undefined
}

/** The config of a run: the named file, or the nearest. Data only, never code. Throws GovError, all kinds usage. */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig | undefined> {
  const opened = await openConfig(request)
  if (opened === undefined) {
    if (request.profile !== undefined) throw profileWithoutConfigError(request.profile)
    return undefined
  }
  const { file, name, source } = opened
  const checked = checkConfig(source, request.profile)
  const layer = chooseLayer(checked, name, request.profile)
  const fence = await requireFencedPaths(checked, opened, request.trustPaths)
  const others = resolvePaths(layer, file, request.cwd)
  const { reports, definitions, checks, ruleset_files } = others
  const ids = createRulesetIds(layer, others)
  const fenced = fence && {
    ...(reports && { reports: { ...reports, fence } }),
    ...(definitions && { definitions: { ...definitions, fence } }),
    ...(checks && { checks: { ...checks, fence } }),
  }
  const named = {
    ...(ruleset_files && { ruleset_files: { ...ruleset_files, ids } }),
    ...(checks && { checks: { ...checks, ...fenced?.checks, ids } }),
  }
  return {
    file,
    name,
    ...findLines(checked, source, request.profile),
    layer: { ...others, ...fenced, ...named },
  }
}

/** By the file from the working directory. They go by names as the config has them, and so are the same everywhere. */
function createRulesetIds(written: Layer, resolved: Layer): ReadonlyMap<string, string> {
  const list = ({ ruleset_files: files, checks }: Layer) =>
    files?.value ?? checks?.value.flatMap((check) => check.ruleset_files ?? []) ?? []
  const names = list(written)
  return new Map(list(resolved).map((file, at) => [file, createRulesetId(names[at] ?? file, names)]))
}

/** An id in several checks counts where it is first. */
function findLines({ layer, profiles }: ConfigLayers, source: ConfigSource, profile = '') {
  const own = profiles.get(profile)
  const isOwn = own?.api_ids !== undefined || own?.checks !== undefined
  const { api_ids, checks } = isOwn ? own : layer
  const root = isOwn ? ['profiles', profile] : []
  const checkLists = (checks?.value ?? []).map((check, index) => ({
    ...check,
    at: [...root, 'checks', index],
  }))
  const lists = [{ api_ids: api_ids?.value, at: root }, ...checkLists]
  const lines = lists.flatMap(({ api_ids: ids = [], at }) =>
    ids.map((id, index) => {
      const { line } = findKeyPosition(source, [...at, 'api_ids', index])
      return [id, line] as const
    }),
  )
  return {
    apiLines: Object.fromEntries(lines.reverse()),
    checkPlaces: new Map(checkLists.map(({ name, at }) => [name, findPlace(source, at)])),
  }
}

function chooseLayer({ layer, profiles }: ConfigLayers, name: string, profile: string | undefined): Layer {
  if (profile === undefined) return layer
  const chosen = profiles.get(profile)
  if (chosen) return mergeLayers(chosen, layer)
  const known = [...profiles.keys()]
  const hint =
    known.length === 0 ? 'Write it under profiles in the config.' : `The profiles are ${known.join(', ')}.`
  const message = `${name} has no profile ${JSON.stringify(profile)}${suggestionText(profile, known)}`
  throw usageError('profile-unknown', message, hint)
}

export function profileWithoutConfigError(profile: string): Error {
  const message = `no config to take the profile ${JSON.stringify(profile)} from`
  const hint = 'Name the config with --config, or leave out the profile (--profile, GOV_PROFILE).'
  return usageError('profile-without-config', message, hint)
}

/** Paths that lead out of the repository. Throws GovError, usage. */
export async function requireFencedPaths(
  checked: ConfigLayers,
  { file, source }: Pick<OpenedConfig, 'file' | 'source'>,
  trustPaths: boolean | undefined,
): Promise<Fence | undefined> {
  const folder = findConfigFolder(file)
  const fence = trustPaths ? undefined : await findFence(folder)
  if (fence) await requireFenced(checked, source, folder, fence)
  return fence
}

/** All profiles are checked, whichever applies: a config is good or bad as a whole. `folder` is what paths are relative to. */
async function requireFenced(
  { layer, profiles }: ConfigLayers,
  source: ConfigSource,
  folder: string,
  fence: Fence,
): Promise<void> {
  const problems: Problem[] = []
  const inspect = async (each: Layer, root: Path): Promise<void> => {
    for (const { at, path, use } of listNamedPaths(each)) {
      const fault = await fenceFault(resolve(folder, path), fence, use)
      if (fault !== undefined) problems.push(createOutsideProblem([...root, ...at], path, fault))
    }
  }
  await inspect(layer, [])
  for (const [name, profileLayer] of profiles) await inspect(profileLayer, ['profiles', name])
  if (problems.length > 0) throw placedError(placeProblems(problems, source), source.name)
}

function createOutsideProblem(path: Path, file: string, fault: string): Problem {
  return {
    code: 'config-path-outside',
    path,
    message: `${dottedName(path)} ${JSON.stringify(file)} ${fault}`,
    hint: 'Use a path inside it. If you trust the config, --trust-paths allows any path.',
  }
}

export interface OpenedConfig extends Pick<LoadedConfig, 'file' | 'name'> {
  readonly source: ConfigSource
}

/** A config that is found, not named, is of the repository itself: a link may not put another file in its place. */
export async function openConfig(request: ConfigRequest): Promise<OpenedConfig | undefined> {
  const { cwd, explicit, trustPaths } = request
  if (explicit?.trim() === '')
    throw usageError('config-not-found', '--config is empty', sourceHints['not-found'])
  const file = explicit === undefined ? await discoverConfig(cwd) : resolve(cwd, explicit)
  if (file === undefined) return undefined
  const name = explicit ?? relative(cwd, file)
  const found = explicit === undefined && !trustPaths
  const fault = found ? await fenceFault(file, await findFence(dirname(file)), 'read') : undefined
  if (fault !== undefined) throw usageError('config-outside', `the config ${name} ${fault}`, hintOutside)
  return { file, name, source: await readConfigSource(file, name, 'config') }
}

const hintOutside = 'Replace it with a regular file, or choose one with --config.'

/** The folder that the paths of a config are relative to; `.config` is a place for configs and holds nothing else. */
export function findConfigFolder(file: string): string {
  const folder = dirname(file)
  return basename(folder) === '.config' ? dirname(folder) : folder
}

/** Files in a config are relative to the config; from here on they are relative to the working directory. */
export function resolvePaths(layer: Layer, file: string, cwd: string): Layer {
  const folder = findConfigFolder(file)
  return mapPaths(layer, (path, at) => {
    if (isAbsolute(path) || isBuiltinRuleset(path)) return path
    // A definition that is left out begins with a mark, and a folder ends with one.
    const [, mark = '', name = '', end = ''] =
      (at.includes('definitions') && /^(!?)(.+?)([/\\]?)$/.exec(path)) || []
    return mark + (relative(cwd, resolve(folder, name || path)) || '.') + end
  })
}
