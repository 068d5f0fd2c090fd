import { printList } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import {
  type JsonMapping,
  list,
  listRoutes,
  listTypes,
  listWrittenOperations,
  mapping,
  type PathRoute,
} from '../facts.ts'

const httpVerb = /^(?:get|post|put|patch|delete|options|trace|head)$/i

export const pathFunctions: readonly RuleFunction[] = [
  /** YAML keeps the last entry of a key: that of an earlier one is lost. */
  defineDocumentFunction('duplicatePaths', ({ document }) =>
    document
      .keyFaults()
      .filter(({ kind, path }) => kind === 'repeated' && path.length === 2 && path[0] === 'paths')
      .map(({ path }) => ({ message: `Path \`${String(path[1])}\` is defined more than once`, path })),
  ),
  defineDocumentFunction('noAmbiguousPaths', (document) =>
    pairRoutes(readRoutes(document)).flatMap(([first, second]) =>
      listSharedMethods(first, second)
        .filter(() => areAlike(first, second))
        .map((method) => ({
          message: `${method.toUpperCase()} cannot tell this path from \`${first.route}\``,
          path: second.path,
        })),
    ),
  ),
  defineDocumentFunction('noVerbsInPath', (document) =>
    listRoutes(document).flatMap(({ route, path }) => {
      const verb = route
        .split('/')
        .slice(1)
        .find((segment) => httpVerb.test(segment))
      return verb === undefined
        ? []
        : [{ message: `Path contains the HTTP method \`${verb}\``, path, at: 'inside' }]
    }),
  ),
  defineDocumentFunction('pathsKebabCase', (document) =>
    listRoutes(document).flatMap(({ route, path }) => {
      const others = route
        .split('/')
        .slice(1)
        .filter((segment) => segment !== '' && !/^[{}a-z\d\-.]+$/.test(segment) && !/\{[^}]+\}/.test(segment))
      if (others.length === 0) return []
      return [{ message: `Path has segments that are not kebab case: ${printList(others)}`, path }]
    }),
  ),
  defineDocumentFunction('pathsSpecificityOrder', (document) =>
    pairRoutes(readRoutes(document)).flatMap(([first, second]): FunctionResult[] =>
      listSharedMethods(first, second).length > 0 && isMoreSpecific(second, first)
        ? [{ message: `Path is more specific than \`${first.route}\`: put it first`, path: second.path }]
        : [],
    ),
  ),
]

/** Each route with each of those before it that has as many segments. */
function pairRoutes(routes: readonly ReadRoute[]): (readonly [ReadRoute, ReadRoute])[] {
  const byLength = new Map<number, ReadRoute[]>()
  return routes.flatMap((route) => {
    const before = byLength.get(route.segments.length) ?? []
    const pairs = before.map((earlierRoute) => [earlierRoute, route] as const)
    byLength.set(route.segments.length, [...before, route])
    return pairs
  })
}

function listSharedMethods(one: ReadRoute, other: ReadRoute): readonly string[] {
  return one.methods.filter((method) => other.methods.includes(method))
}

function areAlike(one: ReadRoute, other: ReadRoute): boolean {
  return one.segments.every((segment, index) => {
    const second = other.segments[index]
    if (second === undefined || (segment.name === undefined) !== (second.name === undefined)) return false
    return segment.name === undefined ? segment.literal === second.literal : canBeEqual(segment, second)
  })
}

/** Both may match one URL, and where they first differ in kind, `one` has the literal. */
function isMoreSpecific(one: ReadRoute, other: ReadRoute): boolean {
  let leads: boolean | undefined
  for (const [index, segment] of one.segments.entries()) {
    const second = other.segments[index]
    if (second === undefined) return false
    const [isTemplate, isOtherTemplate] = [segment.name !== undefined, second.name !== undefined]
    if (isTemplate && isOtherTemplate && !canBeEqual(segment, second)) return false
    if (!isTemplate && !isOtherTemplate && segment.literal !== second.literal) return false
    if (isTemplate === isOtherTemplate) continue
    if (isTemplate ? !canHold(segment, second) : !canHold(second, segment)) return false
    leads ??= !isTemplate
  }
  return leads === true
}

/** One part of a route: a literal, or a template with the operator and the type of its parameter. */
interface Segment {
  readonly literal: string
  readonly name?: string
  readonly operator?: string
  readonly type?: unknown
}

interface ReadRoute extends PathRoute {
  readonly segments: readonly Segment[]
  readonly methods: readonly string[]
}

function readRoutes(document: FunctionContext): readonly ReadRoute[] {
  return listRoutes(document).map((route) => ({
    ...route,
    methods: listWrittenOperations(route, document).map(({ method }) => method),
    segments: route.route
      .replace(/^\//, '')
      .split('/')
      .map((part) => readSegment(part, route, document)),
  }))
}

function readSegment(literal: string, route: PathRoute, document: FunctionContext): Segment {
  const [, operator = '', name] = /^\{([+#./;?&]?)(.+?)\*?(?::\d+)?\}$/.exec(literal) ?? []
  return name === undefined
    ? { literal }
    : { literal, name, operator, type: findParameterType(name, route, document) }
}

function findParameterType(name: string, route: PathRoute, document: FunctionContext): unknown {
  const lists = [
    route.item,
    ...listWrittenOperations(route, document).map(({ written }) => mapping(written, document)),
  ]
  const parameters = lists
    .flatMap(({ parameters: each }) => list(each, document))
    .map((parameter) => mapping(parameter, document))
  const own = parameters.filter(
    (parameter: JsonMapping) => parameter.in === 'path' && parameter.name === name,
  )
  return own.flatMap(({ schema }) => listTypes(mapping(schema, document)))[0]
}

/** Whether two templates can hold the same value; what has no type holds any. */
function canBeEqual(one: Segment, other: Segment): boolean {
  if (one.operator !== other.operator) return false
  if (one.type === undefined || other.type === undefined || one.type === other.type) return true
  return [one.type, other.type].every((type) => type === 'integer' || type === 'number')
}

function canHold({ type }: Segment, { literal }: Segment): boolean {
  if (type === 'integer') return /^-?\d+$/.test(literal)
  if (type === 'number') return /^-?(?:\d+\.?\d*|\.\d+)$/.test(literal)
  return type !== 'boolean' || literal === 'true' || literal === 'false'
}
