import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { placeholderRule } from '../../core/model/placeholder.ts'
import { getChild, getValue, isObject, isRecord, iterateValues } from '../../core/model/record.ts'

/** In a definition, it tells the engine of dashboards not to report the rules that it names. */
export const ignoreKey = 'x-lint-ignore'

/**
 * Issues that no `x-lint-ignore` may drop: nothing was checked behind such a key or reference, and a
 * placeholder is no real value.
 */
export const notIgnorable: readonly string[] = [
  'parser',
  'invalid-ref',
  'unchecked-operation',
  'unchecked-siblings',
  placeholderRule,
  'circular-references',
  'resolving-references',
]

/**
 * The pointer of the object whose `x-lint-ignore` names the rule of an issue at `path`: the node itself, the object that
 * holds it, or the root. vacuum goes further in two cases: an object that the rule's `given` selects is left out with all
 * that is inside it, and so are objects of other files. Undefined: there is none.
 */
export function findIgnoring(root: unknown, path: Path, rule_id: string): string | undefined {
  if (notIgnorable.includes(rule_id)) return undefined
  const places = [path, path.slice(0, -1), []]
  const found = places.find((at) => listIgnoredRules(getValue(root, at)).includes(rule_id))
  return found && toPointer(found)
}

/**
 * Everything for which a dashboard may drop issues: the path of each `x-lint-ignore`, and the rules that it names. Also where
 * that is a value, which names none: vacuum takes it for the key, and leaves it out with whatever a `given` finds next.
 */
export function listIgnores(root: unknown): ReadonlyMap<Path, readonly string[]> {
  const found = new Map<Path, readonly string[]>()
  for (const { path, value } of iterateValues(root)) {
    if (value === ignoreKey) found.set(path, [])
    const names = listIgnoredRules(value)
    if (names.length > 0) found.set([...path, ignoreKey], names)
  }
  return found
}

/** A text or a list, in which vacuum compares whatever is not a list or an object as text. `*` stands for no other rule. */
function listIgnoredRules(node: unknown): readonly string[] {
  const value = isRecord(node) ? getChild(node, ignoreKey) : undefined
  if (value === undefined) return []
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.flatMap((each) => (isObject(each) ? [] : [String(each)]))
}
