import type { Check, Passed, Run, Seen } from './check.ts'
import { gather, SchemaBudgetError, type SchemaError, valid } from './schema-error.ts'

/** A schema being compiled, and then what it has become. */
export interface Node {
  steps: readonly Check[]
  /** It has no schemas inside: nothing can lead back to it. */
  isLeaf: boolean
  /** Some keyword of it asks what the others have looked at. */
  asksSeen: boolean
  /** The instances that it is being asked about. */
  readonly entered: unknown[]
}

/** The check of a node. Its steps may be filled in later. */
export function toCheck(node: Node): Check {
  const check: Check = (instance, run, seen) => {
    if (node.isLeaf) {
      spend(run)
      return inOrder(node, instance, run, seen)
    }
    const passed =
      run.passed && typeof instance === 'object' && instance !== null
        ? passedBy(check, run.passed)
        : undefined
    if (passed?.has(Object(instance)) || node.entered.includes(instance)) return valid
    spend(run)
    const errors = enter(node, instance, run, seen)
    if (errors.length === 0) passed?.add(Object(instance))
    return errors
  }
  return check
}

function spend(run: Run): void {
  if (run.budget.left-- <= 0) throw new SchemaBudgetError()
}

/** An instance that is already being looked at is not entered again: what is in question there is here. */
function enter(node: Node, instance: unknown, run: Run, seen: Seen | undefined): readonly SchemaError[] {
  node.entered.push(instance)
  try {
    return inOrder(node, instance, run, seen)
  } finally {
    node.entered.pop()
  }
}

/**
 * Runs the keywords of one schema. An instance of another type than the schema's is not looked at further, unless
 * every error is wanted. What was looked at is told to the schema around only when the instance is valid.
 */
function inOrder(
  { steps, asksSeen }: Node,
  instance: unknown,
  run: Run,
  outer: Seen | undefined,
): readonly SchemaError[] {
  const seen = asksSeen || outer ? { keys: new Set<string>(), items: new Set<number>() } : undefined
  let errors: SchemaError[] | undefined
  for (const step of steps) {
    const found = step(instance, run, seen)
    if (found.length === 0) continue
    errors = gather(errors, found)
    if (!run.allErrors || (!run.everyBranch && found.some(isOwnType))) break
  }
  if (seen && outer && (!errors || outer.always)) {
    for (const key of seen.keys) outer.keys.add(key)
    for (const index of seen.items) outer.items.add(index)
  }
  return errors ?? valid
}

function isOwnType({ keyword, path }: SchemaError): boolean {
  return keyword === 'type' && path.length === 0
}

function passedBy(check: Check, passed: Passed): Set<object> {
  const known = passed.get(check)
  if (known) return known
  const instances = new Set<object>()
  passed.set(check, instances)
  return instances
}

/** For a schema that must hold in any case: what it has looked at is told with its errors, not as one more. */
export function telling(check: Check): Check {
  return (instance, run, seen) =>
    check(instance, run, seen && run.everyBranch ? { ...seen, always: true } : seen)
}
