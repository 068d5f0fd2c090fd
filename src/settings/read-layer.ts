import type { Path } from '../core/model/location.ts'
import { isRecord } from '../core/model/record.ts'
import { checkValue, reportUnknownKey, type Wording } from './check-value.ts'
import { nameKind } from './kinds.ts'
import { type Problem, problemsError, type ReadValues } from './problems.ts'
import type { Rows } from './row.ts'
import type { Layer, LayerOf, Origin, Setting } from './setting.ts'
import { groupHints, settingTable } from './table.ts'

/** Values as a source gives them, by the names of their settings. */
export type GivenLayer = ReadonlyMap<string, unknown>

interface Reading {
  readonly wording: Wording
  /** Called only when all values are valid: finding a position costs time. */
  readonly findOrigin: (path: Path) => Origin
  /** The path of a source's settings, such as `profiles.staging`. */
  readonly at?: Path
  /** Problems already found in the source. */
  readonly problems?: readonly Problem[]
}

export function readRows<All>(
  rows: Rows<All>,
  given: GivenLayer,
  reading: Reading,
): ReadValues<LayerOf<All>> {
  const { wording, findOrigin, at = [] } = reading
  const values: { -readonly [Name in keyof All]?: Setting<All[Name]> } = {}
  const problems = [...(reading.problems ?? [])]
  const place: (() => void)[] = []
  for (const name in rows) {
    const path = [...at, ...name.split('.')]
    const raw = given.get(name)
    if (raw === undefined) {
      if (rows[name].isRequired) problems.push(reportMissing(path, rows[name].hint, wording))
      continue
    }
    const checked = checkValue(rows[name], raw, path, wording)
    if (checked.problems) problems.push(...checked.problems)
    else
      place.push(() => {
        values[name] = { value: checked.value, origin: findOrigin(path) }
      })
  }
  if (problems.length === 0) for (const each of place) each()
  return { values, problems }
}

function reportMissing(path: Path, hint: string, { code, renderName }: Wording): Problem {
  return { code, path, message: `${renderName(path)} is missing`, hint }
}

/** Settings of a source that is not a file. Throws GovError, usage, that names every problem. */
export function readLayer(given: GivenLayer, wording: Wording, findOrigin: (path: Path) => Origin): Layer {
  const { values, problems } = readRows(settingTable, given, { wording, findOrigin })
  if (problems.length > 0) throw problemsError(problems, wording.code)
  return values
}

interface LayerMapping<All> extends Omit<Reading, 'problems'> {
  /** `wording.groups` says which of them are known here; a mapping with a row of its own is one value. */
  readonly rows: Rows<All>
  /** The hint where a mapping is missing. */
  readonly hint?: string
}

/** Reads a mapping of settings, such as a config or one of its profiles. */
export function readMapping<All>(value: unknown, mapping: LayerMapping<All>): ReadValues<LayerOf<All>> {
  const { rows, wording, findOrigin, at = [], hint = groupHints[''] } = mapping
  if (!isRecord(value)) return { values: {}, problems: [reportNoMapping(value, at, hint, wording)] }
  const given = new Map<string, unknown>()
  const problems: Problem[] = []
  const visit = (node: object, path: Path): void => {
    const known = wording.groups.get(path.join('.')) ?? []
    for (const [key, child] of Object.entries(node)) {
      const inner = [...path, key]
      const name = inner.join('.')
      if (!known.includes(key)) problems.push(reportUnknownKey([...at, ...path], key, known, wording))
      else if (!wording.groups.has(name) || Object.hasOwn(rows, name)) given.set(name, child)
      else if (isRecord(child)) visit(child, inner)
      else if (child !== undefined)
        problems.push(reportNoMapping(child, [...at, ...inner], groupHints[name], wording))
    }
  }
  visit(value, [])
  return readRows(rows, given, { wording, findOrigin, at, problems })
}

function reportNoMapping(value: unknown, path: Path, hint = '', { code, renderName }: Wording): Problem {
  return { code, path, message: `${renderName(path)} must be a mapping, not ${nameKind(value)}`, hint }
}
