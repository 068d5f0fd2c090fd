import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml'
import type { Path } from '../model/location.ts'
import type { KeyFault } from './key-fault.ts'
import { keyType } from './key-type.ts'

type Step = string | number

/** A collection that is being read. */
interface Frame {
  readonly type: Event['type']
  readonly parent: Frame | undefined
  /** The key or index under which it is in its parent. */
  readonly step: Step | undefined
  readonly keys: Set<Step>
  /** Of a mapping: the key whose value comes next. */
  key: Step | undefined
  items: number
}

/** The keys of YAML text that occur more than once in a mapping, or that are no texts, in the order of the text. */
export function findKeyFaults(text: string, events: readonly Event[]): readonly KeyFault[] {
  const frames: Frame[] = []
  const faults: KeyFault[] = []
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      frames.pop()
      continue
    }
    const parent = frames.at(-1)
    const isKey = parent?.type === EVENT_ID.MAPPING && parent.key === undefined
    if (isKey) faults.push(...startPair(parent, event, text))
    const step = isKey ? undefined : nextStep(parent)
    if (opens(event)) {
      frames.push({ type: event.type, parent, step, keys: new Set(), key: undefined, items: 0 })
    }
  }
  return faults
}

const none: readonly KeyFault[] = []

function startPair(mapping: Frame, event: Event, text: string): readonly KeyFault[] {
  const key = keyName(text, event)
  const isScalar = event.type === EVENT_ID.SCALAR && event.valueStart >= 0
  const range = isScalar ? keyRange(event) : { start: 0, end: 0 }
  const type = isScalar && event.style === SCALAR_STYLE.PLAIN ? keyType(key) : undefined
  const isRepeated = mapping.keys.has(key) && key !== '<<'
  mapping.keys.add(key)
  mapping.key = key
  if (type === undefined && !isRepeated) return none
  const path = [...pathOf(mapping), key]
  return [
    ...(type === undefined ? [] : [{ path, range, kind: type }]),
    ...(isRepeated ? [{ path, range, kind: 'repeated' as const }] : []),
  ]
}

function keyRange({ style, valueStart, valueEnd }: ScalarEvent): { start: number; end: number } {
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED
  return isQuoted ? { start: valueStart - 1, end: valueEnd + 1 } : { start: valueStart, end: valueEnd }
}

function nextStep(parent: Frame | undefined): Step | undefined {
  if (!parent || parent.type === EVENT_ID.DOCUMENT) return undefined
  const step = parent.key ?? parent.items++
  parent.key = undefined
  return step
}

function pathOf(frame: Frame): Path {
  const reversed: Step[] = []
  for (let at: Frame | undefined = frame; at; at = at.parent)
    if (at.step !== undefined) reversed.push(at.step)
  return reversed.reverse()
}

function keyName(text: string, event: Event): string {
  return event.type === EVENT_ID.SCALAR && event.valueStart >= 0 ? getScalarValue(text, event) : ''
}

function opens(event: Event): boolean {
  return event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS
}
