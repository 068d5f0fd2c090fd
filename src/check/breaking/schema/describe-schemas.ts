import { isRecord } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import type { ApiChange } from '../api-change.ts'
import { findSchemaName, nameFile } from '../discriminators.ts'
import { type ApiDocument, missingNode, type Node, type Nodes, ownChildren } from '../document.ts'
import { listReferences } from '../read-api.ts'
import type { Same } from '../unchanged.ts'
import { nameTypes } from './check-types.ts'
import {
  compareKeywords,
  type IsReported,
  innerKeywords,
  type SchemaPlace,
  type ViewedPlace,
  withSubject,
} from './describe-keywords.ts'
import type { Choice } from './expand.ts'
import { canonical, isNull, readSchema, siblingsCount } from './schema-node.ts'
import { type SchemaView, viewSchema } from './schema-view.ts'
import { findMemberName } from './variants.ts'

/** A place within another is of the same part. */
type InnerPlace = Omit<SchemaPlace, 'part'> & Partial<SchemaPlace>

/**
 * Describes how schemas differ in what they say, with all that references and allOf join. Each pair of places is described once:
 * what a hundred operations use is described where it is. What is valid is another question, whose answer depends on the use.
 */
export function createSchemaDescription(oldApi: ApiDocument, newApi: ApiDocument, isUnchanged: Same) {
  const places: SchemaPlace[] = []
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
    const pairs = pairComponents(oldNodes, newNodes)
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
    const wholeViews =
      pairs.length === 0
        ? ([oldView, newView] as const)
        : ([viewRest(oldNodes, [], oldApi), viewRest(newNodes, [], newApi)] as const)
    const viewed: ViewedPlace = { ...place, oldView, newView, wholeViews, isReported, report }
    const [oldName, newName] = [nameComponent(oldNodes, oldApi), nameComponent(newNodes, newApi)]
    const whole = describeWhole(viewed, oldName, newName)
    const isRenamed = pairs.length === 0 || (oldName !== undefined && newName !== undefined)
    if (!whole && isRenamed && name !== '' && oldName !== newName)
      report('changed', 'name', `${name} was ${oldName ?? 'inline'} and is now ${newName ?? 'inline'}`)
    const components = pairs.map(([oldNode, newNode]) => createComponentPlace(oldNode, newNode))
    return [...components, ...(whole ?? describeAll(viewed))]
  }

  /** Components that both sides have; where each has one alone, also that one: it has another name now. */
  function pairComponents(oldNodes: Nodes, newNodes: Nodes): readonly (readonly [Node, Node])[] {
    const [oldReached, newReached] = [reachComponents(oldNodes, oldApi), reachComponents(newNodes, newApi)]
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

interface ReachedComponents {
  readonly all: ReadonlyMap<string, Node>
  /** Those that are not reached by way of others. */
  readonly first: Nodes
}

/** The targets of references, all of which describe a value together. */
function reachComponents(nodes: Nodes, api: ApiDocument): ReachedComponents {
  const all = new Map<string, Node>()
  const first: Node[] = []
  for (const node of nodes.filter((each) => findSchemaName(each.path))) {
    all.set(keyComponent(node), node)
    first.push(node)
  }
  const pending = nodes.map((node) => ({ node, isInside: all.size > 0 }))
  for (const { node, isInside } of pending) {
    const { value } = node
    for (const reference of isRecord(value) ? listReferences(value) : []) {
      const target = api.step(reference)
      const key = target ? keyComponent(target) : ''
      if (!target || all.has(key)) continue
      all.set(key, target)
      if (!isInside) first.push(target)
      pending.push({ node: target, isInside: true })
    }
    for (const member of listJoined(node)) pending.push({ node: member, isInside })
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
function nameComponent(nodes: Nodes, api: ApiDocument): string | undefined {
  const [target, ...others] = reachComponents(nodes, api).first
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
    ...compareChoices(viewed),
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

function compareProperties({ oldView, newView, name, report }: ViewedPlace): readonly InnerPlace[] {
  const say = (kind: 'added' | 'removed', property: string, need = '') => {
    const at = [findProperty(oldView, property), findProperty(newView, property)] as const
    report(kind, 'property', `the ${need}${nameProperty(name, property)} was ${kind}`, at)
  }
  for (const property of newView.properties.keys())
    if (!oldView.properties.has(property))
      say('added', property, newView.required.has(property) ? 'required ' : '')
  return [...oldView.properties].flatMap(([property, oldNodes]) => {
    const newNodes = newView.properties.get(property)
    if (newNodes) return [{ oldNodes, newNodes, name: nameProperty(name, property) }]
    say('removed', property)
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

function compareChoices(viewed: ViewedPlace): readonly InnerPlace[] {
  const { oldView, newView } = viewed
  const count = Math.max(oldView.choices.length, newView.choices.length)
  return Array.from({ length: count }, (_, index) =>
    compareChoice(viewed, oldView.choices[index], newView.choices[index]),
  ).flat()
}

function compareChoice(
  viewed: ViewedPlace,
  oldChoice: Choice | undefined,
  newChoice: Choice | undefined,
): readonly InnerPlace[] {
  const { name, report } = viewed
  const [oldList, newList] = [listAlternatives(oldChoice, newChoice), listAlternatives(newChoice, oldChoice)]
  const keyword = (newChoice ?? oldChoice)?.keyword ?? ''
  if (oldChoice && newChoice && oldChoice.keyword !== keyword)
    report('changed', 'other', withSubject(name, `${oldChoice.keyword} is now ${keyword}`))
  reportAlternatives(viewed, 'added', newList, oldList, `added to ${keyword}`)
  reportAlternatives(viewed, 'removed', oldList, newList, `removed from ${keyword}`)
  return [...oldList].flatMap(([key, { node, label }]): InnerPlace[] => {
    const match = newList.get(key)
    if (!match) return []
    if (findSchemaName(node.path) && findSchemaName(match.node.path))
      return [createComponentPlace(node, match.node)]
    return [{ oldNodes: [node], newNodes: [match.node], name: withSubject(name, `${label} of ${keyword}`) }]
  })
}

type Alternatives = ReadonlyMap<string, { readonly node: Node; readonly label: string }>

/** By name. Those without one are numbered among their like, without those that the other version has as they are. */
function listAlternatives(choice: Choice | undefined, other: Choice | undefined): Alternatives {
  const same = new Set(other?.members.map(({ value }) => canonical(value)))
  const found = new Map<string, { node: Node; label: string }>()
  for (const node of choice?.members ?? []) {
    const label = labelAlternative(node)
    if (!label.startsWith('`') && same.has(canonical(node.value))) continue
    let key = label
    for (let number = 2; found.has(key); number++) key = `${label} ${number}`
    found.set(key, { node, label })
  }
  return found
}

function labelAlternative(node: Node): string {
  const { $ref: ref, type } = Object(node.value)
  const name = findMemberName(typeof ref === 'string' ? { ...node, path: ref.split('/').slice(1) } : node)
  if (name !== undefined) return `\`${name}\``
  return type === undefined ? 'an alternative' : `an alternative that is ${nameTypes(new Set([type].flat()))}`
}

function reportAlternatives(
  { oldView, newView, name, isReported, report }: ViewedPlace,
  kind: 'added' | 'removed',
  list: Alternatives,
  other: Alternatives,
  where: string,
): void {
  const topic = `alternative ${kind}` as const
  const place = (node: Node) =>
    kind === 'added' ? ([oldView.at, node] as const) : ([node, newView.at] as const)
  const told = [...list].flatMap(([key, { node, label }]) => {
    const [old, next] = place(node)
    return other.has(key) || isReported(topic, old.path, next.path) ? [] : [label]
  })
  const verb = told.length === 1 ? 'was' : 'were'
  if (told.length > 0) report(kind, 'name', withSubject(name, `${told.join(', ')} ${verb} ${where}`))
}

/** A component that becomes a choice of itself and others, or the other way: it says what that alternative says. */
function describeWhole(
  viewed: ViewedPlace,
  oldName: string | undefined,
  newName: string | undefined,
): readonly InnerPlace[] | undefined {
  const { oldView, newView } = viewed
  const [[oldChoice], [newChoice]] = [oldView.choices, newView.choices]
  if ((oldChoice === undefined) === (newChoice === undefined)) return undefined
  const list = listAlternatives(newChoice ?? oldChoice, undefined)
  const name = newChoice ? oldName : newName
  const match = name === undefined ? undefined : list.get(name)
  if (name === undefined || match === undefined) return undefined
  const whole: Alternatives = new Map([[name, match]])
  if (newChoice) reportAlternatives(viewed, 'added', list, whole, `added to ${newChoice.keyword}`)
  else reportAlternatives(viewed, 'removed', list, whole, `removed from ${oldChoice?.keyword}`)
  return [{ ...viewed, ...(newChoice ? { newNodes: [match.node] } : { oldNodes: [match.node] }) }]
}
