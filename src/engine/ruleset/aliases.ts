import { z } from 'zod'
import type { Path } from '../../model/location.ts'
import { once } from '../../model/once.ts'
import type { Format } from '../rule.ts'
import { readFormats } from './format-names.ts'
import { readWith } from './read-with.ts'
import type { Report } from './ruleset-text.ts'

/** What `#Name` stands for: expressions for any document, or different ones by format, of which the last fits. */
export interface Alias {
  readonly targets: readonly {
    readonly formats: readonly Format[] | undefined
    readonly given: readonly string[]
  }[]
}

export type Aliases = ReadonlyMap<string, Alias>

const expressions = once(() => z.array(z.string()).min(1, { error: 'must not be empty' }))
const scoped = once(() =>
  z.strictObject({
    description: z.string().optional(),
    targets: z
      .array(z.strictObject({ formats: z.unknown().optional(), given: z.union([z.string(), expressions()]) }))
      .min(1, { error: 'must not be empty' }),
  }),
)

/** Reads `aliases`, and reports what is wrong with them. */
export function readAliases(value: Readonly<Record<string, unknown>>, report: Report): Aliases {
  const aliases = new Map<string, Alias>()
  for (const [name, definition] of Object.entries(value)) {
    const path = ['aliases', name]
    if (!/^[A-Za-z][\w-]*$/.test(name))
      report(path, 'an alias must be a letter, then letters, digits, _ and -')
    const alias = readAlias(definition, path, report)
    if (alias) aliases.set(name, alias)
  }
  return aliases
}

function readAlias(value: unknown, path: Path, report: Report): Alias | undefined {
  if (typeof value === 'string') return { targets: [{ formats: undefined, given: [value] }] }
  if (Array.isArray(value)) {
    const given = readWith(expressions(), value, path, report)
    return given && { targets: [{ formats: undefined, given }] }
  }
  const found = readWith(scoped(), value, path, report)
  if (!found) return undefined
  const targets = found.targets.map(({ formats, given }, index) => ({
    formats: readFormats(formats, [...path, 'targets', index, 'formats'], report) ?? [],
    given: [given].flat(),
  }))
  return { targets }
}
