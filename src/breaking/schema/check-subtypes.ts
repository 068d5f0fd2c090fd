import { type Discriminator, isUnread } from '../discriminators.ts'
import type { Node } from '../document.ts'
import { subjectOf } from './compare.ts'
import type { SchemaNode } from './schema-node.ts'
import type { SchemaPair } from './schema-pair.ts'
import type { MakeNode } from './variants.ts'

interface Side {
  readonly node: MakeNode
  readonly discriminator: (node: SchemaNode) => Discriminator | undefined
}

/** What the values of a discriminator stand for: each that is sent has to be one that is known. */
export function checkSubtypes(
  pair: SchemaPair,
  before: Side,
  after: Side,
  pairWith: (base: SchemaNode, head: SchemaNode) => SchemaPair,
): void {
  const [some, other] = [before.discriminator(pair.base), after.discriminator(pair.head)]
  if (some === undefined || other === undefined) return
  const [sent, known] = pair.use.direction === 'request' ? [some, other] : [other, some]
  for (const [value, node] of sent.schemas) {
    if (!known.schemas.has(value)) reportUnknown(pair, value, node, sent)
    const [base, head] = [some.schemas.get(value), other.schemas.get(value)]
    if (base && head) pair.inner.push(pairWith(before.node([base]), after.node([head])))
  }
  const lost = [...some.unresolved, ...other.unresolved].find(
    (name) => isUnread(name) || !some.unresolved.includes(name),
  )
  if (lost !== undefined)
    report(
      pair,
      'breaking-not-compared',
      `cannot be compared: \`${lost}\`, which a mapping names, does not resolve`,
    )
}

function reportUnknown(
  pair: SchemaPair,
  value: string,
  node: Node | undefined,
  { property }: Discriminator,
): void {
  const name = `\`${String(node?.path.at(-1))}\``
  const isReported = pair.findings.some(
    ({ rule, message }) => /-alternative-(?:added|removed)$/.test(rule) && message.includes(name),
  )
  if (isReported) return
  if (pair.use.direction === 'request')
    report(
      pair,
      'breaking-request-discriminator-changed',
      `no longer accepts \`${value}\` as its \`${property}\``,
    )
  else
    report(
      pair,
      'breaking-response-discriminator-widened',
      `may now have \`${value}\` as its \`${property}\``,
    )
}

function report({ base, head, findings }: SchemaPair, rule: string, message: string): void {
  const path = head.sources[0]?.path ?? []
  findings.push({
    rule,
    message: `${subjectOf(path)} ${message}`,
    path,
    basePath: base.sources[0]?.path ?? [],
  })
}
