import { once } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import type { ApiChange } from '../api-change.ts'
import { createDiscriminators, type Discriminators, findSchemaName, nameFile } from '../discriminators.ts'
import { type ApiDocument, missingNode, type Node, type Nodes, ownChildren } from '../document.ts'
import { listReferences } from '../read-api.ts'
import type { Same } from '../unchanged.ts'
import { nameTypes } from './check-types.ts'
import type { IsReported, PlaceSide, SchemaPlace, ViewedPlace } from './describe-keywords.ts'
import { compareKeywords, innerKeywords, withSubject } from './describe-keywords.ts'
import { mayOverlap } from './disjoint.ts'
import type { Choice } from './expand.ts'
import { canonical, isNull, listed, readSchema, saysOnly, siblingsCount } from './schema-node.ts'
import { type SchemaView, viewSchema } from './schema-view.ts'
import { createSide } from './schemas.ts'
import { findMemberName, pairChoices } from './variants.ts'

/** A place within another is of the same part. */
type InnerPlace = Omit<SchemaPlace, 'part'> & Partial<SchemaPlace>

/**
 * Describes how schemas differ in what they say, with all that references and allOf join. Each pair of places is described once:
 * what a hundred operations use is described where it is. What is valid is another question, whose answer depends on the use.
 */
export function createSchemaDescription(oldApi: ApiDocument, newApi: ApiDocument, isUnchanged: Same) {
  const places: SchemaPlace[] = []
  const findDiscriminator = { old: createDiscriminators(oldApi), new: createDiscriminators(newApi) }
  const sides = { old: createSide(oldApi), new: createSide(newApi) }
  return {
    /** `name`: the words for what the schema describes, where it is written in place. */
    add: (oldNode: Node, newNode: Node, name: string, part: string): unknown =>
      places.push({ oldNodes: [oldNode], newNodes: [newNode], name, part }),
    list: (isReported: IsReported): readonly ApiChange[] => {
      const changes: ApiChange[] = []
      const ids = new Map<unknown, number>()
      const compared = new Set<string>()
      const identify = (nodes: Nodes) =>
        nodes.map(({ value }) => ids.set(value, ids.get(value) ?? ids.size).get(value)).join()
      const pending = places.toReversed()
      for (let place = pending.pop(); place; place = pending.pop()) {
        const { oldNodes, newNodes } = place
        const isSingle = oldNodes.length === 1 && newNodes.length === 1
        if (isSingle && isUnchanged(oldNodes[0], newNodes[0])) continue
        const key = `${identify(oldNodes)}:${identify(newNodes)}`
        if (compared.has(key)) continue
        compared.add(key)
        for (const inner of describePlace(place, isReported, changes))
          pending.push({ part: place.part, ...inner })
      }
      return changes
    },
  }

  function describePlace(
    place: SchemaPlace,
    isReported: IsReported,
    changes: ApiChange[],
  ): readonly InnerPlace[] {
    const { oldNodes, newNodes, name, part } = place
    const reached = [reachComponents(oldNodes, oldApi), reachComponents(newNodes, newApi)] as const
    const pairs = pairComponents(place, ...reached)
    const oldView = viewRest(oldNodes, [...pairs.map(([node]) => node)], oldApi)
    const newView = viewRest(newNodes, [...pairs.map(([, node]) => node)], newApi)
    // Its place is where it is written, not in what it refers to.
    const written = [oldNodes[0] ?? oldView.at, newNodes[0] ?? newView.at] as const
    const report: ViewedPlace['report'] = (kind, topic, message, at = written) => {
      const known = at === written ? ([oldView.at, newView.at] as const) : at
      const change = { kind, message, part, path: at[1].path, oldPath: at[0].path }
      if (topic === 'text') changes.push({ ...change, about: topic })
      else if (topic === 'name' || !isReported(topic, known[0].path, known[1].path)) changes.push(change)
    }
    const viewWhole = once(() =>
      pairs.length === 0
        ? ([oldView, newView] as const)
        : ([viewRest(oldNodes, [], oldApi), viewRest(newNodes, [], newApi)] as const),
    )
    const offered = once(() => [listOffered(oldView, oldApi), listOffered(newView, newApi)] as const)
    const isOtherDiscriminator = once(
      () =>
        renderDiscriminators(oldView, findDiscriminator.old) !==
        renderDiscriminators(newView, findDiscriminator.new),
    )
    const views = { oldView, newView, viewWhole, offered, sides }
    const viewed = { ...place, ...views, isOtherDiscriminator, isReported, report }
    const [oldName, newName] = reached.map(nameComponent)
    const whole = describeWhole(viewed)
    const isRenamed = pairs.length === 0 || (oldName !== undefined && newName !== undefined)
    const isSaid = name.startsWith(`the alternative ${newName ?? oldName}`)
    if (!whole && isRenamed && name !== '' && oldName !== newName && !isSaid)
      report('changed', 'name', `${name} was ${oldName ?? 'inline'} and is now ${newName ?? 'inline'}`)
    const components = pairs.map(([oldNode, newNode]) => createComponentPlace(oldNode, newNode))
    return [...components, ...(whole ?? describeAll(viewed))]
  }

  /** A schema that becomes a choice of itself and others, or the other way: it says what that alternative says. */
  function describeWhole(viewed: ViewedPlace): readonly InnerPlace[] | undefined {
    const { oldView, newView, oldNodes, newNodes } = viewed
    const [[oldChoice], [newChoice]] = [oldView.choices, newView.choices]
    const choice = oldChoice ?? newChoice
    if (choice === undefined || (oldChoice && newChoice)) return undefined
    const [nodes, api] = newChoice ? ([oldNodes, oldApi] as const) : ([newNodes, newApi] as const)
    const { all, first } = reachComponents(nodes, api)
    const whole = nodes.length === 1 && nodes[0] ? canonical(readSchema(nodes[0], api).value) : ''
    const isWhole = (member: Node) =>
      (first.length === 1 && all.has(keyComponent(member))) || canonical(member.value) === whole
    const match = choice.members.find(isWhole)
    if (match === undefined) return undefined
    reportAlternatives(viewed, newChoice ? 'added' : 'removed', choice.members, new Set([match]), choice)
    return [{ ...viewed, ...(newChoice ? { newNodes: [match] } : { oldNodes: [match] }) }]
  }

  /** Components that both sides have; where each has one alone, also that one: it has another name now. */
  function pairComponents(
    { oldNodes, newNodes }: SchemaPlace,
    oldReached: ReachedComponents,
    newReached: ReachedComponents,
  ): readonly (readonly [Node, Node])[] {
    const shared = [...oldReached.all].flatMap(([key, node]) => {
      const match = newReached.all.get(key)
      return match && !(includesNode(node, oldNodes) && includesNode(match, newNodes))
        ? [[node, match] as const]
        : []
    })
    const [[oldFirst, ...oldOthers], [newFirst, ...newOthers]] = [oldReached.first, newReached.first]
    if (!oldFirst || !newFirst || oldOthers.length + newOthers.length + shared.length > 0) return shared
    return includesNode(oldFirst, oldNodes) && includesNode(newFirst, newNodes) ? [] : [[oldFirst, newFirst]]
  }
}

