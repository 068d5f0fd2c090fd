import { type Discriminator, type Discriminators, isComponent } from '../discriminators.ts'
import type { ApiDocument, Node } from '../document.ts'
import { isNull, listed, type SchemaNode } from './schema-node.ts'

/**
 * That of the schema, or of the one that it only wraps; not that of what a component is built on. Where an alternative was
 * chosen, it is that of the alternative: the schema that has it was compared before.
 */
export function findDiscriminator(
  { sources, omitted }: SchemaNode,
  discriminators: Discriminators,
  api: ApiDocument,
): Discriminator | undefined {
  const found = new Map((omitted.size > 0 ? sources.slice(-1) : sources).map((node) => [node.value, node]))
  for (const node of found.values()) {
    const discriminator = discriminators(node)
    if (discriminator) return discriminator
    for (const inner of wrappedBy(node, api)) if (!found.has(inner.value)) found.set(inner.value, inner)
  }
  return undefined
}

/** A component with an allOf is an heir, unless it only adds null. */
function wrappedBy(node: Node, api: ApiDocument): readonly Node[] {
  const alternatives = ['oneOf', 'anyOf'].map((keyword) =>
    listed(node, keyword, api).filter(({ value }) => !isNull(value)),
  )
  const only = alternatives.flatMap((members) => (members.length === 1 ? members : []))
  if (isComponent(node) && Reflect.get(Object(node.value), 'nullable') !== true) return only
  return [...only, ...listed(node, 'allOf', api), ...[api.follow(node.value) ?? []].flat()]
}
