import type { FilterScope } from './jsonpath/compile-expression.ts'
import type { Refs } from './refs.ts'
import type { VisitedNode } from './visited-node.ts'

/** The one scope of a walk, turned to each child in its turn. */
export interface MovingScope {
  readonly turnTo: (parent: VisitedNode, key: string | number, value: unknown) => FilterScope
}

/** A scope whose members change with each turn: making one for each of a million nodes would be most of the work. */
export function createMovingScope(root: unknown, refs: Refs): MovingScope {
  const scope = {
    value: undefined as unknown,
    property: null as string | number | null,
    parent: undefined as unknown,
    grandparent: undefined as unknown,
    parentProperty: null as string | number | null,
    root,
    path: () => '',
    deref: refs.view,
  }
  return {
    turnTo: (parent, key, value) => {
      scope.value = value
      scope.property = key
      scope.parent = parent.value
      scope.grandparent = parent.parent?.value
      scope.parentProperty = parent.key
      return scope
    },
  }
}
