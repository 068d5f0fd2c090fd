import { z } from 'zod'
import { once } from '../../model/once.ts'
import type { RuleFunction } from '../rule.ts'
import type { Check } from './facts.ts'

type Options<Value> = (() => z.ZodType<Value>) | undefined
type Run<Value> = RuleFunction<Value>['run']

interface Definition<Value> extends Omit<RuleFunction<Value>, 'options'> {
  /** Absent: it takes none. */
  readonly options?: Options<Value>
}

/**
 * Forgets the type of a function's options, so that functions fit in one table. Sound as long as `run` is only
 * given what `options` has parsed, which is what the ruleset loader does.
 */
export function defineFunction<Value = undefined>(definition: Definition<Value>): RuleFunction {
  return { ...definition, options: definition.options ?? noOptions } as RuleFunction
}

/** Absent, null and an empty mapping all say that there are none. */
const noOptions = once(() =>
  z
    .union([z.undefined(), z.null(), z.strictObject({})], { error: 'this function takes no options' })
    .transform(() => undefined),
)

/** A function that looks at the whole document, whatever node `given` leads to: rulesets that dashboards export give it `$`. */
export function defineDocumentFunction<Value>(
  name: string,
  check: Check<Value>,
  options?: Options<Value>,
): RuleFunction {
  return defineFunction({ name, options, run: (_target, given, document) => check(document, given) })
}

/** A function whose code or data only those rulesets load that name it. Its `run` is there once it is prepared. */
export function defineLazyFunction<Value>(
  name: string,
  load: () => Promise<Run<Value>>,
  options?: Options<Value>,
): RuleFunction {
  let loaded: Run<Value> | undefined
  return defineFunction<Value>({
    name,
    options,
    prepare: async () => {
      loaded ??= await load()
    },
    run: (target, given, context) => {
      if (!loaded) throw new Error(`the function ${name} has not been prepared`)
      return loaded(target, given, context)
    },
  })
}
