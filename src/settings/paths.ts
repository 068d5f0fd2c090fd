import type { Path } from '../core/model/location.ts'
import { isUrl } from '../core/text/url.ts'
import type { Layer, Origin, Setting } from './setting.ts'
import { type SettingName, settingNames, settingTable, type Values } from './table.ts'

export interface NamedPath {
  readonly name: SettingName
  /** From the config's root: `definitions`, 0. */
  readonly at: Path
  readonly path: string
  readonly use: 'read' | 'write'
  readonly origin: Origin
}

export function listNamedPaths(layer: Layer): NamedPath[] {
  const found: NamedPath[] = []
  for (const name of settingNames) {
    const setting = layer[name]
    const use = settingTable[name].files?.use
    if (setting === undefined || use === undefined) continue
    mapPaths({ [name]: setting }, (path, at) => {
      found.push({ name, at, path, use, origin: setting.origin })
      return path
    })
  }
  return found
}

/** URLs are no paths, and stay. `at` of a path is the way to it from the config's root. */
export function mapPaths(layer: Layer, change: (path: string, at: Path) => string): Layer {
  const changed = { ...layer }
  for (const name of settingNames) changeOne(changed, name, change)
  return changed
}

function changeOne<Name extends SettingName>(
  layer: { [Each in Name]?: Setting<Values[Each]> },
  name: Name,
  change: (path: string, at: Path) => string,
): void {
  const setting = layer[name]
  const { files } = settingTable[name]
  if (setting && files)
    layer[name] = {
      ...setting,
      value: files.map(setting.value, (path, at) =>
        isUrl(path) ? path : change(path, [...name.split('.'), ...at]),
      ),
    }
}
