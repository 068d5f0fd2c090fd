import {
  type JsonMapping,
  list,
  listRoutes,
  listWrittenOperations,
  mapping,
  type PathRoute,
} from '../../openapi/operations.ts'
import type { FunctionContext } from '../../rule.ts'
import { listTypes } from '../facts.ts'

/** Two routes that one URL may match, `first` earlier in the document, and the methods that both have. */
export interface RivalRoutes {
  readonly first: PathRoute
  readonly second: PathRoute
  readonly methods: readonly string[]
  /** True if `second` has a literal where they first differ in kind; false if no segment differs in kind. */
  readonly isMoreSpecific: boolean
}

/** Lists rivals in the order of the document. The routes are kept as a tree, so that not each is compared with each. */
export function listRivalRoutes(document: FunctionContext): readonly RivalRoutes[] {
  const start = createBranch()
  return readRoutes(document).flatMap((second) => {
    const earlier = findEarlierRoutes(start, second).sort((one, other) => one.first.index - other.first.index)
    second.segments.reduce(openBranch, start).routes.push(second)
    return earlier.flatMap(({ first, isMoreSpecific }) => {
      const methods = first.methods.filter((method) => second.methods.includes(method))
      return methods.length === 0 ? [] : [{ first, second, methods, isMoreSpecific }]
    })
  })
}

/** One part of a route: a literal, or a template with the operator and the type of its parameter. */
interface Segment {
  readonly literal: string
  readonly name?: string
  readonly operator?: string
  readonly type?: unknown
}

interface ReadRoute extends PathRoute {
  readonly index: number
  readonly segments: readonly Segment[]
  readonly methods: readonly string[]
}

/** The routes that begin with the same segments; the name of a template does not count. */
interface Branch {
  /** The routes that end here. */
  readonly routes: ReadRoute[]
  readonly literals: Map<string, Branch>
  readonly templates: { readonly segment: Segment; readonly branch: Branch }[]
}

interface Position extends Pick<RivalRoutes, 'isMoreSpecific'> {
  readonly branch: Branch
}

function createBranch(): Branch {
  return { routes: [], literals: new Map(), templates: [] }
}

function openBranch({ literals, templates }: Branch, segment: Segment): Branch {
  const { literal, name, operator, type } = segment
  const isSame = (other: Segment) => other.operator === operator && other.type === type
  const known =
    name === undefined
      ? literals.get(literal)
      : templates.find((template) => isSame(template.segment))?.branch
  if (known) return known
  const branch = createBranch()
  if (name === undefined) literals.set(literal, branch)
  else templates.push({ segment, branch })
  return branch
}

function findEarlierRoutes(start: Branch, { segments }: ReadRoute) {
  let positions: readonly Position[] = [{ branch: start, isMoreSpecific: false }]
  for (const segment of segments) positions = positions.flatMap((position) => listSteps(position, segment))
  return positions.flatMap(({ branch, isMoreSpecific }) =>
    branch.routes.map((first) => ({ first, isMoreSpecific })),
  )
}

/** A route that has a template where an earlier one has a literal is a rival only behind a literal of its own. */
function listSteps({ branch, isMoreSpecific }: Position, segment: Segment): readonly Position[] {
  const { literals, templates } = branch
  if (segment.name === undefined) {
    const same = literals.get(segment.literal)
    const around = templates.filter((template) => canHold(template.segment, segment.literal))
    const steps = around.map((template) => ({ branch: template.branch, isMoreSpecific: true }))
    return same === undefined ? steps : [{ branch: same, isMoreSpecific }, ...steps]
  }
  const alike = templates.filter((template) => canBeEqual(template.segment, segment))
  const held = isMoreSpecific ? [...literals].filter(([literal]) => canHold(segment, literal)) : []
  const branches = [...alike.map((template) => template.branch), ...held.map(([, each]) => each)]
  return branches.map((each) => ({ branch: each, isMoreSpecific }))
}

function readRoutes(document: FunctionContext): readonly ReadRoute[] {
  return listRoutes(document).map((route, index) => ({
    ...route,
    index,
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

function canHold({ type }: Segment, literal: string): boolean {
  if (type === 'integer') return /^-?\d+$/.test(literal)
  if (type === 'number') return /^-?(?:\d+\.?\d*|\.\d+)$/.test(literal)
  return type !== 'boolean' || literal === 'true' || literal === 'false'
}