function createComponentPlace(oldNode: Node, newNode: Node): SchemaPlace {
  return {
    oldNodes: [oldNode],
    newNodes: [newNode],
    name: '',
    part: `schema ${findSchemaName(newNode.path) ?? String(newNode.path.at(-1))}`,
  }
}

function includesNode({ value }: Node, nodes: Nodes): boolean {
  return nodes.some((node) => node.value === value)
}

function viewRest(nodes: Nodes, left: Nodes, api: ApiDocument): SchemaView {
  const omitted = new Set(left.map((node) => readSchema(node, api).value))
  // Texts beside a reference say nothing of what is valid, and are told all the same.
  const isBeside = ({ value }: Node) => siblingsCount(api) && Object.keys(Object(value)).length > 1
  const sources = nodes.map((node) => (isBeside(node) ? api.read('schema', node) : readSchema(node, api)))
  return viewSchema({ key: '', sources, omitted }, api)
}

/** A text of what discriminators say, written or implied, in the words of any version. */
function renderDiscriminators({ parts }: SchemaView, find: Discriminators): string {
  const named = ([value, node]: readonly [string, Node | undefined]) => [
    value,
    node && findSchemaName(node.path),
  ]
  return canonical(
    parts.flatMap((part) => {
      const told = find(part)
      return told ? [[told.property, [...told.schemas].map(named).sort()]] : []
    }),
  )
}

