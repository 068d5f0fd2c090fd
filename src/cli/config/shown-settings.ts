import type { Row } from '../../reporters/table/columns.ts'
import { durationText } from '../../settings/duration.ts'
import type { Origin, SettingName, Settings } from '../../settings/settings.ts'

/** A setting as it may be shown: its value as the config would have it, and never a secret. */
export interface ShownSetting extends Origin {
  readonly name: string
  readonly value: unknown
}

const durations: readonly string[] = ['dashboard.timeout', 'dashboard.deadline'] satisfies SettingName[]

/** What is set, in the order of the config. */
export function shownSettings(settings: Settings): ShownSetting[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    if (setting === undefined) return []
    return [{ name, value: shownValue(name, setting.value), ...setting.origin }]
  })
}

const set = '(set)'

/** A header's value may be a credential of a proxy or a gateway on the way. */
function veiled(headers: unknown): Record<string, string> {
  return Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, set]))
}

function shownValue(name: string, value: unknown): unknown {
  if (name === 'token') return set
  if (name === 'dashboard.headers') return veiled(value)
  if (name === 'dashboard.headers') return Object.keys(Object(value)).map((header) => `${header}: (set)`)
  return durations.includes(name) && typeof value === 'number' ? durationText(value) : value
}

/** Name, value and origin; a list has a row for each item. */
export function settingRows(shown: readonly ShownSetting[]): Row[] {
  return shown.flatMap(({ name, value, place }) => {
    const [first = '', ...others] = Array.isArray(value) ? value.map(valueText) : [valueText(value)]
    return [[name, first, place], ...others.map((text) => ['', text])]
  })
}

/** Text as it is; anything else as JSON, which is YAML as well. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  const only = onlyValue(value)
  return only ?? JSON.stringify(value)
}

/** A definition that has nothing but its file goes by that. */
function onlyValue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const [entry, ...others] = Object.entries(value).filter(([, each]) => each !== undefined)
  return others.length === 0 && entry?.[0] === 'file' ? String(entry[1]) : undefined
}
