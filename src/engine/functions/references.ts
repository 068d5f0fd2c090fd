import { isRecord } from '../is-record.ts'

const known = new WeakMap<object, ReadonlySet<string>>()

/** Every local `$ref` of a document, with each of its ancestors, as `#/...` without percent escapes. */
export function referencesOf(root: unknown): ReadonlySet<string> {
  if (typeof root !== 'object' || root === null) return new Set()
  const cached = known.get(root)
  if (cached) return cached
  const references = collect(root)
  known.set(root, references)
  return references
}

function collect(root: object): Set<string> {
  const references = new Set<string>()
  const seen = new Set<object>([root])
  const waiting: object[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isRecord(node) && typeof node.$ref === 'string') addWithAncestors(references, decode(node.$ref))
    for (const child of Object.values(node)) {
      if (typeof child !== 'object' || child === null || seen.has(child)) continue
      seen.add(child)
      waiting.push(child)
    }
  }
  return references
}

function addWithAncestors(references: Set<string>, reference: string): void {
  if (!reference.startsWith('#')) return
  for (let end = reference.length; end > 0; end = reference.lastIndexOf('/', end - 1)) {
    references.add(reference.slice(0, end))
  }
}

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
