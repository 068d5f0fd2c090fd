import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { type DocumentOperation, type JsonMapping, listOperations } from '../openapi/operations.ts'
import { collectParts } from '../openapi/parts.ts'
import type { SlotKind } from '../openapi/shape.ts'
import { quote, shorten } from '../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../rule.ts'

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
  check: (document: FunctionContext, options: Value) => readonly FunctionResult[],
  options?: FunctionDefinition<Value>['options'],
): RuleFunction {
  return defineFunction({ name, options, run: (_target, given, document) => check(document, given) })
}

/** What is wrong with a part of a document. */
export type PartFaults = FunctionResult | readonly FunctionResult[] | undefined

function placeFaults(faults: PartFaults, path: () => Path): readonly FunctionResult[] {
  return [faults ?? []].flat().map((fault) => ({ ...fault, path: [...path(), ...(fault.path ?? [])] }))
}

/** As `defineDocumentFunction`, of each object of some kinds, in the document or in a file: paths begin there. */
export function definePartFunction<Value = undefined>(
  name: string,
  kinds: SlotKind | readonly SlotKind[],
  check: (part: JsonMapping, document: FunctionContext, options: Value, path: () => Path) => PartFaults,
  options?: FunctionDefinition<Value>['options'],
): RuleFunction {
  return defineDocumentFunction<Value>(
    name,
    (document, given) =>
      [kinds]
        .flat()
        .flatMap((kind) => collectParts(document, kind))
        .flatMap(({ value, path }) => placeFaults(check(value, document, given, path), path)),
    options,
  )
}

/** As `defineDocumentFunction`, of each operation of `paths`: paths begin there. */
export function defineOperationFunction<Value = undefined>(
  name: string,
  check: (operation: DocumentOperation, document: FunctionContext, options: Value) => PartFaults,
  options?: FunctionDefinition<Value>['options'],
): RuleFunction {
  return defineDocumentFunction<Value>(
    name,
    (document, given) =>
      listOperations(document).flatMap((operation) =>
        placeFaults(check(operation, document, given), () => operation.path),
      ),
    options,
  )
}

/** How a message names its subject: the `field`, else the last key of the target's path. */
export function subject(context: FunctionContext): string {
  const name = context.property ?? context.path.at(-1)
  if (name === undefined) return 'Document'
  return typeof name === 'number' ? `Item ${name}` : quote(shorten(String(name)))
}
