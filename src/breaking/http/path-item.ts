import { isRecord } from '../../model/record.ts'
import { type ApiDocument, child, children, type Node, ownChild } from '../document.ts'

/** A path item as it is written, where it has fields beside its `$ref`: they come before those behind it. */
export interface PathItem extends Node {
  readonly behind?: Node | undefined
}

/** The path items of an object, by name. */
export function pathItems(
  holder: Node | undefined,
  api: ApiDocument,
): readonly (readonly [string, PathItem])[] {
  return children(holder, api).map(([name, target]) => {
    const own = holder && ownChild(holder, name)
    const isBoth = isRecord(own?.value) && own.value !== target.value && Object.keys(own.value).length > 1
    return [name, isBoth && own ? { ...own, behind: target } : target] as const
  })
}

export function itemChild(item: PathItem, key: string, api: ApiDocument): Node | undefined {
  return child(item, key, api) ?? (item.behind && child(item.behind, key, api))
}
