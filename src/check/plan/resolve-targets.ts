import type { Definition } from '../../core/model/asked.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import type { ConfigCheck } from '../../settings/entry-schemas.ts'
import { listChecks, type Settings, spreadChecks } from '../../settings/merge.ts'
import type { Layer } from '../../settings/setting.ts'
import type { FoundSettings } from '../config/read-settings.ts'
import {
  applyConfiguredNames,
  createRowTest,
  type ExpandingSources,
  expandDefinitions,
  joinDefinitions,
  maxNamed,
  type OnSkipped,
} from '../definitions/expand-definitions.ts'
import type { Sources } from '../sources/sources.ts'
import type { World } from '../world.ts'
import { isApiPattern } from './targets.ts'

/**
 * Globs are replaced by files, without those that `exclude` matches. What the caller names keeps the id that the config gives
 * it; it is checked by the rulesets that the caller names, or else as the checks say that have it. Throws GovError, usage.
 */
export async function resolveTargets(
  found: FoundSettings,
  exclude: readonly string[],
  { sources, observe }: Pick<World, 'sources' | 'observe'>,
): Promise<FoundSettings> {
  const { settings } = found
  const { definitions, checks, api_ids } = settings
  const isOpen = definitions === undefined && [undefined, checks?.origin].includes(api_ids?.origin)
  const hasFiles =
    definitions !== undefined || (isOpen && listChecks(settings).some((check) => check.definitions))
  if (exclude.length > 0 && !hasFiles) {
    const hint = 'Name files, a folder or a glob, or list definitions in the config.'
    throw usageError('exclude-alone', '--exclude leaves out of files, and none are checked', hint)
  }
  const excluded = exclude.map((glob) => ({ file: `!${glob}` }))
  const onSkipped: OnSkipped = (glob, others) =>
    observe.warning(
      `${JSON.stringify(glob)}: ${plural(others.length, 'file')} ${others.length === 1 ? 'is' : 'are'} not OpenAPI and not checked: ${joinNames(others, maxNamed)}`,
    )
  const expanded = isOpen ? await expandChecks(found, excluded, sources, onSkipped) : []
  const rows = definitions && { ...definitions, value: [...definitions.value, ...excluded] }
  const files = rows ? await expandDefinitions(rows, sources, onSkipped) : joinFiles(expanded)
  const isCallers = definitions?.origin.source === 'flag'
  const value = isCallers ? await applyConfiguredNames(files, listRows(found.config?.layer), sources) : files
  const origin = (definitions ?? checks)?.origin
  const named: Settings = {
    ...settings,
    ...(origin && value.length > 0 && { definitions: { value, origin } }),
  }
  if (checks === undefined) return { ...found, settings: named }
  const replaced = findReplacement(settings)
  if (replaced !== undefined) {
    observe.note(replaced)
    const { checks: _replaced, ...others } = named
    return { ...found, settings: others }
  }
  const owners = isOpen ? expanded : await chooseOwners(named, sources)
  return { ...found, settings: spreadChecks({ ...named, checks: { ...checks, value: owners } }) }
}

/** All definitions of the settings, those of their checks too. Throws GovError, usage. */
export async function listDefinitions(
  settings: Settings,
  sources: ExpandingSources,
): Promise<readonly Definition[]> {
  const { definitions } = settings
  if (definitions) return expandDefinitions(definitions, sources)
  return joinFiles(await expandChecks({ settings, config: undefined }, [], sources))
}

/** The checks that the caller chooses, each with its files. */
async function expandChecks(
  { settings, config }: Pick<FoundSettings, 'settings' | 'config'>,
  excluded: readonly Definition[],
  sources: ExpandingSources,
  onSkipped?: OnSkipped,
): Promise<readonly ConfigCheck[]> {
  const expanded: ConfigCheck[] = []
  for (const check of listChecks(settings)) {
    const { name, definitions } = check
    const rows = definitions && { ...settings.checks, value: [...definitions, ...excluded] }
    const files =
      rows &&
      (await expandDefinitions(rows, sources, onSkipped).catch(
        nameCheck(name, config?.checkPlaces.get(name)),
      ))
    expanded.push({ ...check, ...(files && { definitions: [...files] }) })
  }
  return expanded
}

function nameCheck(name: string, place: string | undefined) {
  return (error: unknown): never => {
    if (!(error instanceof GovError)) throw error
    const where = place === undefined ? '' : ` (${place})`
    throw new GovError(error.kind, error.code, `check ${name}${where}: ${error.message}`, error.hint, error)
  }
}

function joinFiles(checks: readonly ConfigCheck[]): readonly Definition[] {
  return joinDefinitions(checks.map(({ definitions = [] }) => definitions))
}

/** The definitions of a config, or those of its checks. */
function listRows({ definitions, checks }: Layer = {}): readonly Definition[] {
  return definitions?.value ?? checks?.value.flatMap((check) => check.definitions ?? []) ?? []
}

/** Rulesets that the caller names are for all that is checked; undefined: the caller names none. */
function findReplacement(settings: Settings): string | undefined {
  const { ruleset_files, ruleset_ids, categories, checks } = settings
  const own = [ruleset_files, ruleset_ids, categories].find((each) => each && each.origin !== checks?.origin)
  const names = listChecks(settings).map(({ name }) => name)
  return (
    own &&
    `${own.origin.place} replaces the rulesets of the ${names.length === 1 ? 'check' : 'checks'} ${joinNames(names, maxNamed)}`
  )
}

/** The checks that have what the caller names, with no more than that. Throws GovError, usage: something is in none. */
async function chooseOwners(settings: Settings, sources: Sources): Promise<readonly ConfigCheck[]> {
  const [files, ids] = [settings.definitions?.value ?? [], settings.api_ids?.value ?? []]
  const pattern = listChecks(settings).flatMap(({ api_ids = [] }) => api_ids.filter(isApiPattern))[0]
  if (ids.length > 0 && pattern !== undefined) {
    const message = `which checks have an API is not known, since one has those that ${JSON.stringify(pattern)} matches`
    throw usageError('target-ambiguous', message, 'Choose one of the checks by --check, without --api-id.')
  }
  const owners: ConfigCheck[] = []
  for (const { definitions: rows = [], api_ids = [], ...check } of listChecks(settings)) {
    const hasRow = await createRowTest(rows, sources)
    const own = {
      definitions: files.filter(({ file }) => hasRow(file)),
      api_ids: api_ids.filter((id) => ids.includes(id)),
    }
    if (own.definitions.length + own.api_ids.length > 0) owners.push({ ...check, ...own })
  }
  const owned = new Set(
    owners.flatMap(({ api_ids = [], definitions = [] }) => [
      ...api_ids,
      ...definitions.map(({ file }) => file),
    ]),
  )
  const others = [...ids, ...files.map(({ file }) => file)].filter((name) => !owned.has(name))
  if (others.length > 0) throw uncheckedNamesError(others, settings)
  return owners
}

function uncheckedNamesError(names: readonly string[], { checks, check }: Settings): Error {
  const which = check ? `not in ${check.origin.place} ${check.value.join(', ')}` : 'in no check'
  return usageError(
    'in-no-check',
    `${joinNames(names, maxNamed)} ${names.length === 1 ? 'is' : 'are'} ${which} (${checks?.origin.place})`,
    'Add it to a check, or name the rulesets to use instead, such as --ruleset-file FILE.',
  )
}
