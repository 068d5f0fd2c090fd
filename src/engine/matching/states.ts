import {
  compileExpression,
  type ExpressionEvaluator,
  type FilterScope,
} from '../jsonpath/compile-expression.ts'
import {
  asksForContainer,
  hasPattern,
  listNeededMembers,
  looksAtKeyOnly,
  mentions,
} from '../jsonpath/expression-facts.ts'
import {
  asksForLength,
  type ChildStep,
  dropDeepWildcards,
  type FilterSelector,
  isInSlice,
  type Query,
  type SliceSelector,
} from '../jsonpath/query.ts'
import type { EvaluationProgress } from '../progress.ts'

/** A match can stand for an ancestor of the node, or for its key instead of the value. */
export interface Modifiers {
  readonly parents: number
  readonly key: boolean
}

/** A condition on a child, besides its key. */
export interface StateTest {
  /** Equal tests have equal keys. */
  readonly key: string
  /** Whether the answer is truthy: there are hundreds of thousands. */
  readonly passes: (scope: FilterScope) => unknown
  /** No value passes but objects and arrays: most nodes are neither. */
  readonly asksForContainer: boolean
  /** No object passes that has none of these members: few have one. */
  readonly needs: readonly string[] | undefined
}

export type Accepts =
  | { readonly kind: 'any' }
  | { readonly kind: 'names'; readonly names: ReadonlySet<string> }
  /** Decided by the key alone: the answer for a key never changes. */
  | { readonly kind: 'key'; readonly passes: (key: string | number) => boolean }
  | { readonly kind: 'test'; readonly test: StateTest }

/** A state: one step of one query. */
export interface State {
  readonly id: number
  readonly query: number
  readonly accepts: Accepts
  /** Goes on waiting below each child. */
  readonly isDeep: boolean
  /** The state of the next step, or -1 when this is the last. */
  readonly next: number
}

/** A query as the automaton can carry it. */
export interface QueryShape {
  readonly steps: readonly ChildStep[]
  readonly modifiers: Modifiers
  readonly matchesRoot: boolean
}

const everyContainer: ChildStep = {
  kind: 'child',
  deep: true,
  selector: {
    kind: 'filter',
    text: '@object()',
    test: { kind: 'function', name: '@object', args: [{ kind: 'variable', name: 'value' }] },
  },
}

/** The steps and modifiers of a query that the automaton can carry; undefined for any other. */
export function findShape(query: Query): QueryShape | undefined {
  if (asksForLength(query)) return undefined
  const steps: ChildStep[] = []
  let modifiers: Modifiers = { parents: 0, key: false }
  let everywhere = false
  for (const step of dropDeepWildcards(query.steps)) {
    if (step.kind === 'parent') modifiers = { parents: modifiers.parents + 1, key: false }
    else if (step.kind === 'key') modifiers = { ...modifiers, key: true }
    else if (modifiers.parents > 0 || modifiers.key || everywhere || asksForRoute(step)) return undefined
    else if (step.kind === 'child') steps.push(step)
    else if (steps.length > 0) return undefined
    else everywhere = steps.push(everyContainer) > 0
  }
  if (modifiers.parents > 1) return undefined
  return {
    steps,
    modifiers,
    matchesRoot: (steps.length === 0 || everywhere) && modifiers.parents === 0,
  }
}

/** Whether the answer depends on more of the way to a node than its own parent. */
function asksForRoute(step: Query['steps'][number]): boolean {
  return acceptsKey(step, 'path') || acceptsKey(step, 'parent')
}

export function acceptsKey(
  step: Query['steps'][number],
  variable: 'path' | 'parent' | 'parentProperty',
): boolean {
  return step.kind === 'child' && step.selector.kind === 'filter' && mentions(step.selector.test, [variable])
}

export function toState(
  id: number,
  query: number,
  step: ChildStep,
  isLast: boolean,
  progress: EvaluationProgress,
): State {
  return { id, query, accepts: toAccepts(step, progress), isDeep: step.deep, next: isLast ? -1 : id + 1 }
}

function toAccepts({ selector }: ChildStep, progress: EvaluationProgress): Accepts {
  switch (selector.kind) {
    case 'wildcard':
      return { kind: 'any' }
    case 'members':
      return { kind: 'names', names: new Set(selector.members.map(String)) }
    case 'slice':
      return { kind: 'test', test: createSliceTest(selector) }
    case 'filter':
      return looksAtKeyOnly(selector.test)
        ? { kind: 'key', passes: createKeyTest(selector, progress) }
        : { kind: 'test', test: filterTest(selector, progress) }
  }
}

function createSliceTest(slice: SliceSelector): StateTest {
  return {
    key: `${slice.start}:${slice.end}:${slice.step}`,
    passes: ({ parent, property }) => isInSlice(slice, parent, property),
    asksForContainer: false,
    needs: undefined,
  }
}

function filterTest(selector: FilterSelector, progress: EvaluationProgress): StateTest {
  const { text, test } = selector
  return {
    key: `?${text}`,
    passes: compileNoted(selector, progress),
    asksForContainer: asksForContainer(test),
    needs: listNeededMembers(test),
  }
}

/** In a filter only a pattern can take long. */
function compileNoted({ test, text }: FilterSelector, progress: EvaluationProgress): ExpressionEvaluator {
  const evaluate = compileExpression(test)
  if (!hasPattern(test)) return evaluate
  return (scope) => {
    progress.filter = text
    return evaluate(scope)
  }
}

function createKeyTest(
  selector: FilterSelector,
  progress: EvaluationProgress,
): (key: string | number) => boolean {
  const evaluate = compileNoted(selector, progress)
  const nothing = {
    value: undefined,
    parent: undefined,
    grandparent: undefined,
    parentProperty: null,
    root: undefined,
  }
  const unseen = { ...nothing, path: () => '', deref: (value: unknown) => value }
  return (property) => Boolean(evaluate({ ...unseen, property }))
}
