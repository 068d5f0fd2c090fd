import { type DocumentPlace, pathOfPlace, type RefPlace } from './ref-places.ts'

const names = ['allOf', 'anyOf', 'oneOf']
const choices = new Set<unknown>(names)

/** Whether a place is an item of a choice, seen from `holder`. Vacuum sees no choice in what is beside `properties`. */
export function isItemOfChoice(at: DocumentPlace, holder: DocumentPlace): boolean {
  const mapping = at.parent?.parent
  if (!mapping || at === holder || at.parent === holder) return false
  if (!Array.isArray(at.parent.value) || !choices.has(at.parent.key)) return false
  const above = mapping === holder ? undefined : mapping.parent?.value
  return !above || Array.isArray(above) || !('properties' in above)
}

/** Whether vacuum takes it for part of a choice: what is below one is, and what follows one in the same mapping. */
export function isInChoice(place: DocumentPlace): boolean {
  for (let at = place; at.parent; at = at.parent) {
    const { value: mapping } = at.parent
    if (Array.isArray(mapping) || !names.some((name) => Object.hasOwn(mapping, name))) continue
    const members = Object.entries(mapping)
    const first = members.findIndex(([key, value]) => choices.has(key) && typeof value === 'object' && value)
    if (first !== -1 && first <= members.findIndex(([key]) => key === at.key)) return true
  }
  return false
}

/** What references lead to, as vacuum begins with it: what is referred to outside of choices, then all else by its name. */
export function inReadingOrder(
  references: readonly { readonly at: RefPlace; readonly target: object | undefined }[],
): readonly object[] {
  const read = references.filter(({ at }) => isRead(at))
  const isPart = new Set(read.filter(({ at }) => isInChoice(at)))
  const parts = [...isPart].sort((a, b) => (a.at.ref < b.at.ref ? -1 : a.at.ref > b.at.ref ? 1 : 0))
  const found = [...read.filter((each) => !isPart.has(each)), ...parts].map(({ target }) => target)
  return found.filter((target) => target !== undefined)
}

/** Whether vacuum reads the reference: it reads none below a key with `x-`, or in an example. */
export function isRead(place: RefPlace): boolean {
  const keys = pathOfPlace(place).filter((key) => typeof key === 'string')
  return !keys.some((key, index) => key.startsWith('x-') || isSample(keys, index))
}

function isSample(keys: readonly string[], index: number): boolean {
  if (/^(?:patternP|p)roperties$/.test(keys[index - 1] ?? '')) return false
  if (keys[index] === 'example') return index < keys.length - 1
  return keys[index] === 'examples' && /^(?:dataV|v)alue$/.test(keys[index + 2] ?? '')
}
