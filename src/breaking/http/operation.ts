import { additionalOperations, httpMethods } from '../../model/http-methods.ts'
import type { Path } from '../../model/location.ts'
import { type ApiDocument, child, children, type Node } from '../document.ts'
import { itemChild, type PathItem } from './path-item.ts'

export interface Operation {
  /** What people call it: `GET /pets`. */
  readonly name: string
  /** The template, as it is written. */
  readonly path: string
  readonly at: Node
  readonly item: PathItem
  /** From the item to it. */
  readonly keys: Path
}

/** The operations of a path item, by method. */
export function operationsOf(path: string, item: PathItem, api: ApiDocument): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>()
  const add = (method: string, at: Node | undefined, ...keys: Path) => {
    if (at) found.set(method, { name: `${method} ${path}`, path, at, item, keys })
  }
  for (const method of httpMethods) add(method.toUpperCase(), itemChild(item, method, api), method)
  for (const [method, at] of [item, item.behind].flatMap((each) =>
    children(each && child(each, additionalOperations, api), api),
  ))
    if (!found.has(method)) add(method, at, additionalOperations, method)
  return found
}
