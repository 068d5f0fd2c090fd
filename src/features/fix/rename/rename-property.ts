import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { type Change, Refusal } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { renderPointer } from '../propose/view.ts'
import { holdsData } from '../rules/ref-siblings.ts'
import { changeReferences, listObjects, namesElsewhere } from '../rules/references.ts'
import { listDiscriminators } from './rename-component.ts'

/** A property, and its name in `required` and the example of its schema. Throws Refusal: another place may name it. */
export function renameProperty(target: FixTarget, to: string): readonly Change[] {
  const { root, path } = target
  const name = String(path.at(-1))
  const at = path.slice(0, -2)
  const schema = getValue(root, at)
  if (!isRecord(schema)) return []
  if (path.at(-3) === 'properties' || path.some(holdsData))
    throw new Refusal('it may be no property of a schema')
  refuseNamed(target, name)
  const examples = ['example', 'default'].filter((key) => {
    const value = schema[key]
    return isRecord(value) && Object.hasOwn(value, name)
  })
  return [
    { op: 'rename', path, to },
    ...changeReferences(root, path, [...path.slice(0, -1), to]),
    ...toList(schema.required).flatMap((each, index) =>
      each === name ? [{ op: 'set' as const, path: [...at, 'required', index], value: to }] : [],
    ),
    ...examples.map((key) => ({ op: 'rename' as const, path: [...at, key, name], to })),
  ]
}

/** Throws Refusal. */
function refuseNamed({ root, path, elsewhere }: FixTarget, name: string): void {
  const files = [root, ...elsewhere.values()]
  const isDiscriminator = files
    .flatMap(listDiscriminators)
    .some(({ value: { discriminator } }) =>
      isRecord(discriminator) ? discriminator.propertyName === name : discriminator === name,
    )
  if (isDiscriminator) throw new Refusal('a discriminator names it')
  const isRequired = files.flatMap(listObjects).some(({ value }) => {
    const isOwn = isRecord(value.properties) && Object.hasOwn(value.properties, name)
    return !isOwn && Array.isArray(value.required) && value.required.includes(name)
  })
  if (isRequired) throw new Refusal('a schema that does not define it requires it')
  const own = renderPointer(path)
  if (namesElsewhere({ elsewhere }, ({ value }) => value.endsWith(own.slice(1))))
    throw new Refusal('another file refers to it')
}
