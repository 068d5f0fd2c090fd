import { compareVersions, createApiSource, createDiff } from '../../check/base/compare-versions.ts'
import { type DefinitionVersion, type OpenedVersions, openVersion } from '../../check/base/definition-view.ts'
import { listPathNames } from '../../check/breaking/compare-apis.ts'
import { openCommitted, parseCommitted } from '../../check/git/open-committed.ts'
import { exists } from '../../check/sources/exists.ts'
import { today, type World } from '../../check/world.ts'
import type { DefinitionDiff } from '../../core/model/definition-diff.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { fitsPattern } from '../../core/text/path-pattern.ts'
import { placeText } from '../../core/text/places.ts'
import { suggest } from '../../core/text/suggest.ts'
import { isUrl } from '../../core/text/url.ts'
import { excerpt } from '../../core/text/wording.ts'

/**
 * Finds everything that differs between two versions of a definition; each is a file, or `REF:FILE` in git. Throws GovError: usage where
 * one cannot be read, incomplete where a part of them cannot be compared.
 */
export async function diffDefinitions(
  oldName: string,
  newName: string,
  world: World,
  { isJudged = false, ...selection }: DiffTerms = {},
): Promise<DefinitionDiff> {
  const [oldVersion, newVersion] = [await openNamed(oldName, world), await openNamed(newName, world)]
  // An earlier version stays as it is.
  tellRepeatedKeys(oldVersion, world, false)
  tellRepeatedKeys(newVersion, world, isJudged)
  return diffVersions({ oldVersion, newVersion }, today(world.now()), selection)
}

/** `day`: YYYY-MM-DD. Throws GovError, as `diffDefinitions` does. */
export function diffVersions(
  versions: OpenedVersions,
  day: string,
  selection: PathSelection = {},
): DefinitionDiff {
  const { oldVersion, newVersion } = versions
  const paths = selectPaths(selection, listNames(oldVersion), listNames(newVersion))
  const compared = compareVersions(versions, { today: day, listsAll: true, isAlone: true, ...paths })
  if (compared.fault !== undefined) throw incompleteError(newVersion.file, compared.fault)
  return createDiff(compared)
}

async function openNamed(name: string, world: World): Promise<DefinitionVersion> {
  const { file, sources, unread } = await findFile(name, world)
  const version = { ...(await openVersion(file, sources)), file: name }
  const [lost] = unread
  if (lost !== undefined) throw incompleteError(name, lost)
  return version
}

/** Warns of keys that are there twice; throws GovError, incomplete, if what was compared is to be judged. */
function tellRepeatedKeys(
  { file, document, view }: DefinitionVersion,
  world: World,
  isJudged: boolean,
): void {
  const parts = [[file, document] as const, ...view.files.documents]
  for (const [name, part] of parts) {
    for (const { reason, location } of part.loosePlaces())
      world.observe.note(`${file}: ${reason} (${placeText(name, location)})`)
    for (const { kind, path, location } of part.keyFaults()) {
      if (kind !== 'repeated') continue
      const key = excerpt(String(path.at(-1)), 160)
      const fault = `the key ${key} (${placeText(name, location)}) is duplicated: only its last value is compared`
      if (isJudged) throw incompleteError(file, fault)
      world.observe.warning(`${file}: ${fault}`)
    }
  }
}

function incompleteError(name: string, fault: string): GovError {
  const hint = 'Fix that, and compare again: what is behind it may have changed.'
  return new GovError('incomplete', 'diff-incomplete', `${name} cannot be compared: ${fault}`, hint)
}

interface DiffTerms extends PathSelection {
  /** Whether the changes decide the exit code. */
  readonly isJudged?: boolean
}

async function findFile(name: string, world: World) {
  if (isUrl(name) || (await exists(world.cwd, name)))
    return { file: name, sources: world.sources, unread: [] }
  const committed = parseCommitted(name)
  if (committed) return openCommitted(committed, 'definition', world)
  const hint = 'Check the path. A file of another commit is REF:FILE, such as main:openapi.yaml.'
  throw usageError('definition-not-found', `there is no file ${name}`, hint)
}

