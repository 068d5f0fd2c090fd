import type { FunctionContext } from '../../rule.ts'
import { list, type Mapping, mapping, type Route, routesOf, typesOf, writtenOperations } from '../facts.ts'

/** One part of a route: a literal, or a template with the operator and the type of its parameter. */
export interface Segment {
  readonly literal: string
  readonly name?: string
  readonly operator?: string
  readonly type?: unknown
}

export interface ReadRoute extends Route {
  readonly segments: readonly Segment[]
  readonly methods: readonly string[]
}

export function readRoutes(document: FunctionContext): readonly ReadRoute[] {
  return routesOf(document).map((route) => ({
    ...route,
    methods: writtenOperations(route, document).map(({ method }) => method),
    segments: route.route
      .replace(/^\//, '')
      .split('/')
      .map((part) => readSegment(part, route, document)),
  }))
}

function readSegment(literal: string, route: Route, document: FunctionContext): Segment {
  const [, operator = '', name] = /^\{([+#./;?&]?)(.+?)\*?(?::\d+)?\}$/.exec(literal) ?? []
  return name === undefined ? { literal } : { literal, name, operator, type: typeOf(name, route, document) }
}

function typeOf(name: string, route: Route, document: FunctionContext): unknown {
  const lists = [
    route.item,
    ...writtenOperations(route, document).map(({ written }) => mapping(written, document)),
  ]
  const parameters = lists
    .flatMap(({ parameters: each }) => list(each, document))
    .map((each) => mapping(each, document))
  const own = parameters.filter((parameter: Mapping) => parameter.in === 'path' && parameter.name === name)
  return own.flatMap(({ schema }) => typesOf(mapping(schema, document)))[0]
}

/** Whether two templates can hold the same value; what has no type holds any. */
export function canBeEqual(one: Segment, other: Segment): boolean {
  if (one.operator !== other.operator) return false
  if (one.type === undefined || other.type === undefined || one.type === other.type) return true
  return [one.type, other.type].every((type) => type === 'integer' || type === 'number')
}

export function canHold({ type }: Segment, { literal }: Segment): boolean {
  if (type === 'integer') return /^-?\d+$/.test(literal)
  if (type === 'number') return /^-?(?:\d+\.?\d*|\.\d+)$/.test(literal)
  return type !== 'boolean' || literal === 'true' || literal === 'false'
}
