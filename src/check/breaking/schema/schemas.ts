import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { createDiscriminators, findSchemaName } from '../discriminators.ts'
import type { ApiDocument, Node, Nodes } from '../document.ts'
import { checkLifecycle } from '../lifecycle.ts'
import { renderJson } from '../numbers.ts'
import type { Same } from '../unchanged.ts'
import { checkChoices } from './check-choices.ts'
import { checkDiscriminator, checkSubtypes, findDiscriminator } from './check-discriminator.ts'
import { checkInner } from './check-inner.ts'
import { checkLimits } from './check-limits.ts'
import { checkProperties } from './check-properties.ts'
import { checkEncoding, checkTypes, losesNull, mayHaveType, reportNull } from './check-types.ts'
import { checkValues } from './check-values.ts'
import type { Compared, SchemaPair, Use } from './compare.ts'
import { createClean, flipDirection, nameSubject } from './compare.ts'
import { excludes } from './disjoint.ts'
import { readSchema, type SchemaNode } from './schema-node.ts'
import { type SchemaView, viewSchema } from './schema-view.ts'

export interface Schemas {
  /** The pair of two schemas, given by all that describes them; it is compared when it is asked for. */
  readonly pair: (oldNodes: Nodes, newNodes: Nodes, use: Use) => SchemaPair
  /** The pairs that pairs lead to, themselves included, all of them compared. */
  readonly reach: (pairs: Iterable<SchemaPair>) => ReadonlySet<SchemaPair>
  /** Lists all that is written of each version of a pair, the schema itself first. */
  readonly listParts: (pair: SchemaPair) => readonly [oldParts: Nodes, newParts: Nodes]
}

