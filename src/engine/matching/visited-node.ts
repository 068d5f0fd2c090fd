import type { Path } from '../../core/model/location.ts'
import type { Refs } from '../openapi/resolved-view.ts'

/** A node of a document as it was reached. */
export interface VisitedNode {
  readonly value: unknown
  readonly parent: VisitedNode | undefined
  /** Null for the root. */
  readonly key: string | number | null
  /** The path at which the node is written, when a reference led to it; absent: below its parent. */
  readonly source: Path | undefined
}

/** The path at which the spot is written, from the document's root. */
export function getNodePath(spot: VisitedNode): Path {
  const reversed: (string | number)[] = []
  let at: VisitedNode | undefined = spot
  while (at && !at.source && at.key !== null) {
    reversed.push(at.key)
    at = at.parent
  }
  const below = reversed.reverse()
  return at?.source ? [...at.source, ...below] : below
}

/** The path as it is written: a node that a reference led to is at the reference. */
export function getWrittenPath({ parent, key, source }: VisitedNode): Path {
  return parent && key !== null ? [...getNodePath(parent), key] : (source ?? [])
}

/** Whether no reference was followed on the way to the spot. */
export function isDirect(spot: VisitedNode | undefined): boolean {
  for (let at: VisitedNode | undefined = spot; at; at = at.parent) if (at.source) return false
  return true
}

/** The path by which the spot was reached, through references. */
export function getRoute(spot: VisitedNode): Path {
  const reversed: (string | number)[] = []
  for (let at: VisitedNode | undefined = spot; at && at.key !== null; at = at.parent) reversed.push(at.key)
  return reversed.reverse()
}

/** A document's root, or what it refers to. */
export function createRootNode(root: unknown, refs: Refs): VisitedNode {
  const target = refs.resolve(root)
  return { value: target ? target.value : root, parent: undefined, key: null, source: target?.path }
}
