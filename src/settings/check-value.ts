import { z } from 'zod'
import type { Path } from '../model/location.ts'
import type { Problem } from './problems.ts'
import type { Row } from './row.ts'
import { unknownKey, type Words } from './unknown-key.ts'

/** How messages about the values of one source read. */
export interface Wording extends Words {
  readonly nameOf: (path: Path) => string
}

type Checked<Value> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] }

export function checkValue<Value>(
  row: Row<Value>,
  raw: unknown,
  path: Path,
  wording: Wording,
): Checked<Value> {
  const keys = new Map<string, readonly string[]>()
  const checked = row.schema().safeParse(raw, { error: (issue) => noteKeys(issue, keys) })
  if (checked.success) return { value: checked.data }
  const problems = checked.error.issues.flatMap((issue): Problem[] => {
    const inside = pathOf(issue)
    const at = [...path, ...inside]
    if (issue.code === 'unrecognized_keys') {
      const known = keys.get(inside.join('.')) ?? []
      return issue.keys.map((key) => unknownKey(at, key, known, wording))
    }
    const what = valueAt(raw, inside) === undefined ? 'is missing' : issue.message
    const message = `${wording.nameOf(at)} ${what}`
    return [{ code: wording.code, path: at, message, hint: hintAt(row, inside) }]
  })
  return { problems }
}

/** zod names the unknown keys of a mapping, not the known ones. */
function noteKeys(issue: z.core.$ZodRawIssue, keys: Map<string, readonly string[]>): undefined {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject)
    keys.set(pathOf({ path: issue.path ?? [] }).join('.'), Object.keys(issue.inst.shape))
}

function pathOf({ path }: { readonly path: readonly PropertyKey[] }): Path {
  return path.map((step) => (typeof step === 'symbol' ? String(step) : step))
}

function valueAt(raw: unknown, path: Path): unknown {
  let value = raw
  for (const step of path) {
    if (typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.getOwnPropertyDescriptor(value, step)?.value
  }
  return value
}

/** What to write at `path`, from the setting's own value. */
function hintAt({ hint, inner = {} }: Pick<Row<unknown>, 'hint' | 'inner'>, path: Path): string {
  if (path.length === 0) return hint
  const isNamed = '*' in inner
  const steps = path.map((step, index) => {
    if (typeof step === 'number') return '[]'
    return index === 0 && isNamed ? '*' : `.${step}`
  })
  return inner[steps.join('')] ?? 'Fix the value or delete it.'
}
