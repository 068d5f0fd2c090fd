import type { RuleFunction } from '../rule.ts'

/**
 * Forgets the type of a function's options, so that functions fit in one table. Sound as long as `run` is only
 * given what `options` has parsed, which is what the ruleset loader does.
 */
export function defineFunction<Options>(definition: RuleFunction<Options>): RuleFunction {
  return definition as RuleFunction
}
