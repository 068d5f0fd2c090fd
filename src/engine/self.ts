import { childOf } from './pointer.ts'

/** The part of a reference in front of its `#`; empty for one that stays in its file. */
export function filePart(ref: string): string {
  const hash = ref.indexOf('#')
  return hash === -1 ? ref : ref.slice(0, hash)
}

/**
 * Whether a reference names the document itself by its `$self`, the base URL that OpenAPI 3.2 gives it. Only the
 * document's own references (`isOwn`) are relative to it.
 */
export function isSelf(file: string, root: unknown, isOwn = true): boolean {
  const self = childOf(root, '$self')
  if (typeof self !== 'string' || self === '' || (!isOwn && !URL.canParse(file))) return false
  const own = filePart(self)
  if (!URL.canParse(own)) return file === own
  return URL.canParse(file, own) && new URL(file, own).href === new URL(own).href
}
