import type { Path } from '../../../core/model/location.ts'
import { cachePerDocument } from '../../openapi/document.ts'
import { splitFile } from '../../openapi/files.ts'
import { isEarly } from '../../openapi/formats.ts'
import { collectParts, listPartReferences } from '../../openapi/parts.ts'
import { readReferences } from '../../openapi/references.ts'
import { hasSiblings } from '../../openapi/resolved-view.ts'
import { isPattern } from '../../pattern.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { lacksType } from './schemas.ts'

/** Turns a function's results into vacuum's. */
export type ResultChange = (
  found: readonly FunctionResult[],
  context: FunctionContext,
  options: unknown,
) => readonly FunctionResult[]

/** Before 3.1, each pattern has to be one of Go's; from then on, none is looked at. */
export function applyGoPatterns(
  found: readonly FunctionResult[],
  context: FunctionContext,
): readonly FunctionResult[] {
  const others = found.filter(
    ({ path = [], message }) =>
      path.at(-1) !== 'pattern' || !message.endsWith('must be in the format `regex`'),
  )
  if (!isEarly(context.root)) return others
  const patterns = collectParts(context, 'schema').flatMap(({ value: { pattern }, path }) =>
    typeof pattern === 'string' && !isGoPattern(pattern)
      ? [{ message: '`pattern` is not a regular expression of Go', path: [...path(), 'pattern'] }]
      : [],
  )
  return [...others, ...patterns]
}

/** From 3.1 on, what is beside a property's reference is a schema of its own to vacuum. */
export function findTypelessRefs(context: FunctionContext): FunctionResult[] {
  if (isEarly(context.root)) return []
  return listPartReferences(context).flatMap(({ slot, value, path }): FunctionResult[] => {
    const isBeside = slot.kind === 'schema' && !slot.many && hasSiblings(value) && lacksType(value)
    const at = path()
    return isBeside && at.at(-2) === 'properties'
      ? [{ message: 'Schema beside the `$ref` has no `type`', path: at, at: 'inside' }]
      : []
  })
}

const withOneSchema = new Set<unknown>(
  `additionalProperties contains else if items not propertyNames then unevaluatedItems unevaluatedProperties`.split(
    ' ',
  ),
)

/** Vacuum tells schemas apart by where they begin: one that an item of a choice begins with is not seen beside the item. */
export function dropUnseen(depth: 1 | 2): ResultChange {
  return (found, context) =>
    found.filter(({ path = [] }) => !isUnseen(path, context) && !isUnseen(path.slice(0, -depth), context))
}

function isUnseen(path: Path, { document }: FunctionContext): boolean {
  const [choice, index, key] = path.slice(-3)
  if (typeof index !== 'number' || !withOneSchema.has(key)) return false
  const isItem = choice === 'allOf' || choice === 'anyOf' || choice === 'oneOf'
  return isItem && new RegExp(`^\\s*["']?${key}["']?\\s*:`).test(document.textOf(path.slice(0, -1)))
}

/** Vacuum sees what is inside of a schema in another file that a reference names, but not that schema. */
export function dropFileSchemas(depth: 0 | 1 | 2): ResultChange {
  return (found, context) => {
    const named = readFileTargets(context)
    if (!named || named.size === 0) return found
    return found.filter(({ path = [] }) => !named.has(JSON.stringify(path.slice(0, path.length - depth))))
  }
}

/** The places in other files that references name. */
const readFileTargets = cachePerDocument((root, files): ReadonlySet<string> => {
  const { step } = readReferences(root, files)
  const targets = listPartReferences({ root, files }).map(({ value }) => step(value)?.path ?? [])
  return new Set(
    targets.filter((path) => splitFile(path, files).name !== undefined).map((path) => JSON.stringify(path)),
  )
})

/**
 * Whether Go's regular expressions, which are those of RE2, have all that is in one: they have no lookaround, no
 * references back, no letters escaped that mean nothing, no empty sets of characters, and repeat a thousand times at most.
 */
function isGoPattern(source: string): boolean {
  if (!isPattern(source)) return false
  const bare = source.replaceAll('\\\\', '')
  if (/\\(?:[1-9]|[^\W\d_aftnrvbBAzdDsSwWpPQECx])/.test(bare)) return false
  const withoutSets = bare.replaceAll(/\[\^?(?!\^?\])(?:\\.|[^\]\\])*\]/g, 'a')
  if (/\(\?<?[=!]|\[\^?\]/.test(withoutSets)) return false
  return [...withoutSets.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].every(
    ([, least, most]) => Math.max(Number(least), Number(most ?? 0)) <= 1000,
  )
}
