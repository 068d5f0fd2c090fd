import type { Row } from '../../reporters/table/columns.ts'
import type { ShownSetting } from '../../settings/shown.ts'

/** Name, value and origin; a list has a row for each item. */
export function settingRows(shown: readonly ShownSetting[]): Row[] {
  return shown.flatMap(({ name, value, place, profile }) => {
    const [first = '', ...others] = Array.isArray(value) ? value.map(valueText) : [valueText(value)]
    const origin = profile === undefined ? place : `${place} (${profile})`
    return [[name, first, origin], ...others.map((text) => ['', text])]
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
