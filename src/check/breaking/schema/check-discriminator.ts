import type { Discriminator, Discriminators } from '../discriminators.ts'
import { isComponentNode, isUnread, readProperty } from '../discriminators.ts'
import type { ApiDocument, Node, Nodes } from '../document.ts'
import type { Compared, SchemaPair } from './compare.ts'
import { isNull, listed, type SchemaNode, schemaChain } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'
import type { VariantSide } from './variants.ts'

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
    for (const inner of listWrapped(node, api)) if (!found.has(inner.value)) found.set(inner.value, inner)
  }
  return undefined
}

/** A component with an allOf is an heir, unless it only adds null. */
function listWrapped(node: Node, api: ApiDocument): Nodes {
  const alternatives = ['oneOf', 'anyOf'].map((keyword) =>
    listed(node, keyword, api).filter(({ value }) => !isNull(value)),
  )
  const only = alternatives.flatMap((members) => (members.length === 1 ? members : []))
  if (isComponentNode(node) && Reflect.get(Object(node.value), 'nullable') !== true) return only
  return [...only, ...listed(node, 'allOf', api), ...schemaChain(node, api).slice(1)]
}

interface Told extends VariantSide {
  readonly discriminator: (node: SchemaNode) => Discriminator | undefined
}

/** Checks what the values of a discriminator stand for: each that is sent has to be one that is known. */
export function checkSubtypes(
  { judgedAs, report }: Compared,
  pair: SchemaPair,
  oldSide: Told,
  newSide: Told,
  pairWith: (oldNode: SchemaNode, newNode: SchemaNode) => SchemaPair,
): void {
  const oldDiscriminator = oldSide.discriminator(pair.oldNode)
  const newDiscriminator = newSide.discriminator(pair.newNode)
  if (oldDiscriminator === undefined || newDiscriminator === undefined) return
  const isRequest = judgedAs === 'request'
  const [sent, known] = isRequest
    ? [oldDiscriminator, newDiscriminator]
    : [newDiscriminator, oldDiscriminator]
  for (const [value, node] of sent.schemas) {
    const [rule, verb] = isRequest
      ? (['breaking-request-discriminator-changed', 'no longer accepts'] as const)
      : (['breaking-response-discriminator-widened', 'may now have'] as const)
    if (!known.schemas.has(value) && !isReported(pair, node))
      report(rule, `${verb} \`${value}\` as its \`${sent.property}\``)
    const [oldNode, newNode] = [oldDiscriminator.schemas.get(value), newDiscriminator.schemas.get(value)]
    if (oldNode && newNode) pair.inner.push(pairWith(oldSide.node([oldNode]), newSide.node([newNode])))
  }
  const lost = [...oldDiscriminator.unresolved, ...newDiscriminator.unresolved].find(
    (name) => isUnread(name) || !oldDiscriminator.unresolved.includes(name),
  )
  if (lost === undefined) return
  const message = `cannot be compared: \`${lost}\`, which a mapping names, does not resolve`
  report('breaking-not-compared', message)
}

/** An alternative that is reported itself says it. */
function isReported({ findings }: SchemaPair, node: Node | undefined): boolean {
  const name = `\`${String(node?.path.at(-1))}\``
  return findings.some(
    ({ rule, message }) => /-alternative-(?:added|removed)$/.test(rule) && message.includes(name),
  )
}

/** The property that tells which alternative a value is. One that was always there may become it. */
export function checkDiscriminator({ oldView, newView, within, allowed, judgedAs, report }: Compared): void {
  const readDiscriminatorProperty = (view: SchemaView) => readProperty(view.first('discriminator'))
  const wanted = readDiscriminatorProperty(allowed)
  const known = readDiscriminatorProperty(within)
  if (wanted === undefined || known === wanted) return
  if (known === undefined && within.required.has(wanted)) return
  const [oldProperty, newProperty] = [oldView, newView].map(
    (view) => readDiscriminatorProperty(view) ?? 'none',
  )
  const message = `had the discriminator ${oldProperty} and now has ${newProperty}`
  report(`breaking-${judgedAs}-discriminator-changed`, message)
}
