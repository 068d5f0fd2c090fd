import { createDiscriminators } from '../discriminators.ts'
import type { ApiDocument, Nodes } from '../document.ts'
import { checkLifecycle } from '../lifecycle.ts'
import type { Same } from '../unchanged.ts'
import { checkChoices } from './check-choices.ts'
import { checkDiscriminator, checkSubtypes, findDiscriminator } from './check-discriminator.ts'
import { checkInner } from './check-inner.ts'
import { checkLimits } from './check-limits.ts'
import { checkProperties } from './check-properties.ts'
import { checkEncoding, checkTypes } from './check-types.ts'
import { checkValues } from './check-values.ts'
import { checkXml } from './check-xml.ts'
import { type Compared, nameSubject } from './compare.ts'
import { readSchema, type SchemaNode } from './schema-node.ts'
import { createClean, type SchemaPair, type Use } from './schema-pair.ts'
import { type SchemaView, viewSchema } from './schema-view.ts'

export interface Schemas {
  /** The pair of two schemas, given by all that describes them; it is compared when it is asked for. */
  readonly pair: (base: Nodes, head: Nodes, use: Use) => SchemaPair
  /** The pairs that pairs lead to, themselves included, all of them compared. */
  readonly reach: (pairs: Iterable<SchemaPair>) => ReadonlySet<SchemaPair>
}

/** Compares the schemas of two documents, each pair once per use, so that a schema may contain itself. */
export function compareSchemas(base: ApiDocument, head: ApiDocument, isUnchanged: Same): Schemas {
  const pairs = new Map<string, SchemaPair>()
  const [before, after] = [createSide(base), createSide(head)]
  const isClean = createClean(compare, () => false)
  const isWithin = createClean(compare, (rule) => rule === 'breaking-request-property-removed')

  function createPair(some: SchemaNode, other: SchemaNode, use: Use): SchemaPair {
    const key = `${use.direction}${use.isText}${use.isXml}:${some.key}:${other.key}`
    const known = pairs.get(key)
    if (known) return known
    const pair: SchemaPair = { base: some, head: other, use, findings: [], inner: [], state: 'new' }
    pairs.set(key, pair)
    return pair
  }

  function isWhole({ base, head }: SchemaPair): boolean {
    const [[some, ...more], [other, ...others]] = [base.sources, head.sources]
    if (!some || !other || more.length + others.length + base.omitted.size + head.omitted.size > 0)
      return false
    return isUnchanged(some, other)
  }

  function compare(pair: SchemaPair): void {
    if (pair.state !== 'new') return
    pair.state = isWhole(pair) ? 'done' : 'open'
    if (pair.state === 'done') return
    const createInnerPair = (some: SchemaNode, other: SchemaNode, use = pair.use) =>
      createPair(some, other, use)
    const compared = toCompared(pair)
    if (compared.base.choices.length + compared.head.choices.length > 0)
      checkChoices(compared, pair, { before, after, pairWith: createInnerPair, isClean, isWithin })
    else checkAll(compared)
    checkSubtypes(compared, pair, before, after, createInnerPair)
    pair.state = 'done'
  }

  function toCompared({ use, findings, inner, ...nodes }: SchemaPair): Compared {
    const [base, head] = [before.view(nodes.base), after.view(nodes.head)]
    const [within, allowed] = use.direction === 'request' ? [base, head] : [head, base]
    return {
      base,
      head,
      use,
      within,
      allowed,
      report: (rule, message, at) =>
        findings.push({
          rule,
          message: `${nameSubject(head.at.path)} ${message}`,
          path: (at?.head ?? head.at).path,
          basePath: (at?.base ?? base.at).path,
        }),
      descend: (some, other, inside = use) => {
        if (some.length > 0 && other.length > 0)
          inner.push(createPair(before.node(some), after.node(other), inside))
      },
    }
  }

  function reach(start: Iterable<SchemaPair>): ReadonlySet<SchemaPair> {
    const found = new Set(start)
    for (const pair of found) {
      compare(pair)
      for (const inner of pair.inner) found.add(inner)
    }
    return found
  }

  return { pair: (some, other, use) => createPair(before.node(some), after.node(other), use), reach }
}

function checkAll(compared: Compared): void {
  if (compared.within.isNever) return
  checkTypes(compared)
  if (compared.allowed.isNever) return
  checkValues(compared)
  checkLimits(compared)
  checkProperties(compared)
  checkInner(compared)
  checkEncoding(compared)
  checkXml(compared)
  checkDiscriminator(compared)
  checkLifecycle(compared)
}

function createSide(api: ApiDocument) {
  const ids = new Map<unknown, number>()
  const views = new Map<string, SchemaView>()
  const discriminators = createDiscriminators(api)
  const identifyNode = (value: unknown) => {
    const known = ids.get(value)
    if (known !== undefined) return known
    ids.set(value, ids.size)
    return ids.size - 1
  }
  return {
    discriminator: (node: SchemaNode) => findDiscriminator(node, discriminators, api),
    node: (written: Nodes, omitted: ReadonlySet<unknown> = new Set()): SchemaNode => {
      const sources = written.map((source) => readSchema(source, api))
      const parts = sources.map(({ value }) => identifyNode(value)).join('+')
      return { key: `${parts}-${[...omitted].map(identifyNode).join('-')}`, sources, omitted }
    },
    view: (node: SchemaNode): SchemaView => {
      const known = views.get(node.key)
      const view = known ?? viewSchema(node, api)
      if (!known) views.set(node.key, view)
      return view
    },
  }
}
