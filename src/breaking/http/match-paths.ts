import type { PathItem } from './operation.ts'

export interface PathPair {
  readonly base: readonly [string, PathItem]
  readonly head: readonly [string, PathItem] | undefined
}

/** Pairs paths by what they match: the names of parameters do not matter, unless another path has the same shape. */
export function matchPaths(
  base: readonly (readonly [string, PathItem])[],
  head: readonly (readonly [string, PathItem])[],
): readonly PathPair[] {
  const byName = new Map(head.map((each) => [each[0], each]))
  const same = new Set(base.flatMap(([path]) => (byName.has(path) ? [path] : [])))
  const byShape = new Map<string, (readonly [string, PathItem])[]>()
  for (const each of head) {
    if (same.has(each[0])) continue
    const shape = shapeOf(each[0])
    byShape.set(shape, [...(byShape.get(shape) ?? []), each])
  }
  return base.map((each) => ({
    base: each,
    head: byName.get(each[0]) ?? byShape.get(shapeOf(each[0]))?.shift(),
  }))
}

export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

export function templateNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}
