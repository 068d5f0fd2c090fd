import { type Command, Option } from 'commander'
import type { FlagGroup } from '../../settings/row.ts'
import { defaultText } from '../../settings/shown.ts'
import { type SettingName, settingNames, table } from '../../settings/table.ts'
import { collect } from './collect.ts'

/** Adds the flags of the settings in these groups, in the order of the table. */
export function addSettingFlags(command: Command, ...groups: readonly FlagGroup[]): Command {
  for (const name of settingNames) {
    const option = optionOf(name, groups)
    if (option) command.addOption(option)
  }
  return command
}

function optionOf(name: SettingName, groups: readonly FlagGroup[]): Option | undefined {
  const { flag, help } = table[name]
  if (flag === undefined || !groups.includes(flag.group)) return undefined
  const option = new Option(flag.spelling, (help ?? '') + notes(name))
  if (flag.isRepeatable) option.argParser(collect)
  return flag.isHidden ? option.hideHelp() : option
}

function notes(name: SettingName): string {
  const { flag, variable } = table[name]
  const value = defaultText(name)
  const known = [
    ...(value === undefined ? [] : [`default: ${value}`]),
    ...(variable === undefined ? [] : [`env: ${variable}`]),
  ]
  const list = known.length === 0 ? '' : ` (${known.join('; ')})`
  return flag?.isRepeatable ? `; repeatable${list}` : list
}
