import { isRecord } from '../../model/record.ts'
import { suggest } from '../../text/suggest.ts'
import type { Query, Step } from '../jsonpath/query.ts'
import { below, branches, membersOf, next, officialRoots, type Place, startOf } from './openapi-places.ts'

/** A name in a query that no version of OpenAPI has at that place. */
export interface UnknownName {
  readonly name: string
  readonly meant: string | undefined
}

/**
 * The first name in a query that no OpenAPI document has there, by the official schemas of all versions. Below `..` a
 * name may be the user's own, so only one that is near to a name of OpenAPI counts.
 */
export function findUnknownName({ steps }: Query): UnknownName | undefined {
  const roots = officialRoots()
  let place = startOf(roots)
  for (const step of steps) {
    const found = step.kind === 'child' && step.deep ? misspelt(step, roots) : unknownIn(step, place)
    if (found) return found
    place = next(step, place)
  }
  return undefined
}

function unknownIn(step: Step, place: Place): UnknownName | undefined {
  return unknownOf(membersOf(step), place)
}

/** The first of these names that a place does not have. */
export function unknownOf(names: readonly string[], place: Place): UnknownName | undefined {
  if (place === 'anything') return undefined
  const name = names.find((each) => below(place, each).length === 0)
  if (name === undefined) return undefined
  const parts = place.flatMap(({ root, schema }) => branches(root, schema))
  const known = parts.flatMap(({ schema }) => Object.keys(Object(schema.properties)))
  return { name, meant: suggest(name, known) }
}

function misspelt(step: Step, roots: readonly unknown[]): UnknownName | undefined {
  const known = namesIn(roots)
  const name = membersOf(step).find((each) => !known.has(each) && !each.startsWith('x-'))
  const meant = name === undefined ? undefined : suggest(name, [...known])
  return name === undefined || meant === undefined ? undefined : { name, meant }
}

/** Every name of a property that schemas speak of. */
function namesIn(roots: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>()
  const pending = [...roots]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (typeof at !== 'object' || at === null) continue
    if (isRecord(at) && isRecord(at.properties))
      for (const name of Object.keys(at.properties)) names.add(name)
    pending.push(...Object.values(at).filter((value) => typeof value === 'object'))
  }
  return names
}
