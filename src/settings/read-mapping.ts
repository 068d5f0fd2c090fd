import type { Path } from '../model/location.ts'
import { isRecord } from '../model/record.ts'
import type { Wording } from './check-value.ts'
import { kindOf } from './kinds.ts'
import type { Problem } from './problems.ts'
import { type Read, readRows } from './read-layer.ts'
import type { Rows } from './row.ts'
import type { Origin } from './setting.ts'
import { groupHints } from './table.ts'
import { unknownKey } from './unknown-key.ts'

export interface Mapping<All> {
  /** `wording.groups` says which of them are known here; a mapping with a row of its own is one value. */
  readonly rows: Rows<All>
  readonly wording: Wording
  readonly originOf: (path: Path) => Origin
  readonly at?: Path
  /** What to write where no mapping is. */
  readonly hint?: string
}

/** Reads a mapping of settings, such as a config or one of its profiles. */
export function readMapping<All>(value: unknown, mapping: Mapping<All>): Read<All> {
  const { rows, wording, originOf, at = [], hint = groupHints[''] } = mapping
  if (!isRecord(value)) return { layer: {}, problems: [notMapping(value, at, hint, wording)] }
  const given = new Map<string, unknown>()
  const problems: Problem[] = []
  const visit = (node: object, path: Path): void => {
    const known = wording.groups.get(path.join('.')) ?? []
    for (const [key, child] of Object.entries(node)) {
      const inner = [...path, key]
      const name = inner.join('.')
      if (!known.includes(key)) problems.push(unknownKey([...at, ...path], key, known, wording))
      else if (!wording.groups.has(name) || Object.hasOwn(rows, name)) given.set(name, child)
      else if (isRecord(child)) visit(child, inner)
      else if (child !== undefined)
        problems.push(notMapping(child, [...at, ...inner], groupHints[name], wording))
    }
  }
  visit(value, [])
  return readRows(rows, given, { wording, originOf, at, problems })
}

function notMapping(value: unknown, path: Path, hint = '', { code, nameOf }: Wording): Problem {
  return { code, path, message: `${nameOf(path)} must be a mapping, not ${kindOf(value)}`, hint }
}
