import { keysOf } from '../../../core/model/identity.ts'
import type { Path } from '../../../core/model/location.ts'
import { isRecord, listOf, valueAt } from '../../../core/model/record.ts'
import { type Change, Refusal } from '../propose/change.ts'
import type { Target } from '../propose/fix.ts'
import { pointerTo } from '../propose/view.ts'
import {
  type FoundObject,
  fragmentOf,
  namesElsewhere,
  namesIn,
  objectsIn,
  referencesTo,
} from '../rules/references.ts'

/** The schemas that tell by a property which of several a value is. */
export function discriminatorsIn(root: unknown): readonly FoundObject[] {
  return objectsIn(root).filter(({ value: { discriminator } }) =>
    isRecord(discriminator)
      ? typeof discriminator.propertyName === 'string'
      : typeof discriminator === 'string',
  )
}

/** A schema's own name is the value of such a property, unless a mapping says another one. Throws Refusal. */
function refuseImplied(root: unknown, schema: Path): void {
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

/** A component, what refers to it, and the security requirements that name it. Throws Refusal. */
export function renameComponent(target: Target, kind: string, to: string): readonly Change[] {
  const { root, path } = target
  const own = pointerTo(path)
  const isSame = (fragment: string) => fragment === own || fragment.startsWith(`${own}/`)
  if (namesElsewhere(target, ({ value }) => !value.startsWith('#') && isSame(fragmentOf(value))))
    throw new Refusal('another file refers to it')
  const isSchema = kind === 'schemas' || kind === 'definitions'
  if (isSchema) refuseImplied(root, path)
  const isScheme = kind === 'securitySchemes' || kind === 'securityDefinitions'
  return [
    { op: 'rename', path, to },
    ...referencesTo(root, path, [...path.slice(0, -1), to]),
    ...(isSchema ? mappingsTo(root, String(path.at(-1)), to) : []),
    ...(isScheme ? requirementsOf(target, String(path.at(-1)), to) : []),
  ]
}

/** A mapping may say the name alone. */
function mappingsTo(root: unknown, from: string, to: string): readonly Change[] {
  return namesIn(root).flatMap(({ path, value }) =>
    path.at(-2) === 'mapping' && value === from ? [{ op: 'set' as const, path, value: to }] : [],
  )
}

/** Throws Refusal: an operation in another file may require it. */
function requirementsOf({ root, elsewhere }: Target, from: string, to: string): readonly Change[] {
  const found = (value: unknown) =>
    objectsIn(value).filter((each) => from in each.value && each.path.at(-2) === 'security')
  if ([...elsewhere.values()].some((value) => found(value).length > 0))
    throw new Refusal('another file requires it')
  return found(root).map(({ path }) => ({ op: 'rename', path: [...path, from], to }))
}
