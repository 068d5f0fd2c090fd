import type { Path } from '../core/model/location.ts'
import { readLayer } from './read-layer.ts'
import type { Flag, FlagGroup } from './row.ts'
import type { Layer } from './setting.ts'
import { isSettingName, type SettingFlags, settingNames, settingTable } from './table.ts'

/** Checks flags by the rules of the config file; flags of other `groups` are the command's own. Throws GovError `flag-invalid`. */
export function readFlags(flags: SettingFlags, groups?: readonly FlagGroup[]): Layer {
  const typed = new Map<string, unknown>(Object.entries(flags))
  const given = new Map<string, unknown>()
  for (const name of settingNames) {
    const { flag } = settingTable[name]
    if (flag === undefined || groups?.includes(flag.group) === false) continue
    const text = typed.get(getAttribute(flag))
    if (text !== undefined) given.set(name, flag.read ? flag.read(text) : text)
  }
  const wording = { code: 'flag-invalid', renderName: flagName, groups: new Map() }
  return readLayer(given, wording, (path) => ({ source: 'flag', place: flagName(path) }))
}

/** `--fail-on` of `--fail-on <severity>`. */
export function getLongFlag({ spelling }: Flag): string {
  return spelling.replace(/ .*$/, '')
}

/** Commander's name for a flag: `maxError` for `--max-error`. */
export function getAttribute(flag: Flag): string {
  return getLongFlag(flag)
    .slice(2)
    .replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** An item of a list has the list's flag; a header has its name as well. */
function flagName(path: Path): string {
  const depth = path.findIndex((_, index) => isSettingName(path.slice(0, index + 1).join('.')))
  const name = path.slice(0, depth + 1).join('.')
  const row = isSettingName(name) ? settingTable[name] : undefined
  if (row?.flag === undefined) return name
  const key = row.inner?.['*'] === undefined ? undefined : path[depth + 1]
  return key === undefined ? getLongFlag(row.flag) : `${getLongFlag(row.flag)} ${JSON.stringify(key)}`
}
