import type { z } from 'zod'
import type { FunctionResult, RuleFunction, WholeDocument } from '../../rule.ts'
import { defineFunction } from '../define.ts'

/**
 * A function that looks at the whole document, whatever node `given` leads to, and follows references whether or not
 * the rule is `resolved`. Rulesets that dashboards export give it `$` and rely on both.
 */
export function defineDocumentFunction<Options>(
  name: string,
  options: z.ZodType<Options>,
  check: (document: WholeDocument, options: Options) => readonly FunctionResult[],
): RuleFunction {
  return defineFunction({ name, options, run: (_target, given, document) => check(document, given) })
}
