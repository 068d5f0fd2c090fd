import type { Policy } from '../model/policy.ts'
import { severities } from '../model/severity.ts'
import type { Layer, Setting } from './setting.ts'
import { type DefaultedName, type SettingName, settingNames, table, type Values } from './table.ts'

/** All sources merged: a setting that has a default is always there. */
export type Settings = Layer & { readonly [Name in DefaultedName]: Setting<Values[Name]> }

type WritableLayer = { -readonly [Name in keyof Layer]: Layer[Name] }

/** Settings that answer one question together. */
const groups: readonly (readonly SettingName[])[] = [
  ['ruleset_ids', 'categories', 'ruleset_files'],
  ['api_ids', 'definitions'],
]

/**
 * Layers in the order of precedence: flags, environment, file; defaults come last. What is checked is one question with
 * one answer: a layer that selects rulesets replaces the whole selection of those after it (ids, categories and files),
 * and one that names APIs or definitions replaces all APIs and definitions. A layer that sets what fails overrides the
 * budgets that it outranks.
 */
export function mergeSettings(...layers: readonly Layer[]): Settings {
  const merged = [...layers, defaults()].reduceRight((lower, upper) => layOver(upper, lower))
  if (!isComplete(merged)) throw new Error('a default is missing')
  return merged
}

export function layOver(upper: Layer, lower: Layer): Layer {
  const kept: WritableLayer = { ...lower }
  for (const name of replacedBy(upper)) delete kept[name]
  return { ...kept, ...upper }
}

function replacedBy(layer: Layer): readonly SettingName[] {
  return [...groups.filter((group) => group.some((name) => layer[name])).flat(), ...outranked(layer)]
}

/** `--fail-on warn` means that one warning fails: a budget of the file for warnings, or worse, would undo it. */
function outranked(layer: Layer): readonly SettingName[] {
  const level = layer['policy.fail_on']?.value
  if (level === undefined || level === 'never') return []
  return severities
    .slice(0, severities.indexOf(level) + 1)
    .map((severity) => `policy.max.${severity}` as const)
}

function defaults(): Layer {
  const layer: WritableLayer = {}
  for (const name of settingNames) setDefault(layer, name)
  return layer
}

function setDefault<Name extends SettingName>(
  layer: { [Each in Name]?: Setting<Values[Each]> },
  name: Name,
): void {
  const { default: value } = table[name]
  if (value !== undefined) layer[name] = { value, origin: { source: 'default', place: 'default' } }
}

function isComplete(layer: Layer): layer is Settings {
  return settingNames.every((name) => table[name].default === undefined || layer[name] !== undefined)
}

export function policyOf(settings: Settings): Policy {
  const budgets = severities.flatMap((severity) => {
    const budget = settings[`policy.max.${severity}`]
    return budget ? [[severity, budget.value] as const] : []
  })
  const days = settings['policy.max_waiver_days']
  const base = settings['policy.base']
  const unmatched = settings['policy.on_unmatched']
  const breaking = settings['policy.breaking']
  const breakingRules = settings['policy.breaking_rules']
  const breakingAllowed = settings['policy.breaking_allowed']
  const inline = settings['policy.inline_waivers']
  return {
    fail_on: settings['policy.fail_on'].value,
    max: Object.fromEntries(budgets),
    rulesets: settings['policy.rulesets']?.value ?? {},
    advisory_actions: settings['policy.advisory_actions']?.value ?? [],
    on_truncation: settings['policy.on_truncation'].value,
    on_unevaluated: settings['policy.on_unevaluated'].value,
    ...(unmatched && { on_unmatched: unmatched.value }),
    ...(base && { base: base.value }),
    ...(breaking && { breaking: breaking.value }),
    ...(breakingRules && { breaking_rules: breakingRules.value }),
    ...(breakingAllowed && { breaking_allowed: breakingAllowed.value }),
    ...(inline && { inline_waivers: inline.value }),
    ...(days && { max_waiver_days: days.value }),
  }
}
