import { basename, dirname, extname, isAbsolute, relative, resolve } from 'node:path'
import { ParseError, parseDocument, type SourceDocument } from '../document.ts'
import { type GovError, usageError } from '../errors.ts'
import { FileFault, type FileFaultCode, toFileFault } from '../file-fault.ts'
import { type ConfigSource, checkConfig, inOrder, placedError, placeOf } from './check-config.ts'
import { pathProblems } from './check-paths.ts'
import { discoverConfig, packageKey } from './discover.ts'
import { fenceFault, fenceOf } from './fence.ts'
import type { ConfigValues } from './schema.ts'
import type { Layer } from './settings.ts'
import { readSmallText } from './small-file.ts'
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

const mostBytes = 1024 * 1024

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
  if (explicit?.trim() === '') throw usageError('config-not-found', '--config is empty', hints['not-found'])
  const file = explicit === undefined ? await discoverConfig(cwd) : resolve(cwd, explicit)
  if (file === undefined) return undefined
  const name = explicit ?? relative(cwd, file)
  const found = explicit === undefined && !trustPaths
  const fault = found ? await fenceFault(file, await fenceOf(dirname(file)), 'read') : undefined
  if (fault !== undefined) throw usageError('config-outside', `the config ${name} ${fault}`, hintOutside)
  return { file, name, source: await readSource(file, name) }
}

const hintOutside = 'Put the file itself there, or name the one that you mean with --config.'

async function readSource(file: string, name: string): Promise<ConfigSource> {
  const text = await readText(file, name)
  if (holdsNothing(text)) throw configFault(new FileFault('empty', 'is empty'), name)
  const document = parse(text, name, extname(file).toLowerCase() === '.json' ? 'json' : 'yaml')
  if (basename(file) !== 'package.json') return { document, root: [], value: document.value, name }
  const { value } = document
  const held = typeof value === 'object' && value !== null && Object.hasOwn(value, packageKey)
  if (!held) throw configFault(new FileFault('empty', `has no key "${packageKey}"`), name)
  const config: unknown = Object.getOwnPropertyDescriptor(value, packageKey)?.value
  return { document, root: [packageKey], value: config, name }
}

function parse(text: string, name: string, format: 'json' | 'yaml'): SourceDocument {
  try {
    return parseDocument(text, format)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const message = `${name}:${error.line}:${error.column}: this is not ${format.toUpperCase()}: ${error.reason}`
    throw usageError('config-syntax', message, 'Correct the file at that place.', error)
  }
}

const hints: Readonly<Record<FileFaultCode, string>> = {
  'not-found': 'Name a file that exists, or mend the link.',
  'is-folder': 'Name the config file itself.',
  'not-a-file': 'Name the config file itself.',
  unreadable: 'Give the user that runs gov the right to read it.',
  'too-large': 'A config is a few lines: name the right file.',
  empty: 'Write "version: 1" and what to check, or delete the file.',
  'not-text': 'Save the file as UTF-8 text.',
}

async function readText(file: string, name: string): Promise<string> {
  try {
    return await readSmallText(file, mostBytes)
  } catch (error) {
    throw configFault(toFileFault(error), name)
  }
}

function configFault(fault: FileFault, name: string): GovError {
  const place = fault.line === undefined ? name : `${name}:${fault.line}:1:`
  return usageError(`config-${fault.code}`, `${place} ${fault.message}`, hints[fault.code], fault)
}

/** Comments and document markers alone say nothing. */
function holdsNothing(text: string): boolean {
  return text.split(/\r\n?|\n/).every((line) => /^\s*(?:#.*|---\s*|\.\.\.\s*)?$/.test(line))
}

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
