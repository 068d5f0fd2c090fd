/** Every key of the config, with its values, default, flag and variable. */
import { $schema, configKeys, profiles, version } from '../../../src/settings/check-config.ts'
import { getLongFlag } from '../../../src/settings/flags.ts'
import { defaultText } from '../../../src/settings/shown.ts'
import { type SettingName, settingTable } from '../../../src/settings/table.ts'
import { code, plain, renderTable } from './tables.ts'

export function renderSettings(): string {
  const rows = [
    [code('version'), plain(version.hint), '', ''],
    ...configKeys.flatMap((name) => [renderSetting(name), ...renderInnerKeys(name)]),
    [code('profiles'), plain(profiles.hint), '', ''],
    [code('$schema'), plain($schema.hint), '', ''],
  ]
  return renderTable(['key', '', 'default', 'flag, variable'], rows)
}

function renderSetting(name: SettingName): readonly string[] {
  const { help, hint, flag, variable } = settingTable[name]
  const meaning = help === undefined ? hint : `${help.charAt(0).toUpperCase()}${help.slice(1)}.`
  const from = [...(flag ? [getLongFlag(flag)] : []), ...(variable ? [variable] : [])]
  return [code(name), plain(meaning), code(defaultText(name) ?? ''), from.map(code).join(', ')]
}

/** The keys of entries: `waivers[].expires`. */
function renderInnerKeys(name: SettingName): (readonly string[])[] {
  const inner = Object.entries(settingTable[name].inner ?? {})
  return inner
    .filter(([pattern]) => /\.\w+$/.test(pattern))
    .map(([pattern, hint]) => [code(`${name}${pattern.replace(/^\*/, '.*')}`), plain(hint), '', ''])
}
