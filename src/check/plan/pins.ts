import { realpath } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import type { Asked, Definition } from '../../core/model/asked.ts'
import { joinNames } from '../../core/text/wording.ts'
import type { Requirements } from '../../settings/policy-schema.ts'
import { isPin } from '../../settings/rules.ts'
import type { RulesetFiles } from '../rulesets/ruleset-files.ts'
import { resolveRealPath } from '../sources/exists.ts'
import { findRepository } from '../sources/fence.ts'
import { findDefinitions } from '../sources/find-definitions.ts'
import { compileDefinitionGlob } from '../sources/find-matches.ts'
import { folderDigest } from '../sources/input-digest.ts'
import type { Unmet } from '../types.ts'
import type { World } from '../world.ts'

type OpenedRulesets = Pick<RulesetFiles, 'digests' | 'overriding'>

/** Each API and each definition needs every required ruleset file, whatever others of the run have. */
export async function unmetInGroups(
  groups: readonly Asked[],
  required: Requirements,
  { digests, overriding }: OpenedRulesets,
  openTrusted: (file: string) => Promise<OpenedRulesets>,
  cwd: string,
): Promise<Unmet[]> {
  const unmet = new Map<string, Unmet>()
  for (const group of groups) {
    const { selector } = group
    const isUsed = ([id]: readonly [string, unknown]) =>
      !('ruleset_ids' in selector) || selector.ruleset_ids.includes(id)
    const used = {
      digests: Object.fromEntries(Object.entries(digests).filter(isUsed)),
      overriding: new Map([...overriding].filter(isUsed)),
    }
    for (const each of await unmetRulesets(required, used, openTrusted, cwd)) {
      const where = groups.length === 1 ? '' : ` for ${nameTargets(group)}`
      if (!unmet.has(each.name)) unmet.set(each.name, { ...each, found: `${each.found}${where}` })
    }
  }
  return [...unmet.values()]
}

const maxNamed = 3

/** The APIs and definitions of a group, to be found again: a few of them. */
export function nameTargets({ api_ids, definitions }: Asked): string {
  return joinNames([...api_ids, ...definitions.map(({ file }) => file)], maxNamed)
}

/**
 * Required ruleset files that no local ruleset of the run equals, with what it extends, under the same id, by which a
 * policy names it. A digest without an id is of any ruleset. Overrides go by the folder that a ruleset is in, so that one
 * with such is another elsewhere. `openTrusted` reads trusted files.
 */
async function unmetRulesets(
  { ruleset_files = [] }: Requirements,
  used: OpenedRulesets,
  openTrusted: (file: string) => Promise<OpenedRulesets>,
  cwd: string,
): Promise<Unmet[]> {
  const unmet: Unmet[] = []
  const entries = Object.entries(used.digests)
  for (const name of ruleset_files) {
    const met = isPin(name)
      ? await findPinned(name, used, cwd)
      : await isTrusted(used, await openTrusted(name), cwd)
    if (met === true) continue
    unmet.push({
      subject: 'ruleset file',
      name,
      found: met === false ? entries.map(writePin).join(', ') : met,
    })
  }
  return unmet
}

/** True where one is met; a text where one is, but elsewhere. */
async function findPinned(
  pin: string,
  { digests, overriding }: OpenedRulesets,
  cwd: string,
): Promise<boolean | string> {
  const equal = Object.entries(digests).filter((entry) =>
    [writePin(entry), withPrefix(entry[1])].includes(pin),
  )
  const moved: string[] = []
  for (const [id] of equal) {
    const file = overriding.get(id)
    const place = file === undefined ? '' : await findPlace(resolve(cwd, file), cwd)
    if (!place.includes('/')) return true
    moved.push(place)
  }
  return (
    moved.length > 0 &&
    `in ${moved.join(', ')}: its overrides go by its folder, so require the file, not its digest`
  )
}

