import { decodePercent } from '../../text/decode-percent.ts'
import type { PathParameters, Route } from './route.ts'

/** Where a request leads: an operation, a path that has no such method, or nowhere. */
export type Found<Target> =
  | { readonly route: Target; readonly parameters: PathParameters }
  | { readonly others: readonly Target[] }
  | undefined

type Address = Pick<Route, 'method' | 'path'>

/** The operation for a method and a path as it is in the URL; of several that fit, the first. */
export function createFinder<Target extends Address>(
  routes: readonly Target[],
): (method: string, path: string) => Found<Target> {
  const templates = routes.map((route) => ({ route, parts: route.path.split('/') }))
  return (method, path) => {
    const parts = path.split('/').map(decodePercent)
    const fitting = templates.flatMap((template) => {
      const parameters = match(template.parts, parts)
      return parameters ? [{ route: template.route, parameters }] : []
    })
    const [first] = fitting
    if (first === undefined) return undefined
    const found = fitting.find(({ route }) => route.method === method)
    return found ?? { others: routes.filter(({ path }) => path === first.route.path) }
  }
}

/** The parameters of a path that the template takes in, or undefined. A parameter is never empty. */
function match(template: readonly string[], parts: readonly string[]): PathParameters | undefined {
  if (template.length !== parts.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, part] of template.entries()) {
    const given = parts[at] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== given : given === '') return undefined
    if (name !== undefined) parameters[name] = given
  }
  return parameters
}
