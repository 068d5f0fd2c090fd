import type { Place } from './links.ts'

/** What files are called that hold one thing: their folder says more. */
const sayNothing = new Set(['', 'index', '_index'])

/**
 * The key of a component that is not in `taken`: the last key of its place, or the name of its file. A dot would leave
 * it open where a dotted path goes on.
 */
export function componentName({ name, path }: Pick<Place, 'name' | 'path'>, taken: object): string {
  const last = path.at(-1)
  const word = (typeof last === 'string' ? last : stemOf(name)).replaceAll(/[^\w-]+/g, '_')
  for (let turn = 1; ; turn++) {
    const key = turn === 1 ? word : `${word}_${turn}`
    if (!Object.hasOwn(taken, key)) return key
  }
}

function stemOf(file: string): string {
  const parts = file.split(/[/\\]/).map((part) => part.replace(/\.\w+$/, ''))
  return parts.findLast((part) => !sayNothing.has(part.toLowerCase())) ?? 'part'
}