/** The properties of all alternatives. */
function listOffered({ choices }: SchemaView, api: ApiDocument): ReadonlySet<string> {
  const members = choices.flatMap((choice) => choice.members)
  return new Set(members.flatMap((member) => [...viewRest([member], [], api).properties.keys()]))
}

interface ReachedComponents {
  readonly all: ReadonlyMap<string, Node>
  /** Those that are not reached by way of others. */
  readonly first: Nodes
}

/** What is behind more references than this is a place of its own only within these: a chain may have thousands. */
const deepest = 20

/** The targets of references, all of which describe a value together. */
function reachComponents(nodes: Nodes, api: ApiDocument): ReachedComponents {
  const all = new Map<string, Node>()
  const first: Node[] = []
  for (const node of nodes.filter((each) => findSchemaName(each.path))) {
    all.set(keyComponent(node), node)
    first.push(node)
  }
  const pending = nodes.map((node) => ({ node, depth: all.size > 0 ? 1 : 0 }))
  for (const { node, depth } of pending) {
    const { value } = node
    for (const reference of isRecord(value) && depth < deepest ? listReferences(value) : []) {
      const target = api.step(reference)
      const key = target ? keyComponent(target) : ''
      if (!target || all.has(key)) continue
      all.set(key, target)
      if (depth === 0) first.push(target)
      pending.push({ node: target, depth: depth + 1 })
    }
    for (const member of listJoined(node)) pending.push({ node: member, depth })
  }
  return { all, first }
}

/** What an allOf joins, and the only alternative of a choice. */
function listJoined(node: Node): Nodes {
  const lists = ['oneOf', 'anyOf'].map((keyword) => listWritten(node, keyword))
  const only = lists
    .map((list) => list.filter(({ value }) => !isNull(value)))
    .filter(({ length }) => length === 1)
  return [...listWritten(node, 'allOf'), ...only.flat()]
}

function listWritten({ value, path }: Node, keyword: string): Nodes {
  const list: unknown = isRecord(value) ? value[keyword] : undefined
  return Array.isArray(list)
    ? list.map((each: unknown, index) => ({ value: each, path: [...path, keyword, index] }))
    : []
}

/** The component that a schema is, if it is one alone. */
function nameComponent({ first: [target, ...others] }: ReachedComponents): string | undefined {
  return target === undefined || others.length > 0
    ? undefined
    : `\`${findSchemaName(target.path) ?? String(target.path.at(-1))}\``
}

/** Two versions may be in different folders. */
function keyComponent({ path: [start, ...rest] }: Node): string {
  return [nameFile(String(start)), ...rest].join('/')
}

/** Reports what differs, and gives the places within. */
function describeAll(viewed: ViewedPlace): readonly InnerPlace[] {
  const { oldView, newView, name } = viewed
  compareKeywords(viewed)
  compareRequired(viewed)
  return [
    ...compareProperties(viewed),
    ...innerKeywords.flatMap((keyword) => {
      const [oldNodes, newNodes] = [oldView.inner(keyword), newView.inner(keyword)]
      const areSchemas = [...oldNodes, ...newNodes].every(({ value }) => isRecord(value))
      if (oldNodes.length === 0 || newNodes.length === 0 || !areSchemas) return []
      return [{ oldNodes, newNodes, name: name === '' ? keyword : `${keyword} of ${name}` }]
    }),
    ...['patternProperties', 'dependentSchemas', 'prefixItems'].flatMap((keyword) =>
      compareNamed(viewed, keyword),
    ),
    ...pairChoices(oldView, newView).flatMap((pair) => compareChoice(viewed, ...pair)),
  ]
}

function compareRequired({ oldView, newView, name, report }: ViewedPlace): void {
  const say = (property: string, verb: string) => {
    const at = [findProperty(oldView, property), findProperty(newView, property)] as const
    report('changed', 'required', `${nameProperty(name, property)} is ${verb} required`, at)
  }
  for (const property of newView.required)
    if (!oldView.required.has(property) && oldView.properties.has(property)) say(property, 'now')
  for (const property of oldView.required)
    if (!newView.required.has(property) && newView.properties.has(property)) say(property, 'no longer')
}

/** A property, or its place if it had one. */
function findProperty({ properties, at }: SchemaView, property: string): Node {
  return properties.get(property)?.[0] ?? missingNode(at, 'properties', property)
}

