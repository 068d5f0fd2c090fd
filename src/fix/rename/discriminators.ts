import { keysOf } from '../../model/identity.ts'
import type { Path } from '../../model/location.ts'
import { isRecord, listOf, valueAt } from '../../model/record.ts'
import { Refusal } from '../change.ts'
import { type FoundObject, objectsIn } from '../rules/references.ts'
import { pointerTo } from '../view.ts'

/** The schemas that tell by a property which of several a value is. */
export function discriminatorsIn(root: unknown): readonly FoundObject[] {
  return objectsIn(root).filter(({ value: { discriminator } }) =>
    isRecord(discriminator)
      ? typeof discriminator.propertyName === 'string'
      : typeof discriminator === 'string',
  )
}

/** A schema's own name is the value of such a property, unless a mapping says another one. Throws Refusal. */
export function refuseImplied(root: unknown, schema: Path): void {
  const [own, name] = [pointerTo(schema), String(schema.at(-1))]
  const bases = basesOf(root, schema)
  for (const { path, value } of discriminatorsIn(root)) {
    const isChosen = [value.oneOf, value.anyOf].some((list) => referencesIn(list).includes(own))
    if (!isChosen && !bases.has(pointerTo(path))) continue
    const mapping = isRecord(value.discriminator) ? value.discriminator.mapping : undefined
    const mapped = isRecord(mapping) ? Object.values(mapping) : []
    if (!mapped.includes(own) && !mapped.includes(name))
      throw new Refusal('a discriminator has its name as a value, which clients send')
  }
}

/** The schema itself, and those that it extends through `allOf`. */
function basesOf(root: unknown, schema: Path): ReadonlySet<string> {
  const found = new Set([pointerTo(schema)])
  for (const pointer of found) {
    const value = valueAt(root, keysOf(pointer))
    for (const base of referencesIn(isRecord(value) ? value.allOf : undefined)) found.add(base)
  }
  return found
}

function referencesIn(list: unknown): readonly string[] {
  return listOf(list).flatMap((each) => (isRecord(each) && typeof each.$ref === 'string' ? [each.$ref] : []))
}
