import { type Command, InvalidArgumentError, Option } from 'commander'
import type { FlagGroup } from '../../settings/row.ts'
import { defaultText } from '../../settings/shown.ts'
import { type SettingName, settingNames, settingTable } from '../../settings/table.ts'

/** Adds the flags of the settings in these groups, in the order of the table. */
export function addSettingFlags(command: Command, ...groups: readonly FlagGroup[]): Command {
  for (const name of settingNames) {
    const { flag, help = '' } = settingTable[name]
    if (flag === undefined || !groups.includes(flag.group)) continue
    const spelling = flag.short === undefined ? flag.spelling : `${flag.short}, ${flag.spelling}`
    const option = new Option(spelling, help + notes(name)).hideHelp(flag.isHidden === true)
    command.addOption(flag.isRepeatable ? option.argParser(collect) : option)
  }
  return command
}

/** A flag whose value is one of a few. */
export function createEnum(
  spelling: string,
  help: string,
  choices: readonly string[],
  otherwise?: string,
): Option {
  return new Option(spelling, help).choices(choices).default(otherwise)
}

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function notes(name: SettingName): string {
  const { flag, variable } = settingTable[name]
  const value = defaultText(name)
  const known = [
    ...(value === undefined ? [] : [`default: ${value}`]),
    ...(variable === undefined ? [] : [`env: ${variable}`]),
  ]
  const list = known.length === 0 ? '' : ` (${known.join('; ')})`
  return flag?.isRepeatable ? `; repeatable${list}` : list
}

/** `all` is no limit. */
export function readLimit(text: string): number {
  if (text === 'all') return Number.MAX_SAFE_INTEGER
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 up, or all.')
}