function compareProperties(viewed: ViewedPlace): readonly InnerPlace[] {
  const { oldView, newView, viewWhole, offered, name, report } = viewed
  const names = new Set([...newView.properties.keys(), ...oldView.properties.keys()])
  return [...names].flatMap((property) => {
    const oldNodes = oldView.properties.get(property) ?? viewWhole()[0].properties.get(property)
    const newNodes = newView.properties.get(property) ?? viewWhole()[1].properties.get(property)
    if (oldNodes && newNodes) return [{ oldNodes, newNodes, name: nameProperty(name, property) }]
    const [isOld, isNew] = offered().map((all) => all.has(property))
    // It moved into the alternatives, or out of them.
    if (newNodes ? isOld && !isNew : isNew && !isOld) return []
    const kind = newNodes ? 'added' : 'removed'
    const need = newNodes && newView.required.has(property) ? 'required ' : ''
    const at = [findProperty(oldView, property), findProperty(newView, property)] as const
    report(kind, 'property', `the ${need}${nameProperty(name, property)} was ${kind}`, at)
    return []
  })
}

/** `property \`a.b\``, where a property has properties. */
function nameProperty(name: string, property: string): string {
  const [, within] = /^property `(.*)`$/.exec(name) ?? []
  if (within !== undefined) return `property \`${within}.${property}\``
  return name === '' ? `property \`${property}\`` : `property \`${property}\` of ${name}`
}

/** Schemas that a keyword has by name, or by position. */
function compareNamed(viewed: ViewedPlace, keyword: string): readonly InnerPlace[] {
  const { oldView, newView, name, report } = viewed
  const [oldAll, newAll] = [listNamed(oldView, keyword), listNamed(newView, keyword)]
  for (const key of newAll.keys())
    if (!oldAll.has(key)) report('added', 'other', withSubject(name, `${key} was added to ${keyword}`))
  return [...oldAll].flatMap(([key, oldNodes]) => {
    const newNodes = newAll.get(key)
    if (newNodes) return [{ oldNodes, newNodes, name: withSubject(name, `${key} of ${keyword}`) }]
    report('removed', 'other', withSubject(name, `${key} was removed from ${keyword}`))
    return []
  })
}

function listNamed(view: SchemaView, keyword: string): ReadonlyMap<string, Nodes> {
  const name = (key: string, { path }: Node) =>
    typeof path.at(-1) === 'number' ? `item ${Number(key) + 1}` : `\`${key}\``
  const all = view.inner(keyword).flatMap(ownChildren)
  return new Map(
    [...groupBy(all, ([key, node]) => name(key, node))].map(([key, each]) => [
      key,
      each.map(([, node]) => node),
    ]),
  )
}

function compareChoice(
  viewed: ViewedPlace,
  oldChoice: Choice | undefined,
  newChoice: Choice | undefined,
): readonly InnerPlace[] {
  const { name, sides, report } = viewed
  const [oldAll, newAll] = [oldChoice?.members ?? [], newChoice?.members ?? []]
  if (!oldChoice || !newChoice) {
    const form = (newChoice ?? oldChoice)?.keyword === 'anyOf' ? 'an anyOf' : 'a oneOf'
    const words = [...oldAll, ...newAll].map((node) => labelAlternative(node).replace(/^.* that is /, ''))
    const known = [...new Set(words)].filter((word) => word !== unnamed)
    report(
      'changed',
      'other',
      withSubject(
        name,
        `is ${newChoice ? 'now' : 'no longer'} ${form}${known.length > 0 ? ` of ${known.join(', ')}` : ''}`,
      ),
    )
    return []
  }
  if (oldChoice.keyword !== newChoice.keyword)
    report('changed', 'other', withSubject(name, `${oldChoice.keyword} is now ${newChoice.keyword}`))
  const pairs = new Map(pairAlternatives(oldAll, newAll))
  // What is left may have moved into an alternative that has alternatives itself, or out of one.
  const taken = new Set([...pairs].flat())
  const takeApart = (all: Nodes, { keyword }: Choice, { api }: PlaceSide) =>
    new Map(
      all.flatMap((node) => (taken.has(node) ? [] : [[node, listAlternatives(node, keyword, api)] as const])),
    )
  const oldParts = takeApart(oldAll, oldChoice, sides.old)
  const newParts = takeApart(newAll, newChoice, sides.new)
  for (const pair of pairAlternatives([...oldParts.values()].flat(), [...newParts.values()].flat()))
    pairs.set(...pair)
  const [oldPaired, newPaired] = [new Set(pairs.keys()), new Set(pairs.values())]
  reportAlternatives(viewed, 'added', listLeft(newParts, newPaired), newPaired, newChoice)
  reportAlternatives(viewed, 'removed', listLeft(oldParts, oldPaired), oldPaired, oldChoice)
  const isMoved = haveMoved(oldParts, oldPaired, sides.old) || haveMoved(newParts, newPaired, sides.new)
  if (newChoice.keyword === 'oneOf' && isMoved) report('changed', 'other', withSubject(name, moved))
  return [...pairs].map(([node, match]) => {
    if (findSchemaName(node.path) && findSchemaName(match.path)) return createComponentPlace(node, match)
    return { oldNodes: [node], newNodes: [match], name: labelAlternative(node, name) }
  })
}