export interface PathSelection {
  /** Globs of paths and webhooks; those behind a `!` are left out. */
  readonly paths?: readonly string[] | undefined
  /** `PREFIX`, or `OLD=NEW`. */
  readonly stripPrefix?: string | undefined
}

/** The names under which paths are compared; undefined: not at all. Without a flag, their own. Throws GovError, usage, where a flag selects nothing. */
export function selectPaths(
  { paths: globs = [], stripPrefix }: PathSelection,
  oldNames: readonly string[],
  newNames: readonly string[],
) {
  if (globs.length === 0 && stripPrefix === undefined) return {}
  const [stripOld, stripNew] = createStrips(stripPrefix, oldNames, newNames)
  const names = [...oldNames.map(stripOld), ...newNames.map(stripNew)]
  const wanted = globs.filter((glob) => !glob.startsWith('!'))
  const unwanted = globs.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1) : []))
  for (const glob of [...wanted, ...unwanted])
    if (!names.some((name) => fitsPattern(glob, name)))
      throw nothingSelectedError(`--path ${glob}`, glob, names)
  const isNamed = (name: string) =>
    (wanted.length === 0 || wanted.some((glob) => fitsPattern(glob, name))) &&
    !unwanted.some((glob) => fitsPattern(glob, name))
  // One path in both versions, whatever its parameters are called: half of it would look new or gone.
  const shapes = new Set(names.filter(isNamed).map(withoutParameterNames))
  const isWanted = (name: string) => shapes.has(withoutParameterNames(name))
  const select = (strip: Strip) => (path: string) => (isWanted(strip(path)) ? strip(path) : undefined)
  return { renameOldPath: select(stripOld), renameNewPath: select(stripNew) }
}

function withoutParameterNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}')
}

function listNames({ document, view }: DefinitionVersion): readonly string[] {
  return listPathNames(createApiSource(document, view.files))
}

type Strip = (path: string) => string

/** One prefix is that of either version, and of two each is that of its own. */
function createStrips(
  stripPrefix: string | undefined,
  oldNames: readonly string[],
  newNames: readonly string[],
): readonly [old: Strip, next: Strip] {
  if (stripPrefix === undefined) return [(path) => path, (path) => path]
  const prefixes = stripPrefix.split('=', 2).map((prefix) => prefix.replace(/\/+$/, ''))
  const [oldPrefix = '', newPrefix = oldPrefix] = prefixes
  const together = [[oldPrefix, [...oldNames, ...newNames]]] as const
  const apart = [[oldPrefix, oldNames] as const, [newPrefix, newNames] as const]
  for (const [prefix, names] of oldPrefix === newPrefix
    ? together
    : apart.filter(([prefix]) => prefix !== ''))
    if (names.every((name) => createStrip(prefix)(name) === name))
      throw nothingSelectedError(`--strip-prefix ${stripPrefix}`, prefix, names)
  refuseTwins(oldNames.map(createStrip(oldPrefix)), stripPrefix)
  refuseTwins(newNames.map(createStrip(newPrefix)), stripPrefix)
  return [createStrip(oldPrefix), createStrip(newPrefix)]
}

/** Whole segments only: `/v1` is no prefix of `/v10/pets`. */
function createStrip(prefix: string): Strip {
  return (path) =>
    prefix !== '' && `${path}/`.startsWith(`${prefix}/`) ? path.slice(prefix.length) || '/' : path
}

/** Two paths with one name are refused: only one of them would be compared. */
function refuseTwins(names: readonly string[], stripPrefix: string): void {
  const twin = names.find((name, at) => names.indexOf(name) !== at)
  if (twin === undefined) return
  const message = `--strip-prefix ${stripPrefix} gives two paths the name ${twin}`
  throw usageError('diff-path-twice', message, 'Strip a prefix that only one of them has.')
}

function nothingSelectedError(flag: string, text: string, names: readonly string[]): GovError {
  const near = suggest(text, names) ?? names[0]
  const hint = near === undefined ? 'Neither version has a path.' : `There is ${near}, for example.`
  return usageError('diff-path-unmatched', `${flag} fits no path`, hint)
}
