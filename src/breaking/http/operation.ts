import { additionalOperations, httpMethods } from '../../model/http-methods.ts'
import { type ApiDocument, child, children, type Node } from '../document.ts'

export interface Operation {
  /** What people call it: `GET /pets`. */
  readonly name: string
  readonly method: string
  /** The template, as it is written. */
  readonly path: string
  readonly at: Node
  readonly item: Node
}

/** The operations of a path item, by method. */
export function operationsOf(path: string, item: Node, api: ApiDocument): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>()
  const add = (method: string, at: Node | undefined) => {
    if (at) found.set(method, { name: `${method} ${path}`, method, path, at, item })
  }
  for (const method of httpMethods) add(method.toUpperCase(), child(item, method, api))
  for (const [method, at] of children(child(item, additionalOperations, api), api)) add(method, at)
  return found
}
