import { type Change, Refusal } from '../change.ts'
import type { Target } from '../fix.ts'
import { fragmentOf, namesElsewhere, namesIn, objectsIn, referencesTo } from '../rules/references.ts'
import { pointerTo } from '../view.ts'
import { refuseImplied } from './discriminators.ts'

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
