import { z } from 'zod'
import type { Path } from '../core/model/location.ts'
import { suggest } from '../core/text/suggest.ts'
import { dottedName, type Problem } from './problems.ts'
import type { Row } from './row.ts'

/** How messages about the values of one source read. */
export interface Wording {
  readonly code: string
  /** The keys of each mapping, by its name; `''` is the whole file. */
  readonly groups: ReadonlyMap<string, readonly string[]>
  readonly renderName: (path: Path) => string
}

export function checkValue<Value>(row: Row<Value>, raw: unknown, path: Path, wording: Wording) {
  const keys = new Map<string, readonly string[]>()
  const checked = row.schema().safeParse(raw, { error: (issue) => noteKeys(issue, keys) })
  if (checked.success) return { value: checked.data }
  const problems = checked.error.issues.flatMap((issue): Problem[] => {
    const inside = toPath(issue)
    const at = [...path, ...inside]
    if (issue.code === 'unrecognized_keys') {
      const known = keys.get(inside.join('.')) ?? []
      return issue.keys.map((key) => reportUnknownKey(at, key, known, wording))
    }
    const what = getRawValue(raw, inside) === undefined ? 'is missing' : issue.message
    const message = `${wording.renderName(at)} ${what}`
    return [{ code: wording.code, path: at, message, hint: findHint(row, inside) }]
  })
  return { problems }
}

/** zod names the unknown keys of a mapping, not the known ones. */
function noteKeys(issue: z.core.$ZodRawIssue, keys: Map<string, readonly string[]>): undefined {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject)
    keys.set(toPath({ path: issue.path ?? [] }).join('.'), Object.keys(issue.inst.shape))
}

function toPath({ path }: { readonly path: readonly PropertyKey[] }): Path {
  return path.map((step) => (typeof step === 'symbol' ? String(step) : step))
}

function getRawValue(raw: unknown, path: Path): unknown {
  let value = raw
  for (const step of path) {
    if (typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.getOwnPropertyDescriptor(value, step)?.value
  }
  return value
}

/** Finds what to write at `path`, from the setting's own value. */
function findHint({ hint, inner = {} }: Pick<Row<unknown>, 'hint' | 'inner'>, path: Path): string {
  if (path.length === 0) return hint
  const isNamed = '*' in inner
  const steps = path.map((step, index) => {
    if (typeof step === 'number') return '[]'
    return index === 0 && isNamed ? '*' : `.${step}`
  })
  return inner[steps.join('')] ?? 'Fix the value or delete it.'
}

/** The mappings that hold settings of these names, and their keys: `dashboard.url` gives `dashboard` and its `url`. */
export function groupKeys(names: readonly string[]): Wording['groups'] {
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

export function reportUnknownKey(
  path: Path,
  key: string,
  known: readonly string[],
  { code, groups }: Wording,
): Problem {
  const meant =
    key === 'rulesets' && known.includes('ruleset_files')
      ? 'ruleset_files'
      : (findFullName(key, groups) ?? suggest(key, known))
  const question =
    meant === undefined
      ? ''
      : meant === key
        ? ' here: it is a key of the top of the file'
        : `; did you mean ${JSON.stringify(meant)}?`
  // `$schema` is for editors, not for what a user wants to set.
  const listed = known.filter((each) => !each.startsWith('$'))
  const where = path.length === 0 ? 'at the top of the file' : `under ${dottedName(path)}`
  return {
    code,
    path: [...path, key],
    message: `unknown key ${JSON.stringify(key)}${question}`,
    hint: `The keys ${where} are ${listed.join(', ')}.`,
  }
}

function findFullName(key: string, groups: Wording['groups']): string | undefined {
  const home = [...groups].find(([, known]) => known.includes(key))
  return home && [home[0], key].filter((part) => part !== '').join('.')
}
