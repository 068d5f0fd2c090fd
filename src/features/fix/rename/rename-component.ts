import { parsePointer } from '../../../core/model/identity.ts'
import type { Path } from '../../../core/model/location.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { type Change, Refusal } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { renderPointer } from '../propose/view.ts'
import {
  changeReferences,
  type FoundObject,
  getFragment,
  listNames,
  listObjects,
  namesElsewhere,
} from '../rules/references.ts'

/** The schemas that tell by a property which of several a value is. */
export function listDiscriminators(root: unknown): readonly FoundObject[] {
  return listObjects(root).filter(({ value: { discriminator } }) =>
    isRecord(discriminator)
      ? typeof discriminator.propertyName === 'string'
      : typeof discriminator === 'string',
  )
}

/** A schema's own name is the value of such a property, unless a mapping says another one. Throws Refusal. */
function refuseImplied(root: unknown, schema: Path): void {
  const [own, name] = [renderPointer(schema), String(schema.at(-1))]
  const bases = listBases(root, schema)
  for (const { path, value } of listDiscriminators(root)) {
    const isChosen = [value.oneOf, value.anyOf].some((list) => listReferences(list).includes(own))
    if (!isChosen && !bases.has(renderPointer(path))) continue
    const mapping = isRecord(value.discriminator) ? value.discriminator.mapping : undefined
    const mapped = isRecord(mapping) ? Object.values(mapping) : []
    if (!mapped.includes(own) && !mapped.includes(name))
      throw new Refusal('a discriminator has its name as a value, which clients send')
  }
}

/** The schema itself, and those that it extends through `allOf`. */
function listBases(root: unknown, schema: Path): ReadonlySet<string> {
  const listFound = new Set([renderPointer(schema)])
  for (const pointer of listFound) {
    const value = getValue(root, parsePointer(pointer))
    for (const base of listReferences(isRecord(value) ? value.allOf : undefined)) listFound.add(base)
  }
  return listFound
}

function listReferences(list: unknown): readonly string[] {
  return toList(list).flatMap((each) => (isRecord(each) && typeof each.$ref === 'string' ? [each.$ref] : []))
}

/** A component, what refers to it, and the security requirements that name it. Throws Refusal. */
export function renameComponent(target: FixTarget, kind: string, to: string): readonly Change[] {
  const { root, path } = target
  const own = renderPointer(path)
  const isSame = (fragment: string) => fragment === own || fragment.startsWith(`${own}/`)
  if (namesElsewhere(target, ({ value }) => !value.startsWith('#') && isSame(getFragment(value))))
    throw new Refusal('another file refers to it')
  const isSchema = kind === 'schemas' || kind === 'definitions'
  if (isSchema) refuseImplied(root, path)
  const isScheme = kind === 'securitySchemes' || kind === 'securityDefinitions'
  return [
    { op: 'rename', path, to },
    ...changeReferences(root, path, [...path.slice(0, -1), to]),
    ...(isSchema ? changeMappings(root, String(path.at(-1)), to) : []),
    ...(isScheme ? changeRequirements(target, String(path.at(-1)), to) : []),
  ]
}

/** A mapping may say the name alone. */
function changeMappings(root: unknown, from: string, to: string): readonly Change[] {
  return listNames(root).flatMap(({ path, value }) =>
    path.at(-2) === 'mapping' && value === from ? [{ op: 'set' as const, path, value: to }] : [],
  )
}

/** Throws Refusal: an operation in another file may require it. */
function changeRequirements({ root, elsewhere }: FixTarget, from: string, to: string): readonly Change[] {
  const listFound = (value: unknown) =>
    listObjects(value).filter((each) => from in each.value && each.path.at(-2) === 'security')
  if ([...elsewhere.values()].some((value) => listFound(value).length > 0))
    throw new Refusal('another file requires it')
  return listFound(root).map(({ path }) => ({ op: 'rename', path: [...path, from], to }))
}
