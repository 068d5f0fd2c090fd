import type { Policy } from '../core/model/policy.ts'
import { severities } from '../core/model/severity.ts'
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
  const merged = [...layers, defaults()].reduceRight((lower, upper) => mergeLayers(upper, lower))
  if (!isComplete(merged)) throw new Error('a default is missing')
  return merged
}

export function mergeLayers(upper: Layer, lower: Layer): Layer {
  const kept: WritableLayer = { ...lower }
  for (const name of listReplaced(upper)) delete kept[name]
  return { ...kept, ...upper }
}

function listReplaced(layer: Layer): readonly SettingName[] {
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
