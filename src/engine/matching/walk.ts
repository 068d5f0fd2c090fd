/**
 * One traversal of a document for all queries of a plan.
 *
 * Input: the document's root, its references, and a plan (see compile.ts). Each node is visited in the order of the
 * document, with the config that its path has led to; subtrees in which nothing waits are not entered. In a resolved
 * document a `$ref` object is its target: the walk goes on there, and the target's own path is the path of all that is
 * found in it.
 *
 * Order of events for one child of a node:
 *   1. the `$ref` is followed; the child's config is made from its key and the tests (`findConfig`)
 *   2. matches of queries with `^` or `~` are handed on, since they belong to this way of reaching the child
 *   3. from the config is taken what the child has already been visited with, if it is one that references lead to:
 *      cycles end here, and a shared schema is visited once for each state, however often it is referred to
 *   4. the other matches are handed on
 *   5. unless nothing waits any more, the child's children
 *
 * There is no recursion: a document may be as deep as memory allows.
 */
import { isObject, isRecord } from '../../core/model/record.ts'
import type { FilterScope } from '../jsonpath/compile-expression.ts'
import { hasSiblings, type Refs } from '../openapi/resolved-view.ts'
import type { Plan } from './compile.ts'
import type { Config } from './configs.ts'
import { createRootNode, type VisitedNode } from './visited-node.ts'

/** A match: the query's index in the plan, the value to hand on, and the spot that it belongs to. */
export type OnMatch = (query: number, value: unknown, spot: VisitedNode) => void

interface Frame extends VisitedNode {
  /** The frame that the walk goes back to from this one. */
  readonly above: Frame | undefined
  readonly config: Config
  /** No reference was followed on the way. */
  readonly isDirect: boolean
  /** The members of an object; undefined for an array. */
  readonly members: Readonly<Record<string, unknown>> | undefined
  readonly keys: readonly string[]
  readonly items: readonly unknown[]
  readonly size: number
  next: number
}

/** Finds all matches of the plan's automaton; with `atReferences` a target of references once for each, placed there. */
export function walk(root: unknown, refs: Refs, plan: Plan, onMatch: OnMatch, atReferences = false): void {
  const takeNew = createVisits(refs.targets, { byKey: plan.asksParentKey, byDirectness: refs.haveSiblings })
  const turnTo = createMovingScope(root, refs)
  let frame = arrive(createRootNode(root, refs), plan.start, undefined, true)
  while (frame) frame = frame.next === frame.size ? frame.above : (step(frame) ?? frame)

  /** Goes to the next child: the frame of it, if the walk is to go on there. */
  function step(frame: Frame): Frame | undefined {
    const index = frame.next++
    const key = frame.members ? (frame.keys[index] ?? '') : index
    const written = frame.members ? frame.members[key] : frame.items[index]
    if (!isObject(written)) return visitScalar(frame, key, written)
    const reference = refs.resolve(written)
    const value = reference ? reference.value : written
    const config = findConfig(frame, key, value)
    if (!config.hasMatches && (config.isIdle || !isObject(value))) return undefined
    const spot = { value, parent: frame, key, source: reference?.path }
    if (reference && (atReferences || (frame.isDirect && hasSiblings(written))))
      return arriveBesideSiblings(spot, config, frame)
    return arrive(spot, config, frame, frame.isDirect && !reference)
  }

  /** Most nodes of a document are scalars that nothing matches. */
  function visitScalar(frame: Frame, key: string | number, value: unknown): undefined {
    const config = findConfig(frame, key, value)
    if (config.hasMatches)
      arrive({ value, parent: frame, key, source: undefined }, config, frame, frame.isDirect)
  }

  function findConfig(frame: Frame, key: string | number, value: unknown): Config {
    const tests = isObject(value) ? frame.config.tests : frame.config.scalarTests
    const members = isRecord(value) ? value : undefined
    let config = frame.config.enter(key)
    let turned: FilterScope | undefined
    for (let index = 0; index < tests.length; index++) {
      const tested = tests[index]
      if (!tested || (members && tested.test.needs && !hasAny(members, tested.test.needs))) continue
      turned ??= turnTo(frame, key, value)
      if (tested.test.passes(turned)) config = config.plus(tested.adds)
    }
    return config
  }

  function arrive(
    spot: VisitedNode,
    config: Config,
    parent: Frame | undefined,
    isDirect: boolean,
  ): Frame | undefined {
    if (config.matchedByEdge.length > 0)
      for (const query of config.matchedByEdge) handOnEdge(query, spot, parent)
    const { value } = spot
    const left = isObject(value) ? takeNew(value, spot.key, isDirect, config) : config
    const { matched } = left
    for (let index = 0; index < matched.length; index++) onMatch(matched[index] ?? 0, value, spot)
    return descend(spot, left, isDirect, parent)
  }

  /** Spectral places what a `$ref` with siblings itself matches at the `$ref`, and what is below at the target. */
  function arriveBesideSiblings(spot: VisitedNode, config: Config, parent: Frame): Frame | undefined {
    const here = { ...spot, source: undefined }
    for (const query of config.matchedByEdge) handOnEdge(query, here, parent)
    for (const query of config.matched) onMatch(query, here.value, here)
    if (!isObject(spot.value)) return undefined
    return descend(spot, takeNew(spot.value, spot.key, false, config.waitingOnly()), false, parent)
  }

  function handOnEdge(query: number, spot: VisitedNode, parent: Frame | undefined): void {
    const modifiers = plan.modifiers[query]
    const at = modifiers?.parents === 1 ? parent : spot
    if (at) onMatch(query, modifiers?.key ? at.key : at.value, at)
  }
}

