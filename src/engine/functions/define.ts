import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { quote, shorten } from '../print.ts'
import type { FunctionContext, RuleFunction } from '../rule.ts'
import type { FactCheck } from './facts.ts'

interface FunctionDefinition<Value> extends Omit<RuleFunction<Value>, 'options'> {
  /** Called once. Absent: it takes none. */
  readonly options?: (() => z.ZodType<Value>) | undefined
}

/**
 * Forgets the type of a function's options, so that functions fit in one table. Sound as long as `run` is only
 * given what `options` has parsed, which is what the ruleset loader does.
 */
export function defineFunction<Value = undefined>(definition: FunctionDefinition<Value>): RuleFunction {
  const { options = createNoOptions } = definition
  const hasNoOptions = definition.options === undefined
  return { ...definition, hasNoOptions, options: once<z.ZodType>(options) } as RuleFunction
}

/** Absent, null and an empty mapping all say that there are none. */
const createNoOptions = once(() =>
  z
    .union([z.undefined(), z.null(), z.strictObject({})], { error: 'this function takes no options' })
    .transform(() => undefined),
)

/** A function that looks at the whole document, whatever node `given` leads to: rulesets that dashboards export give it `$`. */
export function defineDocumentFunction<Value>(
  name: string,
  check: FactCheck<Value>,
  options?: FunctionDefinition<Value>['options'],
): RuleFunction {
  return defineFunction({ name, options, run: (_target, given, document) => check(document, given) })
}

/** How a message names its subject: the `field`, else the last key of the target's path. */
export function subject(context: FunctionContext): string {
  const name = context.property ?? context.path.at(-1)
  if (name === undefined) return 'Document'
  return typeof name === 'number' ? `Item ${name}` : quote(shorten(String(name)))
}
