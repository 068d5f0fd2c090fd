import { isObject } from '../../core/model/record.ts'
import type { CheckRun, EvaluatedParts, PassedInstances, SchemaCheck } from './check.ts'
import { isOwnType, SchemaBudgetError, type SchemaError, valid } from './schema-error.ts'

/** A schema with others inside: it is there before they are, for they may lead back to it. */
export interface SchemaNodeState {
  readonly check: SchemaCheck
  steps: readonly SchemaCheck[]
}

interface EnteredInstance {
  readonly instance: unknown
  readonly around: EnteredInstance | undefined
}

/** `asksSeen`: some keyword of it asks what the others have looked at. */
export function createNode(asksSeen: boolean): SchemaNodeState {
  /** The instances that it is being asked about, of one run: a run that was ended from outside leaves some. */
  let entered: EnteredInstance | undefined
  let budget: CheckRun['budget'] | undefined
  const check: SchemaCheck = (instance, run, seen) => {
    // Who asks what was looked at has to have it looked at again.
    const passed = !seen && isObject(instance) ? run.passed : undefined
    if (budget !== run.budget) {
      budget = run.budget
      entered = undefined
    }
    const cost = passed?.costOf(check, Object(instance))
    if (cost !== undefined) {
      if (run.budget.left < cost) throw new SchemaBudgetError()
      run.budget.left -= cost
      return valid
    }
    const around = entered
    for (let at = around; at; at = at.around) if (Object.is(at.instance, instance)) return valid
    const { left } = run.budget
    if (run.budget.left-- <= 0) throw new SchemaBudgetError()
    entered = { instance, around }
    try {
      const errors = runSteps(node.steps, asksSeen, instance, run, seen)
      if (errors.length === 0) passed?.add(check, Object(instance), left - run.budget.left)
      return errors
    } finally {
      entered = around
    }
  }
  const node: SchemaNodeState = { check, steps: [] }
  return node
}

/**
 * The check of a schema that is a reference and nothing else: that of its target, which looks after itself. Of a circle
 * of such schemas, one leads to its own node and stays one.
 */
export function skipNode(node: SchemaNodeState, target: SchemaCheck): SchemaCheck {
  return (instance, run, seen) => (seen ? node.check(instance, run, seen) : target(instance, run, undefined))
}

const leaves = new WeakMap<SchemaCheck, SchemaCheck>()

/** The check of a schema without others inside. Most are a type and nothing else, and share theirs. */
export function toLeaf(steps: readonly SchemaCheck[], asksSeen: boolean): SchemaCheck {
  const only = steps.length === 1 && !asksSeen ? steps[0] : undefined
  const known = only && leaves.get(only)
  if (known) return known
  const leaf: SchemaCheck = (instance, run, seen) => {
    if (run.budget.left-- <= 0) throw new SchemaBudgetError()
    return only && !seen ? only(instance, run, undefined) : runSteps(steps, asksSeen, instance, run, seen)
  }
  if (only) leaves.set(only, leaf)
  return leaf
}

/**
 * Runs the keywords of one schema. An instance of another type than the schema's is not checked further, unless
 * every error is wanted. The enclosing schema learns what was evaluated only when the instance is valid.
 */
function runSteps(
  steps: readonly SchemaCheck[],
  asksSeen: boolean,
  instance: unknown,
  run: CheckRun,
  outer: EvaluatedParts | undefined,
): readonly SchemaError[] {
  const seen = asksSeen || outer ? { keys: new Set<string>(), items: new Set<number>() } : undefined
  let errors = valid
  for (let index = 0; index < steps.length; index++) {
    const found = steps[index]?.(instance, run, seen) ?? valid
    if (found.length === 0) continue
    errors = errors.length === 0 ? found : [...errors, ...found]
    if (!run.allErrors || (!run.everyBranch && found.some(isOwnType))) break
  }
  if (seen && outer && (errors.length === 0 || outer.always)) {
    for (const key of seen.keys) outer.keys.add(key)
    for (const index of seen.items) outer.items.add(index)
  }
  return errors
}

/** For a schema that must hold in any case: reports what it evaluated together with its errors. */
export function recordAlways(check: SchemaCheck): SchemaCheck {
  return (instance, run, seen) =>
    check(instance, run, seen && run.everyBranch ? { ...seen, always: true } : seen)
}

/**
 * `isCharged`: to pass again takes as much from the budget as the first time, so that it ends where it would without. Such a memory
 * outlives documents, which it lets go.
 */
export function createPassed({ isCharged }: { readonly isCharged: boolean }): PassedInstances {
  const costs = new Map<SchemaCheck, Map<object, number> | WeakMap<object, number>>()
  return {
    costOf: (check, instance) => costs.get(check)?.get(instance),
    add: (check, instance, cost) => {
      const known = costs.get(check)
      const own = known ?? (isCharged ? new WeakMap<object, number>() : new Map<object, number>())
      if (!known) costs.set(check, own)
      own.set(instance, isCharged ? cost : 0)
    },
  }
}
