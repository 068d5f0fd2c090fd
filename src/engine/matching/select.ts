import {
  compileExpression,
  type ExpressionEvaluator,
  type FilterScope,
} from '../jsonpath/compile-expression.ts'
import {
  asksForLength,
  type ChildStep,
  dropDeepWildcards,
  isInSlice,
  type Query,
  type StepSelector,
} from '../jsonpath/query.ts'
import type { Refs } from '../openapi/resolved-view.ts'
import { getRoute, type VisitedNode } from './visited-node.ts'

/** A place that a query finds, and what it hands on of it: the value, or with `~` the key. */
export interface Selected {
  readonly spot: VisitedNode
  readonly value: unknown
}

/** Visits after which a query is given up: references can make a small document endless. */
const maxVisits = 5_000_000

/**
 * Runs one query by itself, step by step, along every way that leads to a node. It can do all that a query can say,
 * but takes as long as the document with every reference written out. Throws when that is too long. As in Spectral, a text
 * has a length in a `field` (`hasTextLength`) and none in `given`.
 */
export function select(
  query: Query,
  root: VisitedNode,
  refs: Refs,
  { hasTextLength = false }: { readonly hasTextLength?: boolean } = {},
): Selected[] {
  const lengths = asksForLength(query)
  const budget = {
    left: maxVisits,
    query: query.text,
    asksForLength: lengths,
    hasTextLength: lengths && hasTextLength,
  }
  let spots: VisitedNode[] = [root]
  let asKey = false
  for (const step of dropDeepWildcards(query.steps)) {
    if (step.kind === 'parent') spots = spots.flatMap(({ parent }) => parent ?? [])
    else if (asKey && step.kind === 'child') spots = []
    else if (step.kind === 'containers')
      spots = spots.flatMap((spot) => collectContainers(spot, refs, budget))
    else if (step.kind === 'child') spots = selectChildren(step, spots, root, refs, budget)
    asKey = step.kind === 'key' || (asKey && step.kind !== 'parent')
  }
  return spots.map((spot) => ({ spot, value: asKey ? spot.key : spot.value }))
}

interface SelectBudget {
  left: number
  readonly query: string
  readonly asksForLength: boolean
  readonly hasTextLength: boolean
}

function selectChildren(
  step: ChildStep,
  spots: readonly VisitedNode[],
  root: VisitedNode,
  refs: Refs,
  budget: SelectBudget,
): VisitedNode[] {
  const accepts = createAccepts(step.selector, root, refs)
  return spots
    .flatMap((spot) => (step.deep ? descend(spot, refs, budget) : [spot]))
    .flatMap((spot) => listChildNodes(spot, refs, budget).filter(accepts))
}

/** The spot, whatever it is, and every object and array below it. */
function collectContainers(spot: VisitedNode, refs: Refs, budget: SelectBudget): VisitedNode[] {
  const found = descend(spot, refs, budget)
  return found.length > 0 ? found : [spot]
}

/** The spot and every object and array below it, in the order of the document. */
function descend(spot: VisitedNode, refs: Refs, budget: SelectBudget): VisitedNode[] {
  const found: VisitedNode[] = []
  const pending = [spot]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    found.push(next)
    for (const child of listChildNodes(next, refs, budget).reverse()) pending.push(child)
  }
  return found
}

function listChildNodes(parent: VisitedNode, refs: Refs, budget: SelectBudget): VisitedNode[] {
  if (budget.hasTextLength && typeof parent.value === 'string')
    return [{ value: parent.value.length, parent, key: 'length', source: undefined }]
  if (typeof parent.value !== 'object' || parent.value === null) return []
  const keys: (string | number)[] = Array.isArray(parent.value)
    ? [...parent.value.keys()]
    : Object.keys(parent.value)
  if (budget.asksForLength && Array.isArray(parent.value)) keys.push('length')
  budget.left -= keys.length
  if (budget.left < 0) throw new Error(`${budget.query} follows too many references`)
  return keys.map((key) => {
    const written = Reflect.get(Object(parent.value), key)
    const target = refs.resolve(written)
    if (!target) return { value: written, parent, key, source: undefined }
    return { value: target.value, parent, key, source: target.path }
  })
}

function createAccepts(
  selector: StepSelector,
  root: VisitedNode,
  refs: Refs,
): (spot: VisitedNode) => boolean {
  switch (selector.kind) {
    case 'wildcard':
      return () => true
    case 'members': {
      const names = new Set(selector.members.map(String))
      return ({ key }) => names.has(String(key))
    }
    case 'slice':
      return ({ parent, key }) => isInSlice(selector, parent?.value, key)
    case 'filter': {
      const evaluate: ExpressionEvaluator = compileExpression(selector.test)
      return (spot) => Boolean(evaluate(createFilterScope(spot, root, refs)))
    }
  }
}

function createFilterScope(spot: VisitedNode, root: VisitedNode, refs: Refs): FilterScope {
  return {
    value: spot.value,
    property: spot.key,
    parent: spot.parent?.value,
    grandparent: spot.parent?.parent?.value,
    parentProperty: spot.parent?.key ?? null,
    root: root.value,
    path: () => `$${getRoute(spot).map(printSegment).join('')}`,
    deref: refs.view,
  }
}

function printSegment(segment: string | number): string {
  return typeof segment === 'number' ? `[${segment}]` : `['${segment}']`
}
