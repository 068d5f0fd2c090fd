import type { z } from 'zod'
import type { RuleFunction } from '../rule.ts'
import { defineFunction } from './define.ts'

/** A function whose code or data only those rulesets load that name it. Its `run` is there once it is prepared. */
export function defineLazyFunction<Options>(
  name: string,
  options: z.ZodType<Options>,
  load: () => Promise<RuleFunction<Options>['run']>,
): RuleFunction {
  let loaded: RuleFunction<Options>['run'] | undefined
  return defineFunction<Options>({
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
