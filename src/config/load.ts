import { lstat, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { decodeText } from '../decode-text.ts'
import { ParseError, parseDocument, type SourceDocument } from '../document.ts'
import { type GovError, usageError } from '../errors.ts'
import { FileFault, type FileFaultCode, toFileFault } from '../file-fault.ts'
import { type ConfigSource, checkConfig, placeOf } from './check-config.ts'
import { configFiles, discoverIn, packageKey } from './discover.ts'
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
}

const mostBytes = 1024 * 1024
const mostTokenBytes = 64 * 1024

/**
 * The config of a run: the named file, or the nearest from the working directory up to the repository's root (the
 * folder that holds `.git`). Outside a repository only the working directory counts: a file in a parent folder, say
 * of a shared temporary folder, may be anyone's. Data only, never code. Throws GovError, all kinds usage.
 */
export async function loadConfig({ cwd, explicit }: ConfigRequest): Promise<LoadedConfig | undefined> {
  if (explicit?.trim() === '') throw usageError('config-not-found', '--config is empty', hints['not-found'])
  const file = explicit === undefined ? await discover(cwd) : resolve(cwd, explicit)
  if (file === undefined) return undefined
  const name = explicit ?? relative(cwd, file)
  const source = await readSource(file, name)
  const values = fromFolder(checkConfig(source), dirname(file), cwd)
  return {
    file,
    name,
    layer: toLayer(values, (path) => ({ source: 'file', place: placeOf(source, path) })),
  }
}

async function discover(cwd: string): Promise<string | undefined> {
  for (const folder of await foldersUpToRoot(cwd)) {
    const file = await onlyConfigIn(folder, cwd)
    if (file !== undefined) return file
  }
  return undefined
}

/** Two configs in a folder are refused, and one that cosmiconfig passed over (unreadable, a folder) is not lost. */
async function onlyConfigIn(folder: string, cwd: string): Promise<string | undefined> {
  const discovered = await discoverIn(folder)
  const files = new Set(discovered === undefined ? [] : [discovered])
  for (const name of configFiles) if (await exists(join(folder, name))) files.add(join(folder, name))
  const [file, other] = files
  if (file === undefined || other === undefined) return file
  throw usageError(
    'config-ambiguous',
    `${relative(cwd, file)} and ${relative(cwd, other)} are both configs of one folder`,
    'Keep one of them, or name one with --config.',
  )
}

async function foldersUpToRoot(cwd: string): Promise<readonly string[]> {
  const folders: string[] = []
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    folders.push(folder)
    if (await exists(join(folder, '.git'))) return folders
    if (dirname(folder) === folder) return folders.slice(0, 1)
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

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
  'not-found': 'Give --config the path of a file that exists.',
  'is-folder': 'Name the config file itself.',
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

/** The text of a file of at most `most` bytes. Throws FileFault, and what the system says. */
async function readSmallText(file: string, most: number): Promise<string> {
  const { size } = await stat(file)
  const bytes = size > most ? undefined : await readFile(file)
  if (!bytes || bytes.length > most) throw new FileFault('too-large', `is larger than ${sizeName(most)}`)
  return decodeText(bytes)
}

function sizeName(bytes: number): string {
  return bytes < mostBytes ? `${bytes / 1024} KB` : `${bytes / mostBytes} MB`
}

/** The text of a token's file. Throws FileFault, and what the system says. */
export function readTokenFile(cwd: string, file: string): Promise<string> {
  return readSmallText(resolve(cwd, file), mostTokenBytes)
}

/** Files in a config are relative to the config; from here on they are relative to the working directory. */
function fromFolder(values: ConfigValues, folder: string, cwd: string): ConfigValues {
  const move = (file: string) => (isAbsolute(file) ? file : relative(cwd, resolve(folder, file)) || '.')
  const { dashboard, definitions, baseline, reports } = values
  return {
    ...values,
    dashboard: dashboard?.workspace ? { ...dashboard, workspace: move(dashboard.workspace) } : dashboard,
    definitions: definitions?.map((definition) => ({ ...definition, file: move(definition.file) })),
    baseline: baseline && move(baseline),
    reports: reports?.map((report) => ({ ...report, output: move(report.output) })),
  }
}
