import { childOf } from './pointer.ts'

/** The part of a reference in front of its `#`; empty for one that stays in its file. */
export function filePart(ref: string): string {
  const hash = ref.indexOf('#')
  return hash === -1 ? ref : ref.slice(0, hash)
}

/** Deep enough that no `..` of a relative reference leaves it. */
const anyFolder = `https://self.invalid/${'_/'.repeat(100)}`

/**
 * Whether a reference names the document itself by its `$self`, the base URL that OpenAPI 3.2 gives it; in other versions
 * that is an unknown key. Only the document's own references (`isOwn`) are relative to it.
 */
export function isSelf(file: string, root: unknown, isOwn = true): boolean {
  const self = childOf(root, '$self')
  if (typeof self !== 'string' || self === '' || (!isOwn && !URL.canParse(file))) return false
  if (!/^3\.2(?:\.|$)/.test(String(childOf(root, 'openapi'))) || !URL.canParse(self, anyFolder)) return false
  const own = new URL(filePart(self), anyFolder).href
  return URL.canParse(file, own) && new URL(file, own).href === own
}
