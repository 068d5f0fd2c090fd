import { type GovError, usageError } from '../errors.ts'
import { suggest } from '../suggest.ts'
import type { Setting, SettingName, Settings } from './settings.ts'

type Rule = (settings: Settings) => GovError | undefined

/** A dashboard is named. */
export function dashboardIsNamed(settings: Settings): GovError | undefined {
  if (settings['dashboard.url']) return undefined
  return usageError(
    'dashboard-missing',
    'no dashboard is named',
    'Write dashboard.url in the config, set GOV_URL or give --url: an address, or "embedded".',
  )
}

/** The embedded dashboard has a folder to serve. */
export function embeddedHasWorkspace(settings: Settings): GovError | undefined {
  const url = settings['dashboard.url']
  if (url?.value !== 'embedded' || settings['dashboard.workspace']) return undefined
  return usageError(
    'workspace-missing',
    `the dashboard is embedded (${url.origin.place}), but no workspace is named`,
    'Write dashboard.workspace in the config or give --workspace: the folder to serve.',
  )
}

/** Exactly one of ruleset_ids and categories. */
export function oneSelector(settings: Settings): GovError | undefined {
  const { ruleset_ids: ids, categories } = settings
  if (ids && categories) {
    return usageError(
      'selector-ambiguous',
      `both ${named('ruleset_ids', ids)} and ${named('categories', categories)} are set`,
      'Keep one of the two: a run selects rulesets by id or by category.',
    )
  }
  if (ids || categories) return undefined
  return usageError(
    'selector-missing',
    'no ruleset is selected',
    'Write ruleset_ids or categories in the config, or give --ruleset-id or --category.',
  )
}

/** At least one API or definition. */
export function somethingToCheck(settings: Settings): GovError | undefined {
  if (settings.api_ids || settings.definitions) return undefined
  return usageError(
    'target-missing',
    'there is nothing to check: no API and no definition is named',
    'Write api_ids or definitions in the config, or give --api-id or --definition.',
  )
}

/** A policy entry that stands beside a list of rulesets is for one of them: a slip would hold nothing to it. */
export function overridesAreSelected(settings: Settings): GovError | undefined {
  const { ruleset_ids: ids, 'policy.rulesets': overrides } = settings
  if (!overrides || ids?.origin.source !== 'file') return undefined
  const stray = Object.keys(overrides.value).find((id) => !ids.value.includes(id))
  if (stray === undefined) return undefined
  const meant = suggest(stray, ids.value)
  const question = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
  return usageError(
    'policy-ruleset-unselected',
    `policy.rulesets (${overrides.origin.place}) names ${JSON.stringify(stray)}, which is not in ruleset_ids${question}`,
    'Name a ruleset of ruleset_ids, or delete the entry.',
  )
}

export const rules: readonly Rule[] = [
  dashboardIsNamed,
  embeddedHasWorkspace,
  oneSelector,
  somethingToCheck,
  overridesAreSelected,
]

/**
 * Applies rules to the merged settings. Throws one GovError with all that is wrong; its code is
 * `settings-incomplete` when more than one rule is broken.
 */
export function checkSettings(settings: Settings, applied: readonly Rule[] = rules): void {
  const faults = applied.flatMap((rule) => rule(settings) ?? [])
  const [first, second] = faults
  if (first && !second) throw first
  if (!first) return
  const messages = faults.map((fault) => fault.message).join('\n')
  throw usageError('settings-incomplete', messages, faults.map((fault) => fault.hint).join('\n'))
}

function named(name: SettingName, setting: Setting<unknown>): string {
  const { source, place } = setting.origin
  return source === 'flag' ? place : `${name} (${place})`
}
