import type { Path } from '../../../core/model/location.ts'
import { getChild, isObject, isRecord } from '../../../core/model/record.ts'
import { listWrittenOperations, mapping } from '../../openapi/operations.ts'
import { collectParts } from '../../openapi/parts.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'

/** A part of a document that a function looks at, as if `given` had led there. */
interface ViewedPart {
  readonly target: unknown
  readonly context: FunctionContext
}

/**
 * Spectral gives these functions the part itself, rulesets exported from dashboards the whole document (`$`). The root
 * stands for its member `key`, any other target for itself.
 */
export function viewPart(target: unknown, key: string, context: FunctionContext): ViewedPart {
  return isRoot(target, context) && isRecord(target)
    ? viewMember(context, [key], target[key])
    : { target, context }
}

/** Like partOf, for functions that look at each operation, or at its member `key`. */
export function viewOperations(
  target: unknown,
  key: string | undefined,
  context: FunctionContext,
): ViewedPart[] {
  const isField = key !== undefined && context.property === key && context.path.length === 1
  if (isField && isRecord(context.root)) return viewOperations(context.root, key, { ...context, path: [] })
  if (!isRecord(target)) return [{ target, context }]
  const isPaths = context.path.length === 1 && context.path[0] === 'paths'
  if (!isPaths && !isRoot(target, context)) return [{ target, context }]
  const paths = viewMember(context, ['paths'], isPaths ? target : target.paths)
  return listPathOperations(paths.target, paths.context).map(({ value, below: keys }) => {
    const path = ['paths', ...keys]
    if (key === undefined) return viewMember(context, path, value)
    return viewMember(context, [...path, key], isRecord(value) ? value[key] : undefined)
  })
}

/** Checks each schema of a document; of anything else the target. */
export function viewSchemas(
  target: unknown,
  context: FunctionContext,
  check: (schema: unknown, readPath: () => Path, context: FunctionContext) => FunctionResult[],
): FunctionResult[] {
  if (!isRoot(target, context)) return check(target, () => context.path, context)
  return collectParts(context, 'schema').flatMap(({ value, path }) => check(value, path, context))
}

/** The path is made when it is asked for: of nothing but the root itself it can be empty. */
export function isRoot(target: unknown, context: FunctionContext): boolean {
  return target === context.root && context.path.length === 0
}

function viewMember(context: FunctionContext, keys: Path, value: unknown): ViewedPart {
  return {
    target: context.deref(value),
    context: { ...context, path: keys, written: keys, isKey: false },
  }
}

/** An operation, and the keys that lead to it from the `paths` object. */
interface ItemOperation {
  readonly value: object
  readonly below: Path
}

/** The operations of a path item, those with methods of their own included, in its own order. One that is an array or a mapping is one; no other value is. */
export function listItemOperations(item: unknown, key: string, context: FunctionContext): ItemOperation[] {
  const seen = context.deref(item)
  if (!isRecord(seen)) return []
  return listWrittenOperations({ item: seen, path: [key] }, context).flatMap(({ written, path }) => {
    const value = context.deref(written)
    return isObject(value) ? [{ value, below: path }] : []
  })
}

/**
 * The operations that the API sends: those of webhooks, and of callbacks of these and of `received`. Each is there once, though
 * several operations may share a callback. `below` begins at the root.
 */
export function listSentOperations(
  received: readonly ItemOperation[],
  context: FunctionContext,
): readonly ItemOperation[] {
  const seen = new Set(received.map(({ value }) => value))
  const sent: ItemOperation[] = []
  const add = (items: unknown, path: Path) => {
    for (const { value, below } of listPathOperations(context.deref(items), context)) {
      if (seen.has(value)) continue
      seen.add(value)
      sent.push({ value, below: [...path, ...below] })
    }
  }
  const addCallbacks = ({ value, below }: ItemOperation) => {
    const callbacks = mapping(getChild(value, 'callbacks'), context)
    for (const name of Object.keys(callbacks)) add(callbacks[name], [...below, 'callbacks', name])
  }
  add(getChild(context.root, 'webhooks'), ['webhooks'])
  for (const operation of received) addCallbacks(operation)
  for (const operation of sent) addCallbacks(operation)
  return sent
}

/** All operations of a `paths` object. */
export function listPathOperations(paths: unknown, context: FunctionContext): ItemOperation[] {
  if (!isRecord(paths)) return []
  return Object.entries(paths).flatMap(([key, item]) => listItemOperations(item, key, context))
}
