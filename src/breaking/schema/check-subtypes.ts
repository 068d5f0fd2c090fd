import { type Discriminator, isUnread } from '../discriminators.ts'
import type { Node } from '../document.ts'
import type { Compared } from './compare.ts'
import type { SchemaNode } from './schema-node.ts'
import type { SchemaPair } from './schema-pair.ts'
import type { Side } from './variants.ts'

interface Told extends Side {
  readonly discriminator: (node: SchemaNode) => Discriminator | undefined
}

/** What the values of a discriminator stand for: each that is sent has to be one that is known. */
export function checkSubtypes(
  { use, report }: Compared,
  pair: SchemaPair,
  before: Told,
  after: Told,
  pairWith: (base: SchemaNode, head: SchemaNode) => SchemaPair,
): void {
  const [some, other] = [before.discriminator(pair.base), after.discriminator(pair.head)]
  if (some === undefined || other === undefined) return
  const isRequest = use.direction === 'request'
  const [sent, known] = isRequest ? [some, other] : [other, some]
  for (const [value, node] of sent.schemas) {
    if (!known.schemas.has(value) && !isReported(pair, node))
      if (isRequest)
        report(
          'breaking-request-discriminator-changed',
          `no longer accepts \`${value}\` as its \`${sent.property}\``,
        )
      else
        report(
          'breaking-response-discriminator-widened',
          `may now have \`${value}\` as its \`${sent.property}\``,
        )
    const [base, head] = [some.schemas.get(value), other.schemas.get(value)]
    if (base && head) pair.inner.push(pairWith(before.node([base]), after.node([head])))
  }
  const lost = [...some.unresolved, ...other.unresolved].find(
    (name) => isUnread(name) || !some.unresolved.includes(name),
  )
  if (lost !== undefined)
    report(
      'breaking-not-compared',
      `cannot be compared: \`${lost}\`, which a mapping names, does not resolve`,
    )
}

/** An alternative that is reported itself says it. */
function isReported({ findings }: SchemaPair, node: Node | undefined): boolean {
  const name = `\`${String(node?.path.at(-1))}\``
  return findings.some(
    ({ rule, message }) => /-alternative-(?:added|removed)$/.test(rule) && message.includes(name),
  )
}
