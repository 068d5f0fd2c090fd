import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { usageError } from '../model/errors.ts'
import { type ConfigSource, checkConfig, inOrder, placedError, placeOf } from './check-config.ts'
import { pathProblems } from './check-paths.ts'
import { discoverConfig } from './discover.ts'
import { fenceFault, fenceOf } from './fence.ts'
import { readConfigSource, sourceHints } from './read-config-source.ts'
import type { ConfigValues } from './schema.ts'
import type { Layer } from './settings.ts'
import { toLayer } from './to-layer.ts'

export interface LoadedConfig {
  /** Absolute. */
  readonly file: string
  /** As messages name it: as it was given, or from the working directory. */
  readonly name: string
  readonly layer: Layer
}

export interface ConfigRequest {
  /** Absolute. */
  readonly cwd: string
  /** What `--config` names. No other file stands in for it. */
  readonly explicit?: string | undefined
  /** Its paths may lead anywhere: for a config that no change under review can edit. */
  readonly trustPaths?: boolean | undefined
}

/** The config of a run: the named file, or the nearest. Data only, never code. Throws GovError, all kinds usage. */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig | undefined> {
  const opened = await openConfig(request)
  if (opened === undefined) return undefined
  const { file, name, source } = opened
  const checked = checkConfig(source)
  const fence = request.trustPaths ? undefined : await fenceOf(dirname(file))
  const problems = fence ? await pathProblems(checked, dirname(file), fence) : []
  if (problems.length > 0) throw placedError(inOrder(problems, source), source.name)
  const values = fromFolder(checked, dirname(file), request.cwd)
  const layer = toLayer(values, (path) => ({ source: 'file', place: placeOf(source, path) }))
  return { file, name, layer: { ...layer, reports: layer.reports && { ...layer.reports, fence } } }
}

/** A config that has been read and not yet checked. */
export interface OpenedConfig {
  /** Absolute. */
  readonly file: string
  readonly name: string
  readonly source: ConfigSource
}

/** A config that is found, not named, is of the repository itself: a link may not put another file in its place. */
export async function openConfig({
  cwd,
  explicit,
  trustPaths,
}: ConfigRequest): Promise<OpenedConfig | undefined> {
  if (explicit?.trim() === '')
    throw usageError('config-not-found', '--config is empty', sourceHints['not-found'])
  const file = explicit === undefined ? await discoverConfig(cwd) : resolve(cwd, explicit)
  if (file === undefined) return undefined
  const name = explicit ?? relative(cwd, file)
  const found = explicit === undefined && !trustPaths
  const fault = found ? await fenceFault(file, await fenceOf(dirname(file)), 'read') : undefined
  if (fault !== undefined) throw usageError('config-outside', `the config ${name} ${fault}`, hintOutside)
  return { file, name, source: await readConfigSource(file, name, 'config') }
}

const hintOutside = 'Put the file itself there, or name the one that you mean with --config.'

/** Files in a config are relative to the config; from here on they are relative to the working directory. */
function fromFolder(values: ConfigValues, folder: string, cwd: string): ConfigValues {
  const move = (file: string) => (isAbsolute(file) ? file : relative(cwd, resolve(folder, file)) || '.')
  const { dashboard, definitions, baseline, reports, ruleset_files } = values
  return {
    ...values,
    dashboard: dashboard && { ...dashboard, ...moved(dashboard, move) },
    definitions: definitions?.map((definition) => ({ ...definition, file: move(definition.file) })),
    ruleset_files: ruleset_files?.map(move),
    baseline: baseline && move(baseline),
    reports: reports?.map((report) => ({ ...report, output: move(report.output) })),
  }
}

const dashboardFiles = ['workspace', 'ca_file', 'cert_file', 'key_file'] as const

function moved(dashboard: NonNullable<ConfigValues['dashboard']>, move: (file: string) => string) {
  const files = dashboardFiles.flatMap((key) => {
    const file = dashboard[key]
    return file === undefined ? [] : [[key, move(file)] as const]
  })
  return Object.fromEntries(files)
}