const moved =
  'alternatives that are not seen to exclude each other moved into a oneOf of their own, or out of one'

/** Whether an alternative has parts with a counterpart, and something may be valid under two of its parts. */
function haveMoved(parts: ReadonlyMap<Node, Nodes>, paired: ReadonlySet<Node>, side: PlaceSide): boolean {
  const toVariant = (part: Node) => ({ node: side.node([part]), name: undefined })
  return [...parts.values()].some(
    (all) => all.some((part) => paired.has(part)) && mayOverlap(all.map(toVariant), side),
  )
}

/** The alternatives that an alternative is a list of, and theirs, if it says nothing else; else itself. */
function listAlternatives(member: Node, keyword: Choice['keyword'], api: ApiDocument): Nodes {
  const found: Node[] = []
  const all = new Map([[member.value, member]])
  for (const node of all.values()) {
    const inner = saysOnly(node.value, [keyword]) ? listed(node, keyword, api) : []
    if (inner.length === 0) found.push(node)
    for (const each of inner) if (!isNull(each.value) && !all.has(each.value)) all.set(each.value, each)
  }
  return found
}

/** Parts without a counterpart; if none of its parts has one, it is the alternative itself. */
function listLeft(parts: ReadonlyMap<Node, Nodes>, paired: ReadonlySet<Node>): Nodes {
  return [...parts].flatMap(([node, all]) => {
    const left = all.filter((part) => !paired.has(part))
    return left.length === all.length ? [node] : left
  })
}

/** Pairs namesakes, then those that are written alike, then those of one type in their order. */
function pairAlternatives(oldAll: Nodes, newAll: Nodes): ReadonlyMap<Node, Node> {
  const [pairs, left] = [new Map<Node, Node>(), new Set(newAll)]
  const keys = [findMemberName, ({ value }: Node) => canonical(value), labelAlternative]
  for (const key of keys) {
    const byKey = groupBy([...left], (node) => key(node))
    for (const node of oldAll.filter((each) => !pairs.has(each))) {
      const own = key(node)
      const match = own === undefined ? undefined : byKey.get(own)?.shift()
      if (match && left.delete(match)) pairs.set(node, match)
    }
  }
  return pairs
}

const unnamed = 'an alternative'

/** `\`Pet\``, or `an alternative that is a string`; with what offers it, `the alternative \`Pet\` of …`. */
function labelAlternative(node: Node, holder?: string): string {
  const [name, { type }] = [findMemberName(node), Object(node.value)]
  const where = holder ? ` of ${holder}` : ''
  if (name !== undefined) return holder === undefined ? `\`${name}\`` : `the alternative \`${name}\`${where}`
  return `${unnamed}${where}${type === undefined ? '' : ` that is ${nameTypes(new Set([type].flat()))}`}`
}

function reportAlternatives(
  { oldView, newView, name, isReported, report }: ViewedPlace,
  kind: 'added' | 'removed',
  all: Nodes,
  known: ReadonlySet<Node>,
  { keyword }: Choice,
): void {
  const told = all.filter((node) => {
    const [old, next] = kind === 'added' ? [oldView.at, node] : [node, newView.at]
    return !known.has(node) && !isReported(`alternative ${kind}`, old.path, next.path)
  })
  const where = `${told.length === 1 ? 'was' : 'were'} ${kind} ${kind === 'added' ? 'to' : 'from'} ${keyword}`
  const labels = told.map((node) => labelAlternative(node)).join(', ')
  if (told.length > 0) report(kind, 'name', withSubject(name, `${labels} ${where}`))
}
