import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'
import type { Path } from '../model.ts'

type Step = string | number

/** A collection that is being read. */
interface Frame {
  readonly type: Event['type']
  readonly path: Path
  readonly keys: Set<Step>
  /** Of a mapping: the key whose value comes next. */
  key: Step | undefined
  items: number
}

/**
 * The paths of keys that a mapping holds more than once. Parsers keep the last of them without a word, and what the
 * others said (half a policy, say) would be lost. `text` is YAML or JSON that has been parsed before.
 */
export function findRepeatedKeys(text: string): readonly Path[] {
  const frames: Frame[] = []
  const repeated = new Map<string, Path>()
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.POP) {
      frames.pop()
      continue
    }
    const parent = frames.at(-1)
    const isKey = parent?.type === EVENT_ID.MAPPING && parent.key === undefined
    if (isKey) startPair(parent, keyName(text, event), repeated)
    const path = isKey ? parent.path : valuePath(parent)
    if (opens(event)) frames.push({ type: event.type, path, keys: new Set(), key: undefined, items: 0 })
  }
  return [...repeated.values()]
}

function startPair(mapping: Frame, key: Step, repeated: Map<string, Path>): void {
  const path = [...mapping.path, key]
  if (mapping.keys.has(key) && key !== '<<') repeated.set(JSON.stringify(path), path)
  mapping.keys.add(key)
  mapping.key = key
}

function valuePath(parent: Frame | undefined): Path {
  if (!parent || parent.type === EVENT_ID.DOCUMENT) return []
  const step = parent.key ?? parent.items++
  parent.key = undefined
  return [...parent.path, step]
}

function keyName(text: string, event: Event): Step {
  return event.type === EVENT_ID.SCALAR && event.valueStart >= 0 ? getScalarValue(text, event) : ''
}

function opens(event: Event): boolean {
  return event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS
}
