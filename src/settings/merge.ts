import type { Policy } from '../core/model/policy.ts'
import { severities } from '../core/model/severity.ts'
import { type ConfigCheck, selectorKeys, targetKeys } from './entry-schemas.ts'
import type { Layer, Setting } from './setting.ts'
import { type DefaultedName, type SettingName, settingNames, settingTable, type Values } from './table.ts'

/** All sources merged: a setting that has a default is always there. */
export type Settings = Layer & { readonly [Name in DefaultedName]: Setting<Values[Name]> }

type WritableLayer = { -readonly [Name in keyof Layer]: Layer[Name] }

/** Settings that answer one question together. */
const groups: readonly (readonly SettingName[])[] = [selectorKeys, [...targetKeys, 'api_categories']]

/**
 * Layers in the order of precedence: flags, environment, file; defaults come last. What is checked is one question with
 * one answer: a layer that selects rulesets replaces the whole selection of those after it (ids, categories and files),
 * and one that names APIs or definitions replaces all APIs and definitions. A caller who does so chooses within the checks
 * of the config. A layer that sets what fails overrides the budgets that it outranks.
 */
export function mergeSettings(...layers: readonly Layer[]): Settings {
  const merged = [...layers, listDefaults()].reduceRight((lower, upper) => mergeLayers(upper, lower))
  if (!isComplete(merged)) throw new Error('a default is missing')
  return spreadChecks(merged)
}

/** The checks of the config that the caller chooses: all, unless `check` names some. */
export function listChecks({ checks, check }: Layer): readonly ConfigCheck[] {
  return checks?.value.filter(({ name }) => check?.value.includes(name) ?? true) ?? []
}

/** With the saved APIs and rulesets of all checks, unless the caller names others. Only the checks say which are for which. */
export function spreadChecks(settings: Settings): Settings {
  const { checks } = settings
  if (checks === undefined) return settings
  const isOpen = (name: SettingName) => [undefined, checks.origin].includes(settings[name]?.origin)
  const spread: { -readonly [Name in keyof Settings]: Settings[Name] } = { ...settings }
  for (const name of [selectorKeys, targetKeys].filter((group) => group.every(isOpen)).flat()) {
    if (name === 'definitions') continue
    const value = [...new Set(listChecks(settings).flatMap((check) => check[name] ?? []))]
    delete spread[name]
    if (value.length > 0) spread[name] = { ...checks, value }
  }
  return spread
}

export function mergeLayers(upper: Layer, lower: Layer): Layer {
  const kept: WritableLayer = { ...lower }
  for (const name of listReplaced(upper)) delete kept[name]
  return { ...kept, ...upper }
}

function listReplaced(layer: Layer): readonly SettingName[] {
  return [
    ...groups.filter((group) => group.some((name) => layer[name])).flat(),
    ...listReplacedForm(layer),
    ...listOutranked(layer),
  ]
}

/** A config, or a profile of one, either has checks or says at its top what is checked by which rulesets. */
function listReplacedForm(layer: Layer): readonly SettingName[] {
  if (layer.checks) return groups.flat()
  return groups.flat().some((name) => layer[name]?.origin.source === 'file') ? ['checks'] : []
}

/** `--fail-on warn` means that one warning fails: a budget of the file for warnings, or worse, would undo it. */
function listOutranked(layer: Layer): readonly SettingName[] {
  const level = layer['policy.fail_on']?.value
  if (level === undefined || level === 'never') return []
  return severities
    .slice(0, severities.indexOf(level) + 1)
    .map((severity) => `policy.max.${severity}` as const)
}

function listDefaults(): Layer {
  const layer: WritableLayer = {}
  for (const name of settingNames) setDefault(layer, name)
  return layer
}

function setDefault<Name extends SettingName>(
  layer: { [Each in Name]?: Setting<Values[Each]> },
  name: Name,
): void {
  const { default: value } = settingTable[name]
  if (value !== undefined) layer[name] = { value, origin: { source: 'default', place: 'default' } }
}

function isComplete(layer: Layer): layer is Settings {
  return settingNames.every((name) => settingTable[name].default === undefined || layer[name] !== undefined)
}

/** Each key of a policy is a setting of that name, with values that the policy takes. */
type PolicySettings = {
  readonly [Key in keyof Omit<Policy, 'max'> as `policy.${Key}`]?:
    | Setting<Exclude<Policy[Key], undefined>>
    | undefined
}

export function readPolicy(settings: Settings): Policy {
  const budgets = severities.flatMap((severity) => {
    const budget = settings[`policy.max.${severity}`]
    return budget ? [[severity, budget.value] as const] : []
  })
  return {
    fail_on: settings['policy.fail_on'].value,
    max: Object.fromEntries(budgets),
    rulesets: {},
    advisory_actions: [],
    on_truncation: settings['policy.on_truncation'].value,
    on_unevaluated: settings['policy.on_unevaluated'].value,
    ...readPolicyValues(settings),
  }
}

/** All but budgets, and the functions of rulesets, which are refused before anything is judged. */
function readPolicyValues(settings: PolicySettings): Readonly<Record<string, unknown>> {
  const keys = Object.entries(settings).flatMap(([name, setting]) => {
    const [, key] = /^policy\.(?!functions$)(\w+)$/.exec(name) ?? []
    return key && setting ? [[key, setting.value] as const] : []
  })
  return Object.fromEntries(keys)
}
