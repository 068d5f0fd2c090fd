import { readLayer } from './read-layer.ts'
import type { Layer } from './setting.ts'
import { isSettingName, settingNames, table } from './table.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Checks what variables set, credentials left out. Throws GovError `environment-invalid`, which names every bad variable. */
export function readVariables(env: Environment): Layer {
  const given = new Map(
    settingNames.flatMap((name) => {
      const { variable, isSecret } = table[name]
      return variable === undefined || isSecret ? [] : [[name, env[variable]] as const]
    }),
  )
  const nameOf = (path: readonly (string | number)[]) => {
    const name = path.join('.')
    return (isSettingName(name) ? table[name].variable : undefined) ?? name
  }
  const wording = { code: 'environment-invalid', nameOf, groups: new Map() }
  return readLayer(given, wording, (path) => ({ source: 'environment', place: nameOf(path) }))
}
