import { breakingRuleset, isReservedId } from '../core/model/breaking.ts'
import { type GovError, usageError } from '../core/model/errors.ts'
import { suggestionText } from '../core/text/suggest.ts'
import { dashboardAddress } from './dashboard-url.ts'
import { selectorKeys } from './entry-schemas.ts'
import { type Settings, spreadChecks } from './merge.ts'
import type { Origin, Setting } from './setting.ts'
import type { SettingName } from './table.ts'

type SettingsRule = (settings: Settings) => GovError | undefined

export function dashboardIsNamed(settings: Settings): GovError | undefined {
  if (settings['dashboard.url']) return undefined
  const hint = 'Set dashboard.url in the config, set GOV_URL or pass --url: a URL, or "embedded".'
  return usageError('dashboard-missing', 'no dashboard configured', hint)
}

export function embeddedHasWorkspace(settings: Settings): GovError | undefined {
  const url = settings['dashboard.url']
  if (!url || dashboardAddress(settings) !== undefined || settings['dashboard.workspace']) return undefined
  const message = `the dashboard is embedded (${url.origin.place}), but no workspace is configured`
  const hint = 'Set dashboard.workspace in the config or pass --workspace: the folder to serve.'
  return usageError('workspace-missing', message, hint)
}

/** `--check` names checks that are there. */
function checksAreKnown({ checks, check }: Settings): GovError | undefined {
  const known = checks?.value.map(({ name }) => name) ?? []
  const unknown = check?.value.find((name) => !known.includes(name))
  if (check === undefined || unknown === undefined) return undefined
  if (checks === undefined)
    return usageError(
      'check-unknown',
      `${check.origin.place} names the check ${JSON.stringify(unknown)}, but the config has no checks`,
      `Leave out ${check.origin.place}, or list checks in the config.`,
    )
  const message = `checks (${checks.origin.place}) has no ${JSON.stringify(unknown)}${suggestionText(unknown, known)}`
  return usageError('check-unknown', message, `The checks are ${known.join(', ')}.`)
}

/** A run asks one evaluator, in one way. */
function checksSelectAlike({ checks }: Settings): GovError | undefined {
  const keys = checks?.value.map((check) => selectorKeys.find((key) => check[key]) ?? '') ?? []
  const at = keys.findIndex((key) => key !== keys[0])
  const [first, other] = [checks?.value[0], checks?.value[at]]
  if (checks === undefined || first === undefined || other === undefined || at < 1) return undefined
  return usageError(
    'selector-ambiguous',
    `checks (${checks.origin.place}) select rulesets in two ways: ${first.name} by ${keys[0]}, ${other.name} by ${keys[at]}`,
    'Use one key in all checks, or make two configs and run gov check --config with each.',
  )
}

export function oneSelector(settings: Settings): GovError | undefined {
  // A check has exactly one by its schema, and they are all alike.
  if (
    settings.checks &&
    selectorKeys.every((name) => [undefined, settings.checks?.origin].includes(settings[name]?.origin))
  )
    return checksSelectAlike(settings)
  const [first, second] = selectorKeys.flatMap((name) => {
    const setting = settings[name]
    return setting ? [nameSetting(name, setting)] : []
  })
  if (first && second) {
    const ways = settings.ruleset_files ? 'by id, by category or by file' : 'by id or by category'
    const hint = `Keep one: a run selects rulesets ${ways}.`
    return usageError('selector-ambiguous', `both ${first} and ${second} are set`, hint)
  }
  if (first) return undefined
  const hint =
    'Set ruleset_ids, categories or ruleset_files in the config, or pass --ruleset-id, --category or --ruleset-file.'
  return usageError('selector-missing', 'no rulesets selected', hint)
}

/** Refused: the check of an API that was selected by category is unknown. */
function categoriesAreOfNoCheck({ checks, api_categories }: Settings): GovError | undefined {
  if (!checks || !api_categories) return undefined
  return usageError(
    'target-ambiguous',
    `${api_categories.origin.place} selects APIs of the whole dashboard, and checks (${checks.origin.place}) divide them`,
    'Name the APIs by --api-id, or one of the checks by --check.',
  )
}

function somethingToCheck(settings: Settings): GovError | undefined {
  const { api_ids, api_categories, definitions, checks } = settings
  if (api_ids || api_categories || definitions || checks) return undefined
  const hint =
    'Set api_ids, api_categories or definitions in the config, or pass --api-id, --api-category, --all-apis or --definition.'
  return usageError('target-missing', 'nothing to check: no APIs or definitions configured', hint)
}

/** A policy entry in the config that has the list of rulesets is for one of them: a slip would hold nothing to it. */
function overridesAreSelected(settings: Settings): GovError | undefined {
  // Also of the checks that --check leaves out.
  const { check: _chosen, ...others } = settings
  const { ruleset_ids, ruleset_files, 'policy.rulesets': overrides } = spreadChecks(others)
  const selected = ruleset_ids ?? ruleset_files
  if (overrides === undefined || !selected || !isOneSource(selected.origin, overrides.origin))
    return undefined
  const ids = [...(ruleset_ids?.value ?? listRulesetIds(ruleset_files).values()), breakingRuleset]
  const stray = Object.keys(overrides.value).find((id) => !ids.includes(id))
  if (stray === undefined) return undefined
  const list = ruleset_ids ? 'ruleset_ids' : 'ruleset_files'
  const message = `policy.rulesets (${overrides.origin.place}) names ${JSON.stringify(stray)}, which is not in ${list}${suggestionText(stray, ids)}`
  return usageError('policy-ruleset-unselected', message, `Use a ruleset from ${list}, or delete the entry.`)
}

