import type { FunctionResult } from '../../rule.ts'
import { type Check, routesOf } from '../facts.ts'
import { canBeEqual, canHold, type ReadRoute, readRoutes } from './segments.ts'

const httpVerb = /^(?:get|post|put|patch|delete|options|trace|head)$/i

export const noVerbsInPath: Check = (document) =>
  routesOf(document).flatMap(({ route, path }) => {
    const verb = route
      .split('/')
      .slice(1)
      .find((segment) => httpVerb.test(segment))
    return verb === undefined
      ? []
      : [{ message: `the path contains the HTTP method "${verb}"`, path, at: 'inside' }]
  })

export const pathsKebabCase: Check = (document) =>
  routesOf(document).flatMap(({ route, path }) => {
    const others = route
      .split('/')
      .slice(1)
      .filter((segment) => segment !== '' && !/^[{}a-z\d\-.]+$/.test(segment) && !/\{[^}]+\}/.test(segment))
    if (others.length === 0) return []
    return [{ message: `not kebab-case: ${others.map((each) => `"${each}"`).join(', ')}`, path }]
  })

/** YAML keeps the last entry of a key: that of an earlier one is lost. */
export const duplicatePaths: Check = ({ document }) =>
  document
    .keyFaults()
    .filter(({ kind, path }) => kind === 'repeated' && path.length === 2 && path[0] === 'paths')
    .map(({ path }) => ({ message: `the path "${String(path[1])}" is defined more than once`, path }))

export const noAmbiguousPaths: Check = (document) =>
  pairsOf(readRoutes(document)).flatMap(([first, second]) =>
    sharedMethods(first, second)
      .filter(() => areAlike(first, second))
      .map((method) => ({
        message: `${method.toUpperCase()} cannot tell this path from "${first.route}"`,
        path: second.path,
      })),
  )

export const pathsSpecificityOrder: Check = (document) =>
  pairsOf(readRoutes(document)).flatMap(([first, second]): FunctionResult[] =>
    sharedMethods(first, second).length > 0 && isMoreSpecific(second, first)
      ? [{ message: `this path is more specific than "${first.route}": put it first`, path: second.path }]
      : [],
  )

/** Each route with each of those before it that has as many segments. */
function pairsOf(routes: readonly ReadRoute[]): (readonly [ReadRoute, ReadRoute])[] {
  const byLength = new Map<number, ReadRoute[]>()
  return routes.flatMap((route) => {
    const before = byLength.get(route.segments.length) ?? []
    const pairs = before.map((each) => [each, route] as const)
    byLength.set(route.segments.length, [...before, route])
    return pairs
  })
}

function sharedMethods(one: ReadRoute, other: ReadRoute): readonly string[] {
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
