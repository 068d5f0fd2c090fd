import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { hasPlaceholder } from '../../core/model/placeholder.ts'

/** A change of a document's value, independent of how the text is written. */
export type Change =
  | { readonly op: 'set'; readonly path: Path; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'rename'; readonly path: Path; readonly to: string }
  /** Replaces a member by `key` with a list of one object that holds the member as written. */
  | { readonly op: 'wrap'; readonly path: Path; readonly key: string }
  /** Into the object or array at `path`: before the entry of that name, else at the end. A `key` is for objects. */
  | {
      readonly op: 'insert'
      readonly path: Path
      readonly key?: string | undefined
      readonly value: unknown
      readonly before?: string | number | undefined
    }
  /** All entries of the object or array at `path`, by their keys or indexes, in the new order. */
  | { readonly op: 'sort'; readonly path: Path; readonly order: readonly (string | number)[] }

/** The path of the object or array whose entries a change is about. */
export function changedCollection({ op, path }: Change): Path {
  return op === 'insert' || op === 'sort' ? path : path.slice(0, -1)
}

/** A change that cannot be written into this text. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

/** Whether a person is to complete a part of it. Kept, as many issues may want the same changes. */
export const leavesText = rememberPerObject((changes: readonly Change[]) =>
  hasPlaceholder(JSON.stringify(changes)),
)
