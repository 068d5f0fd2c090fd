import { type Change, Refusal } from '../change.ts'
import type { Target } from '../fix.ts'
import { fragmentOf, namesElsewhere, referencesTo } from '../rules/references.ts'
import { pointerTo } from '../view.ts'

/** The key of a path, and what refers through it. Throws Refusal: another file does. */
export function renameRoute(target: Target, to: string): readonly Change[] {
  const { root, path } = target
  const own = pointerTo(path.slice(0, 2))
  const isThrough = (value: string) => !value.startsWith('#') && fragmentOf(value).startsWith(own)
  if (namesElsewhere(target, ({ value }) => isThrough(value))) throw new Refusal('another file refers to it')
  return [{ op: 'rename', path, to }, ...referencesTo(root, path, ['paths', to])]
}
