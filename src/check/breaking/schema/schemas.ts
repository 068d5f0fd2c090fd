import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { createDiscriminators, findSchemaName } from '../discriminators.ts'
import type { ApiDocument, Node, Nodes } from '../document.ts'
import { checkLifecycle } from '../lifecycle.ts'
import { type AnyNumber, compareNumbers, renderJson } from '../numbers.ts'
import type { Same } from '../unchanged.ts'
import { checkChoices } from './check-choices.ts'
import { checkDiscriminator, checkSubtypes, findDiscriminator } from './check-discriminator.ts'
import { checkInner } from './check-inner.ts'
import { checkPatterns } from './check-patterns.ts'
import { checkProperties } from './check-properties.ts'
import { checkEncoding, checkTypes, hasType } from './check-types.ts'
import { checkValues } from './check-values.ts'
import {
  type Compared,
  createClean,
  flipDirection,
  nameSubject,
  type SchemaPair,
  type Use,
} from './compare.ts'
import { findBounded, isBoundCovered, isPast, type Limit, limits } from './limits.ts'
import { readSchema, type SchemaNode } from './schema-node.ts'
import { isType, listedValues, type SchemaView, viewSchema } from './schema-view.ts'

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
    const key = `${use.direction}${use.isText}${use.isXml}${use.isFilled}${use.variance ?? 'same'}:${oldNode.key}:${newNode.key}`
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

  function compare(pair: SchemaPair): void {
    if (pair.state !== 'new') return
    pair.state = isWhole(pair) ? 'done' : 'open'
    if (pair.state === 'done') return
    const createInnerPair = (oldNode: SchemaNode, newNode: SchemaNode, use = pair.use) =>
      createPair(oldNode, newNode, use)
    const compared = toCompared(pair)
    if (compared.oldView.choices.length + compared.newView.choices.length > 0)
      checkChoices({ ...compared, pair, oldSide, newSide, pairWith: createInnerPair, isClean, isWithin })
    else checkAll(compared)
    checkSubtypes(compared, pair, oldSide, newSide, createInnerPair)
    pair.state = 'done'
  }

  function toCompared({ use, findings, inner, oldNode, newNode }: SchemaPair): Compared {
    const [oldView, newView] = [oldSide.view(oldNode), newSide.view(newNode)]
    const isCondition = use.variance === 'opposite'
    const judgedAs = isCondition ? flipDirection(use.direction) : use.direction
    const [within, allowed] = judgedAs === 'request' ? [oldView, newView] : [newView, oldView]
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
        const inside: Use = { ...use, isFilled: false, variance: isOpposite ? 'opposite' : 'same' }
        inner.push(createPair(oldSide.node(oldNodes), newSide.node(newNodes), inside))
      },
      look: {
        old: (nodes) => oldSide.view(oldSide.node(nodes)),
        new: (nodes) => newSide.view(newSide.node(nodes)),
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

  return {
    pair: (oldNodes, newNodes, use) => createPair(oldSide.node(oldNodes), newSide.node(newNodes), use),
    reach,
    listParts: ({ oldNode, newNode }) => [oldSide.view(oldNode).parts, newSide.view(newNode).parts],
  }
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

function checkLimits(compared: Compared): void {
  const { declaredTypes: types } = compared.within
  const mayBe = (type: string) => types === undefined || hasType({ types }, type)
  for (const limit of limits) if (mayBe(findBounded(limit.keyword))) checkLimit(compared, limit)
  if (mayBe('number')) checkMultiples(compared)
  if (mayBe('array')) checkUniqueness(compared)
  if (mayBe('string')) checkPatterns(compared)
}

function checkLimit(compared: Compared, limit: Limit): void {
  const { oldView, newView, within, allowed, judgedAs, report } = compared
  const { keyword, sign } = limit
  if (/Contains$/.test(keyword) && [oldView, newView].some((view) => view.first('contains') === undefined))
    return
  const areIntegers = isType(within, 'integer')
  const most = getLimit(allowed, keyword, areIntegers)
  const least = findLeast(compared, keyword, areIntegers)
  if (most === undefined || (least !== undefined && compareNumbers(least, most) * sign <= 0)) return
  if (least === undefined && isBoundCovered(within.limits, limit, most, areIntegers)) return
  if (listedValues(within)?.every((value) => !isPast(value, limit, most))) return
  const oldLimit = getLimit(oldView, keyword)
  const newLimit = getLimit(newView, keyword)
  const former = getLimit(oldView, limit.other ?? '')
  if (oldLimit === undefined && former !== undefined)
    report(movedLimit[judgedAs], `had ${limit.other} ${former} and now has ${keyword} ${newLimit}`)
  else if (oldLimit === undefined) report('breaking-request-limit-added', `now has ${keyword} ${newLimit}`)
  else if (newLimit === undefined)
    report('breaking-response-limit-loosened', `no longer has ${keyword} ${oldLimit}`)
  else report(movedLimit[judgedAs], `had ${keyword} ${oldLimit} and now has ${newLimit}`)
}

const movedLimit = {
  request: 'breaking-request-limit-tightened',
  response: 'breaking-response-limit-loosened',
} as const

/** The bound that values meet, whichever keyword says so. */
function findLeast({ within, use }: Compared, keyword: string, areIntegers: boolean): AnyNumber | undefined {
  const value = getLimit(within, keyword, areIntegers)
  if (keyword === 'minProperties') return Math.max(Number(value), within.required.size)
  if (keyword === 'minLength' && use.isFilled) return Math.max(Number(value), 1)
  if (value !== undefined || !within.formats.has('int32')) return value
  return keyword === 'maximum' ? 2 ** 31 - 1 : keyword === 'minimum' ? -(2 ** 31) : undefined
}

/** A length of at least 0 is none; of integers, the bound is the first that is within it. */
function getLimit({ limits }: SchemaView, keyword: string, areIntegers = false): AnyNumber | undefined {
  const value = limits.get(keyword)
  if (areIntegers && typeof value === 'number' && /^m(?:in|ax)imum$/.test(keyword))
    return keyword === 'minimum' ? Math.ceil(value) : Math.floor(value)
  if (keyword === 'minContains') return value ?? 1
  return /^min(?:Length|Items|Properties)$/.test(keyword) ? (value ?? 0) : value
}

function checkMultiples({ oldView, newView, within, allowed, judgedAs, report }: Compared): void {
  const [known, needed] = [within.multipleOf || Number(isType(within, 'integer')), allowed.multipleOf]
  if (needed === 0 || compareNumbers(known, needed) === 0) return
  const areRatios = typeof known === 'number' && typeof needed === 'number'
  if (areRatios && known > 0 && Math.abs(known / needed - Math.round(known / needed)) < 1e-9) return
  const [oldMultiple, newMultiple] = [oldView.multipleOf || 'none', newView.multipleOf || 'none']
  report(movedLimit[judgedAs], `had multipleOf ${oldMultiple} and now has ${newMultiple}`)
}

function checkUniqueness({ within, allowed, judgedAs, report }: Compared): void {
  if (!allowed.has('uniqueItems', true) || within.has('uniqueItems', true)) return
  if (Number(within.limits.get('maxItems') ?? Infinity) <= 1) return
  report(movedLimit[judgedAs], `may ${judgedAs === 'request' ? 'no longer' : 'now'} repeat an item`)
}