function descend(
  { value, parent, key, source }: VisitedNode,
  config: Config,
  isDirect: boolean,
  above: Frame | undefined,
): Frame | undefined {
  if (config.isIdle || !isObject(value)) return undefined
  const members = isRecord(value) ? value : undefined
  const items = Array.isArray(value) ? value : none
  const keys = members ? Object.keys(members) : none
  const size = members ? keys.length : items.length
  return { value, parent, key, source, above, config, isDirect, members, keys, items, size, next: 0 }
}

function hasAny(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  for (let index = 0; index < names.length; index++) if (value[names[index] ?? ''] !== undefined) return true
  return false
}

const none: readonly never[] = []

/** The one scope of a walk, turned to each child in its turn: making one for each of a million nodes would be most of the work. */
function createMovingScope(
  root: unknown,
  refs: Refs,
): (parent: VisitedNode, key: string | number, value: unknown) => FilterScope {
  const scope = {
    value: undefined as unknown,
    property: null as string | number | null,
    parent: undefined as unknown,
    grandparent: undefined as unknown,
    parentProperty: null as string | number | null,
    root,
    path: () => '',
    deref: refs.view,
  }
  return (parent, key, value) => {
    scope.value = value
    scope.property = key
    scope.parent = parent.value
    scope.grandparent = parent.parent?.value
    scope.parentProperty = parent.key
    return scope
  }
}

type Visited = Map<object, Map<string | number | null, Config>>

/**
 * Gives the part of a config that is new at a node reached under a key; `isDirect`: no reference was followed on the way. Nodes that no
 * reference leads to are always new; of the others it remembers with which configs they were visited, for each way that counts.
 */
function createVisits(
  targets: ReadonlySet<object>,
  differ: { readonly byKey: boolean; readonly byDirectness: boolean },
): (node: object, key: VisitedNode['key'], isDirect: boolean, config: Config) => Config {
  const visited: Visited = new Map()
  const visitedDirectly: Visited = differ.byDirectness ? new Map() : visited
  return (node, key, isDirect, config) => {
    if (!targets.has(node)) return config
    const configs = listConfigs(isDirect ? visitedDirectly : visited, node)
    const slot = differ.byKey ? key : null
    const before = configs.get(slot)
    const left = before ? config.minus(before) : config
    if (left.members.length > 0) configs.set(slot, before ? before.plus(left.members) : config)
    return left
  }
}

function listConfigs(visited: Visited, value: object): Map<string | number | null, Config> {
  const known = visited.get(value)
  if (known) return known
  const configs = new Map<string | number | null, Config>()
  visited.set(value, configs)
  return configs
}