function isOneSource(one: Origin, other: Origin): boolean {
  return one.source === other.source && one.profile === other.profile
}

/** Local rulesets run here, on local definitions: anything else that was asked for would go unchecked. */
function rulesetFilesStandAlone(settings: Settings): GovError | undefined {
  const { ruleset_files: files, api_ids, api_categories, 'dashboard.url': url } = settings
  if (!files) return undefined
  const name = nameSetting('ruleset_files', files)
  const apis = api_ids ?? api_categories
  if (apis) {
    const what = `${api_ids ? 'api_ids' : 'api_categories'} (${apis.origin.place}) names saved APIs, which only a dashboard can evaluate`
    return besideRulesetFilesError(
      name,
      what,
      'Pass the files to check with --definition, or a config without ruleset_files with --config.',
    )
  }
  const ofFlags = files.origin.source === 'flag' || files.origin.source === 'option'
  const isAsked = !ofFlags || url?.origin.source === files.origin.source
  if (!url || dashboardAddress(settings) === undefined || !isAsked) return undefined
  const what = `${url.origin.place} names a dashboard, which has its own rulesets`
  return besideRulesetFilesError(name, what, 'Leave out one of the two.')
}

function besideRulesetFilesError(name: string, what: string, hint: string): GovError {
  return usageError('ruleset-file-conflict', `${name} runs a local ruleset here, and ${what}`, hint)
}

/** They have no end, so that one of the two could not mean what it says. */
function inlineWaiversHaveNoEnd(settings: Settings): GovError | undefined {
  const { 'policy.inline_waivers': inline, 'policy.max_waiver_days': days } = settings
  if (inline?.value !== 'x-lint-ignore' || days === undefined) return undefined
  return usageError(
    'inline-waivers-without-end',
    `policy.inline_waivers (${inline.origin.place}) accepts waivers without an end, and policy.max_waiver_days (${days.origin.place}) limits their time`,
    'Remove one of the two. gov waiver add writes waivers with an end.',
  )
}

/** Required of a run that uses a dashboard or a workspace. */
const serviceRules: readonly SettingsRule[] = [dashboardIsNamed, embeddedHasWorkspace]
const selectionRules: readonly SettingsRule[] = [
  oneSelector,
  categoriesAreOfNoCheck,
  somethingToCheck,
  overridesAreSelected,
  inlineWaiversHaveNoEnd,
]

/** Checks what a check needs; local rulesets need neither a dashboard nor a workspace. */
export function checkRules(settings: Settings): readonly SettingsRule[] {
  // Other rules cannot be judged until the check is known.
  if (checksAreKnown(settings)) return [checksAreKnown]
  return settings.ruleset_files
    ? [rulesetFilesStandAlone, ...selectionRules]
    : [...serviceRules, ...selectionRules]
}

/** Names a ruleset that comes with gov instead of a file, as `extends` does. */
export function isBuiltinRuleset(name: string): boolean {
  return /^(?:spectral|vacuum):[a-z]+$/.test(name)
}

/** The ids of local rulesets by their files: those that the config gives them, whichever of its files a run has. */
export function listRulesetIds(files: Setting<readonly string[]> | undefined): ReadonlyMap<string, string> {
  const all = files?.value ?? []
  return new Map(all.map((file) => [file, files?.ids?.get(file) ?? createRulesetId(file, all)]))
}

/** A local ruleset's id: its file's name, behind as many folders as tell it from `others`. Throws GovError, usage, for a reserved one. */
export function createRulesetId(file: string, others: readonly string[] = []): string {
  const parts = splitName(file)
  const differing = others.map(splitName).filter((other) => other.join('/') !== parts.join('/'))
  const cut = (name: readonly string[], count: number) => name.slice(-count).join('/')
  const counts = parts.map((_, index) => index + 1)
  const isOwn = (count: number) => differing.every((other) => cut(other, count) !== cut(parts, count))
  const id = cut(parts, counts.find(isOwn) ?? parts.length)
  if (isBuiltinRuleset(file) || !(isReservedId(id) || isBuiltinRuleset(id.trim().toLowerCase()))) return id
  const hint =
    'Rename the file: ids that begin with gov:, and names of built-in rulesets, are for the rulesets that come with gov.'
  throw usageError('ruleset-id-reserved', `ruleset file ${file} has the reserved id "${id}"`, hint)
}

function splitName(file: string): readonly string[] {
  const name = file.replace(/\.(json|ya?ml|[cm]?js)$/i, '')
  return name.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
}

/** Applies rules to settings. Throws one GovError with all that is wrong: `settings-incomplete` if more than one rule is broken. */
export function checkSettings(
  settings: Settings,
  applied: readonly SettingsRule[] = checkRules(settings),
): void {
  const faults = applied.flatMap((rule) => rule(settings) ?? [])
  const [first, second] = faults
  if (first && !second) throw first
  if (!first) return
  const messages = faults.map((fault) => fault.message).join('\n')
  throw usageError('settings-incomplete', messages, faults.map((fault) => fault.hint).join('\n'))
}

function nameSetting(name: SettingName, setting: Setting<unknown>): string {
  const { source, place } = setting.origin
  return source === 'flag' || source === 'option' ? place : `${name} (${place})`
}

/** Whether a name is `sha256:` and a digest instead of a path, for a ruleset with its id: `rules@sha256:…`. */
export function isPin(name: string): boolean {
  return /^(?:.+@)?sha256:/.test(name)
}
