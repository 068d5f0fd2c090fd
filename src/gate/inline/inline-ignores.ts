import { toPointer } from '../../model/identity.ts'
import type { Path } from '../../model/location.ts'
import { isObject } from '../../model/record.ts'

/** In a definition, it tells the engine of dashboards not to report the rules that it names. */
export const ignoreKey = 'x-lint-ignore'

/** What is found whatever the rules are: behind such a key or reference nothing was checked. */
export const notIgnorable: readonly string[] = [
  'parser',
  'invalid-ref',
  'circular-references',
  'resolving-references',
]

/**
 * The pointer of the object whose `x-lint-ignore` names the rule of an issue at `path`: the node itself, the object that
 * holds it, or the root. vacuum goes further in two cases: an object that the rule's `given` selects is left out with all
 * that is inside it, and so are objects of other files. Undefined: there is none.
 */
export function ignoredAt(root: unknown, path: Path, rule_id: string): string | undefined {
  if (notIgnorable.includes(rule_id)) return undefined
  const places = [path, path.slice(0, -1), []]
  const found = places.find((at) => namesIn(nodeAt(root, at)).includes(rule_id))
  return found && toPointer(found)
}

/**
 * Everything for which a dashboard may drop issues: the path of each `x-lint-ignore`, and the rules that it names. Also where
 * that is a value, which names none: vacuum takes it for the key, and leaves it out with whatever a `given` finds next.
 */
export function listIgnores(root: unknown): ReadonlyMap<Path, readonly string[]> {
  const found = new Map<Path, readonly string[]>()
  for (const step of stepsIn(root)) {
    if (step.node === ignoreKey) found.set(pathOf(step), [])
    const names = namesIn(step.node)
    if (names.length > 0) found.set([...pathOf(step), ignoreKey], names)
  }
  return found
}

function* stepsIn(root: unknown): Generator<Step> {
  const open: Step[] = [{ node: root, key: '', above: undefined }]
  for (let step = open.pop(); step; step = open.pop()) {
    yield step
    const { node } = step
    if (!isObject(node)) continue
    const entries: (readonly [string | number, unknown])[] = Array.isArray(node)
      ? [...node.entries()]
      : Object.entries(node)
    for (const [key, value] of entries.reverse()) open.push({ node: value, key, above: step })
  }
}

interface Step {
  readonly node: unknown
  readonly key: string | number
  readonly above: Step | undefined
}

function pathOf({ key, above }: Step): Path {
  return above ? [...pathOf(above), key] : []
}

/** A text or a list, in which vacuum compares whatever is not a list or an object as text. `*` stands for no other rule. */
function namesIn(node: unknown): readonly string[] {
  const value = ignoreValue(node)
  if (value === undefined) return []
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.flatMap((each) => (isObject(each) ? [] : [String(each)]))
}

function ignoreValue(node: unknown): unknown {
  return isObject(node) && !Array.isArray(node)
    ? Object.getOwnPropertyDescriptor(node, ignoreKey)?.value
    : undefined
}

function nodeAt(root: unknown, path: Path): unknown {
  let node = root
  for (const key of path)
    node = isObject(node) ? Object.getOwnPropertyDescriptor(node, key)?.value : undefined
  return node
}