/** Compares the schemas of two documents, each pair once per use, so that a schema may contain itself. */
export function compareSchemas(
  oldApi: ApiDocument,
  newApi: ApiDocument,
  isUnchanged: Same,
  today: string,
): Schemas {
  const pairs = new Map<string, SchemaPair>()
  const [oldSide, newSide] = [createSide(oldApi), createSide(newApi)]
  // All values stay valid that were; or even if they are no longer described.
  const isClean = createClean(compare, ({ leavesValid }) => leavesValid === true)
  const isWithin = createClean(compare, ({ leavesValid = false }) => leavesValid !== false)

  function createPair(oldNode: SchemaNode, newNode: SchemaNode, use: Use): SchemaPair {
    const key = `${use.direction}${use.isText}${use.isXml}${use.isFilled}${use.isExact}${use.isOpen}${use.variance ?? 'same'}:${oldNode.key}:${newNode.key}`
    const known = pairs.get(key)
    if (known) return known
    const pair: SchemaPair = { oldNode, newNode, use, findings: [], inner: [], state: 'new' }
    pairs.set(key, pair)
    return pair
  }

  function isWhole({ oldNode, newNode }: SchemaPair): boolean {
    const [oldSource, newSource] = [oldNode.sources[0], newNode.sources[0]]
    if (!oldSource || !newSource || oldNode.sources.length + newNode.sources.length > 2) return false
    return oldNode.omitted.size + newNode.omitted.size === 0 && isUnchanged(oldSource, newSource)
  }

  let [left, open] = [mostJoined, 0]

  function compare(pair: SchemaPair): void {
    if (pair.state !== 'new') return
    pair.state = isWhole(pair) ? 'done' : 'open'
    if (pair.state === 'done') return
    const compared = toCompared(pair)
    try {
      if (open++ > mostOpen || (isJoined(pair) && left-- <= 0)) throw new TooManyWaysError()
      compareViews(pair, compared)
    } catch (error) {
      // All that it is a part of is not compared in full, although it may be found equal so far.
      if (error instanceof TooManyWaysError)
        compared.report(
          'breaking-not-compared',
          'cannot be compared: alternatives offer each other in too many ways',
        )
      throw error
    } finally {
      open--
      pair.state = 'done'
    }
  }

  function compareViews(pair: SchemaPair, compared: Compared): void {
    const createInnerPair = (oldNode: SchemaNode, newNode: SchemaNode, use = pair.use) =>
      createPair(oldNode, newNode, use)
    if (compared.oldView.choices.length + compared.newView.choices.length > 0)
      checkChoices({ ...compared, pair, oldSide, newSide, pairWith: createInnerPair, isClean, isWithin })
    else checkAll(compared)
    checkSubtypes(compared, pair, oldSide, newSide, createInnerPair)
  }

  function toCompared({ use, findings, inner, oldNode, newNode }: SchemaPair): Compared {
    const [oldView, newView] = [oldSide.view(oldNode), newSide.view(newNode)]
    const isCondition = use.variance === 'opposite'
    const judgedAs = isCondition ? flipDirection(use.direction) : use.direction
    const isRequest = judgedAs === 'request'
    const [within, allowed] = isRequest ? [oldView, newView] : [newView, oldView]
    const here = isRequest ? { node: oldNode, side: oldSide } : { node: newNode, side: newSide }
    const side = isRequest ? newSide : oldSide
    return {
      oldView,
      newView,
      use,
      judgedAs,
      today,
      within,
      allowed,
      report: (rule, message, { old: oldAt, new: newAt, values } = {}) => {
        const isGone = newAt?.value === undefined && oldAt !== undefined
        const isLeft = isGone && isPart(findHolder(oldAt), newView)
        const subject = nameHolder([oldView, oldAt], [newView, isGone ? oldAt : newAt], isGone && !isLeft)
        findings.push({
          rule: isCondition ? `breaking-${use.direction}-constraint-changed` : rule,
          message: `${subject}${isCondition ? ', in a condition,' : ''} ${message}`,
          path: isLeft ? oldAt.path : (newAt ?? newView.at).path,
          oldPath: (oldAt ?? oldView.at).path,
          ...(values && { values }),
        })
      },
      descend: (oldNodes, newNodes, variance = 'same') => {
        if (oldNodes.length === 0 || newNodes.length === 0) return
        const isOpposite = (variance === 'opposite') !== isCondition
        // Which of a string and a number a text is decides what a condition says of it.
        const isText = use.isText && variance === 'same'
        const inside: Use = { ...use, isText, isFilled: false, variance: isOpposite ? 'opposite' : 'same' }
        inner.push(createPair(oldSide.node(oldNodes), newSide.node(newNodes), inside))
      },
      // Which of a string and a number a text is decides what a condition says of it.
      meets: (nodes) => {
        const hidden = isRequest ? 'readOnly' : 'writeOnly'
        const mayLack = [...within.properties.values()].some((each) => within.isMarked(each, hidden))
        if (use.isText || mayLack) return false
        const [node, exact] = [side.node(nodes), { ...use, isExact: true, isOpen: true }]
        return isClean(isRequest ? createPair(oldNode, node, exact) : createPair(node, newNode, exact))
      },
      excludes: (nodes) => !use.isText && excludes(here, { node: side.node(nodes), side }),
      look: {
        old: (nodes) => oldSide.view(oldSide.node(nodes)),
        new: (nodes) => newSide.view(newSide.node(nodes)),
      },
    }
  }

  function reach(start: Iterable<SchemaPair>): ReadonlySet<SchemaPair> {
    const found = new Set(start)
    for (const pair of found) {
      try {
        compare(pair)
      } catch (error) {
        if (!(error instanceof TooManyWaysError)) throw error
      }
      for (const inner of pair.inner) found.add(inner)
    }
    return found
  }

  return {
    pair: (oldNodes, newNodes, use) => createPair(oldSide.node(oldNodes), newSide.node(newNodes), use),
    reach,
    listParts: ({ oldNode, newNode }) => [oldSide.view(oldNode).parts, newSide.view(newNode).parts],
  }
}

/** More schemas than this are not compared of those that join what several alternatives say, nor as many one for the other. */
const [mostJoined, mostOpen] = [10_000, 150]

class TooManyWaysError extends Error {}

function isJoined({ oldNode, newNode }: SchemaPair): boolean {
  return [oldNode, newNode].some(({ sources, omitted }) => sources.length > 2 || omitted.size > 1)
}

function isPart(path: Path | undefined, { parts }: SchemaView): boolean {
  const key = path?.join('/')
  return parts.some((part) => part.path.join('/') === key)
}

function findHolder({ path }: Partial<Node> = {}): Path | undefined {
  return path?.at(-2) === 'properties' ? path.slice(0, -2) : undefined
}

