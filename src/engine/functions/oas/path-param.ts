import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { list } from '../../openapi/operations.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { listItemOperations, viewPart } from './below-root.ts'

/** `{name}`, also with the operators of URI templates around the name. */
const template = /\{;?\??[\w-]+\*?\}/g

/**
 * Path templates and path parameters belong together, in a `paths` object or a document: no two paths differ only in the names of
 * their templates; a path has each name once; every operation has a parameter for each name, its own or the path
 * item's; and each `in: path` parameter is `required: true`, stands once in its list, and is used in the path.
 */
export const oasPathParam = defineFunction({
  name: 'oasPathParam',
  run: (given, _options, around) => {
    const { target, context } = viewPart(given, 'paths', around)
    if (!isRecord(target)) return []
    const shapes = new Map<string, string>()
    return Object.entries(target).flatMap(([path, item]) => {
      const shape = path.replace(template, '%')
      const before = shapes.get(shape)
      if (before === undefined) shapes.set(shape, path)
      const twins = before === undefined ? [] : [reportTwin(before, path, context)]
      return [...twins, ...checkItem(path, item, context)]
    })
  },
})

function reportTwin(before: string, path: string, context: FunctionContext): FunctionResult {
  const message = `Path ${print(path)} differs from ${print(before)} only in its parameter names`
  return { message, path: [...context.path, path], first: [...context.path, before] }
}

function checkItem(path: string, item: unknown, context: FunctionContext): FunctionResult[] {
  const at = [...context.path, path]
  const used = [...path.matchAll(template)].map(([found]) => found.replace(/[{};?*]/g, ''))
  const repeated = [...new Set(used.filter((name, index) => used.indexOf(name) !== index))]
  const results = repeated.map((name) => ({
    message: `Path ${print(path)} has the parameter ${print(name)} more than once`,
    path: at,
  }))
  const seen = context.deref(item)
  if (!isRecord(seen)) return results
  const shared = readParameters(seen.parameters, [...at, 'parameters'], context)
  const operations = listItemOperations(seen, path, context)
  return [
    ...results,
    ...shared.faults,
    ...(operations.length > 0 ? reportUnused(shared, used, path) : []),
    ...operations.flatMap(({ value, below }) =>
      checkOperation(value, [...context.path, ...below], { path, used: new Set(used), shared }, context),
    ),
  ]
}

interface ParameterSurroundings {
  readonly path: string
  readonly used: ReadonlySet<string>
  readonly shared: Parameters
}

function checkOperation(
  operation: object,
  at: Path,
  { path, used, shared }: ParameterSurroundings,
  context: FunctionContext,
): FunctionResult[] {
  const written = 'parameters' in operation ? operation.parameters : undefined
  const own = readParameters(written, [...at, 'parameters'], context)
  const missing = [...used].filter((name) => !own.places.has(name) && !shared.places.has(name))
  return [
    ...own.faults,
    ...reportUnused(own, [...used], path),
    ...missing.map((name) => ({
      message: `Operation has no parameter ${print(name)}, which is in the path ${print(path)}`,
      path: at,
    })),
  ]
}

interface Parameters {
  /** The places of the path parameters, by name. */
  readonly places: ReadonlyMap<string, Path>
  readonly faults: readonly FunctionResult[]
}

function readParameters(written: unknown, at: Path, context: FunctionContext): Parameters {
  const places = new Map<string, Path>()
  const faults: FunctionResult[] = []
  for (const [index, parameter] of list(written, context).entries()) {
    if (!isRecord(parameter) || parameter.in !== 'path' || parameter.name === undefined) continue
    const name = typeof parameter.name === 'object' ? JSON.stringify(parameter.name) : String(parameter.name)
    const place = [...at, index]
    if (parameter.required !== true) {
      faults.push({ message: `Path parameter ${print(name)} must have \`required: true\``, path: place })
    }
    const first = places.get(name)
    if (first) {
      faults.push({ message: `Path parameter ${print(name)} is defined more than once`, path: place, first })
    } else places.set(name, place)
  }
  return { places, faults }
}

function reportUnused({ places }: Parameters, used: readonly string[], path: string): FunctionResult[] {
  return [...places]
    .filter(([name]) => !used.includes(name))
    .map(([name, place]) => ({
      message: `Parameter ${print(name)} is not used in the path ${print(path)}`,
      path: place,
    }))
}
