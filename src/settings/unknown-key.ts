import type { Path } from '../model/location.ts'
import { suggest } from '../text/suggest.ts'
import { dottedName, type Problem } from './problems.ts'

/** The keys of each mapping, by its name; `''` is the whole file. */
export type KnownKeys = ReadonlyMap<string, readonly string[]>

/** The mappings that hold settings of these names, and their keys: `dashboard.url` gives `dashboard` and its `url`. */
export function knownKeys(names: readonly string[]): KnownKeys {
  const keys = new Map<string, string[]>()
  for (const name of names) {
    const steps = name.split('.')
    for (const [depth, step] of steps.entries()) {
      const group = steps.slice(0, depth).join('.')
      const known = keys.get(group) ?? []
      if (!known.includes(step)) keys.set(group, [...known, step])
    }
  }
  return keys
}

export interface Words {
  readonly code: string
  readonly groups: KnownKeys
}

export function unknownKey(
  path: Path,
  key: string,
  known: readonly string[],
  { code, groups }: Words,
): Problem {
  const meant = elsewhere(key, groups) ?? suggest(key, known)
  const question = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
  const where = path.length === 0 ? 'at the top of the file' : `under ${dottedName(path)}`
  return {
    code,
    path: [...path, key],
    message: `unknown key ${JSON.stringify(key)}${question}`,
    hint: `The keys ${where} are ${known.filter(isListed).join(', ')}.`,
  }
}

/** `$schema` is for editors, not for what a user wants to set. */
function isListed(key: string): boolean {
  return !key.startsWith('$')
}

function elsewhere(key: string, groups: KnownKeys): string | undefined {
  const home = [...groups].find(([, known]) => known.includes(key))
  return home && [home[0], key].filter((part) => part !== '').join('.')
}
