import { getChild, isRecord } from '../../core/model/record.ts'
import { type SlotKind, shape } from '../functions/owasp/shape.ts'

/**
 * Where a document keeps what is used in several places, by kind. Path items are not among them: `$ref`s to other places
 * than `paths` are not read everywhere.
 */
export function listSections(root: unknown): ReadonlyMap<SlotKind, readonly string[]> {
  const isVersion2 = getChild(root, 'openapi') === undefined
  const hasMediaTypes = /^3\.(?:[2-9]|\d\d)/.test(String(getChild(root, 'openapi')))
  const sections = Object.entries(isVersion2 ? shape.document : shape.components).flatMap(([key, slot]) => {
    const isKept = slot.kind !== 'pathItem' && (slot.kind !== 'mediaType' || hasMediaTypes)
    if (!slot.many || !isKept) return []
    return [[slot.kind, isVersion2 ? [key] : ['components', key]] as const]
  })
  return new Map(sections)
}

/** A reference of an object that is not its `$ref`: where it stands below the object, and what it says. */
export interface NamedReference {
  readonly by: 'discriminator.mapping' | 'operationRef'
  readonly path: readonly string[]
  readonly ref: string
}

export function namedReferences(value: object): readonly NamedReference[] {
  const mapping = getChild(getChild(value, 'discriminator'), 'mapping')
  const named = Object.entries(isRecord(mapping) ? mapping : {}).flatMap(([name, ref]): NamedReference[] =>
    typeof ref === 'string'
      ? [{ by: 'discriminator.mapping', path: ['discriminator', 'mapping', name], ref }]
      : [],
  )
  const ref = getChild(value, 'operationRef')
  if (typeof ref === 'string') named.push({ by: 'operationRef', path: ['operationRef'], ref })
  return named
}
