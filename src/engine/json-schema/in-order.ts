import type { Check, Run, Seen } from './check.ts'
import { SchemaBudgetError, type SchemaError, valid } from './schema-error.ts'

/**
 * Runs the keywords of one schema. An instance of another type than the schema's is not looked at further, unless
 * every error is wanted. What was looked at is told to the schema around only when the instance is valid.
 */
export function inOrder(
  steps: readonly Check[],
  tracksSeen: boolean,
  instance: unknown,
  run: Run,
  outer: Seen | undefined,
): readonly SchemaError[] {
  const seen = tracksSeen ? { keys: new Set<string>(), items: new Set<number>() } : undefined
  let errors: readonly SchemaError[] = valid
  for (const step of steps) {
    const found = step(instance, run, seen)
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

function isOwnType({ keyword, path }: SchemaError): boolean {
  return keyword === 'type' && path.length === 0
}

/** A check that does not enter an instance that it is already looking at: what is in question there is here. */
export function guarded(check: Check): Check {
  const entered: unknown[] = []
  const guard: Check = (instance, run, seen) => {
    const isContainer = typeof instance === 'object' && instance !== null
    const passed = isContainer && run.passed ? passedBy(guard, run.passed) : undefined
    if (passed?.has(Object(instance)) || entered.includes(instance)) return valid
    if (run.budget.left-- <= 0) throw new SchemaBudgetError()
    entered.push(instance)
    try {
      const errors = check(instance, run, seen)
      if (errors.length === 0) passed?.add(Object(instance))
      return errors
    } finally {
      entered.pop()
    }
  }
  return guard
}

function passedBy(check: Check, passed: Map<Check, WeakSet<object>>): WeakSet<object> {
  const known = passed.get(check)
  if (known) return known
  const instances = new WeakSet<object>()
  passed.set(check, instances)
  return instances
}

/** For a schema that must hold in any case: what it has looked at is told with its errors, not as one more. */
export function telling(check: Check): Check {
  return (instance, run, seen) =>
    check(instance, run, seen && run.everyBranch ? { ...seen, always: true } : seen)
}