type Holding = readonly [view: SchemaView, at: Node | undefined]

/** A property is of the schema that has it, and not of each that joins or offers that, unless something else took its place. */
function nameHolder([oldView, oldAt]: Holding, [newView, newAt]: Holding, isReplaced: boolean): string {
  const isOther = isReplaced && findSchemaName(newView.at.path) === undefined
  const [oldHolder, newHolder] = isOther ? [] : [findHolder(oldAt), findHolder(newAt)]
  return nameSubject(newHolder ?? newView.at.path, oldHolder ?? oldView.at.path)
}

function checkAll(compared: Compared): void {
  if (compared.within.isNever) {
    if (losesNull(compared)) reportNull(compared)
    return
  }
  checkTypes(compared)
  if (compared.allowed.isNever) return
  checkValues(compared)
  checkLimits(compared)
  if (mayHaveType(compared.within, 'object')) checkProperties(compared)
  checkInner(compared)
  checkEncoding(compared)
  checkXml(compared)
  checkDiscriminator(compared)
  checkLifecycle(compared)
}

export function createSide(api: ApiDocument) {
  const ids = new Map<unknown, number>()
  const views = new Map<string, SchemaView>()
  const discriminators = createDiscriminators(api)
  const identifyNode = (value: unknown) => ids.get(value) ?? ids.set(value, ids.size).size - 1
  return {
    api,
    discriminator: (node: SchemaNode) => findDiscriminator(node, discriminators, api),
    node: (written: Nodes, omitted: ReadonlySet<unknown> = new Set()): SchemaNode => {
      const sources = written.map((source) => readSchema(source, api))
      const parts = sources.map(({ value }) => identifyNode(value)).join('+')
      return { key: `${parts}-${[...omitted].map(identifyNode).join('-')}`, sources, omitted }
    },
    view: (node: SchemaNode): SchemaView => {
      const view = views.get(node.key) ?? viewSchema(node, api)
      views.set(node.key, view)
      return view
    },
  }
}

/** How a value is written in XML. */
function checkXml({ oldView, newView, use, judgedAs, report }: Compared): void {
  if (!use.isXml || isList(oldView) !== isList(newView)) return
  const [oldXml, newXml] = [readXml(oldView), readXml(newView)]
  const names = [readXmlName(oldView, oldXml), readXmlName(newView, newXml)]
  for (const keyword of ['name', 'namespace', 'prefix', 'nodeType'] as const) {
    const isImplied = keyword === 'name' && (oldXml.name ?? newXml.name) !== undefined
    const [oldWord, newWord] = isImplied ? names : [oldXml[keyword], newXml[keyword]]
    // A prefix is another word for its namespace (Namespaces in XML 1.0).
    if (keyword === 'prefix' && oldXml.namespace && newXml.namespace) continue
    const message = `had xml.${keyword} ${renderJson(oldWord ?? 'none')} and now has ${renderJson(newWord ?? 'none')}`
    if (oldWord !== newWord) report(`breaking-${judgedAs}-encoding-changed`, message)
  }
}

interface Xml {
  readonly name: unknown
  readonly namespace: unknown
  readonly prefix: unknown
  readonly nodeType: unknown
}

/** With the kind of node as 3.2 writes it. A list without an element of its own has no name. */
function readXml(view: SchemaView): Xml {
  const written = view.xml.map(({ value }) => value).filter(isRecord)
  const { name, namespace, prefix, ...xml }: Record<string, unknown> = Object.assign(
    {},
    ...written.toReversed(),
  )
  const former = xml.attribute === true ? 'attribute' : xml.wrapped === true ? 'element' : undefined
  const nodeType = xml.nodeType ?? former ?? (isList(view) ? 'none' : 'element')
  return { name: isList(view) && nodeType === 'none' ? undefined : name, namespace, prefix, nodeType }
}

function isList({ types }: SchemaView): boolean {
  return types?.has('array') === true
}

/** Without a name of its own, an element has that of the property or component. */
function readXmlName({ at }: SchemaView, { name }: Xml): unknown {
  const isNamed = ['properties', 'schemas', 'definitions'].includes(String(at.path.at(-2)))
  return name ?? (isNamed ? at.path.at(-1) : undefined)
}
