import type { Layer, Origin } from './setting.ts'
import { type SettingName, settingNames, settingTable } from './table.ts'

/** A setting as it may be shown: its value as the config would have it, and never a secret. */
export interface ShownSetting extends Origin {
  readonly name: string
  readonly value: unknown
}

export function shownSettings(settings: Layer): ShownSetting[] {
  return settingNames.flatMap((name) => shownSetting(settings, name))
}

function shownSetting<Name extends SettingName>(settings: Layer, name: Name): ShownSetting[] {
  const { shown, absent } = settingTable[name]
  const unset = absent && ({ value: absent, origin: { source: 'default', place: 'default' } } as const)
  const setting = settings[name] ?? unset
  if (setting === undefined) return []
  return [{ name, value: shown ? shown(setting.value) : setting.value, ...setting.origin }]
}

export function defaultText<Name extends SettingName>(name: Name): string | undefined {
  const { absent, default: value = absent, shown } = settingTable[name]
  return value === undefined ? undefined : String(shown ? shown(value) : value)
}