async function isTrusted(
  used: OpenedRulesets,
  trusted: OpenedRulesets,
  cwd: string,
): Promise<boolean | string> {
  const found = Object.entries(used.digests).map(writePin)
  if (!Object.entries(trusted.digests).every((entry) => found.includes(writePin(entry)))) return false
  for (const [id, file] of trusted.overriding) {
    const own = used.overriding.get(id) ?? ''
    if (
      (await resolveRealPath(cwd, own)) === (await resolveRealPath(cwd, file)) &&
      dirname(own) === dirname(file)
    )
      continue
    const [place, wanted] = [await findPlace(resolve(cwd, own), cwd), await findPlace(resolve(cwd, file))]
    if (place !== wanted) return `in ${place}, not ${wanted}: its overrides go by its folder`
  }
  return true
}

/** A path as seen from the root of its repository; without one, from `root` or else its own folder. */
async function findPlace(path: string, root = dirname(path)): Promise<string> {
  const repository = await findRepository(dirname(path))
  return relative(repository ?? root, path).replaceAll(sep, '/')
}

/** Requires the folder that the embedded sandbox serves to have the pinned content. */
export async function unmetWorkspace(
  { workspace: name }: Requirements,
  served: string | undefined,
  cwd: string,
): Promise<Unmet[]> {
  if (name === undefined) return []
  if (served === undefined) return [{ subject: 'workspace', name }]
  const computeFolderDigest = async (folder: string) => withPrefix(await folderDigest(resolve(cwd, folder)))
  const found = await computeFolderDigest(served)
  return found === (isPin(name) ? name : await computeFolderDigest(name))
    ? []
    : [{ subject: 'workspace', name, found: `${served} ${found}` }]
}

function writePin([id, digest]: readonly [string, string]): string {
  return `${id}@${withPrefix(digest)}`
}

function withPrefix(digest: string): string {
  return `sha256:${digest}`
}

/** The OpenAPI files of the repository that are not definitions of the run, by their real paths from `cwd`. */
async function uncoveredDefinitions(definitions: readonly Definition[], cwd: string) {
  const root = await realpath((await findRepository(cwd)) ?? cwd)
  const found = await findDefinitions(root, { isThorough: true })
  const covered = new Set(await Promise.all(definitions.map(({ file }) => resolveRealPath(cwd, file))))
  const from = await realpath(cwd)
  const files = new Set(await Promise.all(found.files.map((file) => resolveRealPath(root, file))))
  return [...files]
    .filter((file) => !covered.has(file))
    .map((file) => relative(from, file).replaceAll(sep, '/'))
}

/** A definition that nobody listed is never checked. Those of a workspace belong to its saved APIs. */
export async function unlistedDefinitions(
  definitions: readonly Definition[],
  workspace: string | undefined,
  cwd: string,
): Promise<readonly string[]> {
  const files = await uncoveredDefinitions(definitions, cwd)
  if (workspace === undefined) return files
  const served = relative(await realpath(cwd), await resolveRealPath(cwd, workspace)).replaceAll(sep, '/')
  return files.filter((file) => !file.startsWith(`${served}/`))
}

/** Definitions that `require.all_definitions` misses, but for those of the globs. Throws GovError, usage, where one is left out. */
export async function unmetDefinitions(
  definitions: readonly Definition[],
  globs: readonly string[] = [],
  world: Pick<World, 'cwd' | 'env'>,
): Promise<Unmet[]> {
  const { cwd } = world
  const excepted = globs.map(compileDefinitionGlob)
  const { refuseLeftOutDefinitions } = await import('../git/left-out.ts')
  await refuseLeftOutDefinitions((await findRepository(cwd)) ?? cwd, globs, world)
  const files = await uncoveredDefinitions(definitions, cwd)
  const missed = files.filter((file) => !excepted.some((isMatch) => isMatch(file)))
  return missed.map((name) => ({ subject: 'definition', name }))
}
