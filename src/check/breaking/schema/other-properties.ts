import { type Node, type Nodes, ownChild } from '../document.ts'
import { groupByName, isAnything } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

/** Lists what a property has to be that has no schema by its name. */
export function listOtherSchemas(view: SchemaView, name: string): Nodes {
  const matching = patternProperties(view, name)
  return matching.length > 0 ? matching : additional(view)
}

/** Only where it says something: whether others may be there at all is another question. */
function additional(view: SchemaView): Nodes {
  const own = view.inner('additionalProperties')
  const others = own.length > 0 ? own : view.inner('unevaluatedProperties')
  return others.filter(({ value }) => value !== false && !isAnything(value))
}

/**
 * Whether a part refuses what others describe: `additionalProperties` knows only what is beside it, and within an allOf
 * `unevaluatedProperties` knows no more than the part itself.
 */
export function forbids({ parts }: SchemaView, name: string): boolean {
  return parts.some(
    (part, index) =>
      (ownChild(part, 'additionalProperties')?.value === false ||
        (index > 0 && ownChild(part, 'unevaluatedProperties')?.value === false)) &&
      !Object.hasOwn(Object(ownChild(part, 'properties')?.value), name) &&
      listPatterns(part, name).length === 0,
  )
}

export function patternProperties(view: SchemaView, name: string): Nodes {
  return view.parts.flatMap((part) => listPatterns(part, name))
}

/** Lists what only this side says of a property by a pattern; `ifUnknown`: by one, too, that may match it. */
export function listOwnPatterns(
  view: SchemaView,
  other: SchemaView,
  name: string,
  ifUnknown: boolean,
): Nodes {
  const known = groupByName(other.inner('patternProperties'))
  const found = view.parts.flatMap((part) => listPatterns(part, name, ifUnknown))
  return found.filter(({ path }) => !known.has(String(path.at(-1))))
}

function listPatterns({ value, path }: Node, name: string, ifUnknown = false): Nodes {
  const patterns: unknown = Reflect.get(Object(value), 'patternProperties')
  if (typeof patterns !== 'object' || patterns === null) return []
  return Object.entries(patterns).flatMap(([pattern, inner]) =>
    (matches(pattern, name) ?? ifUnknown)
      ? [{ value: inner, path: [...path, 'patternProperties', pattern] }]
      : [],
  )
}

/** Only patterns from outside that no name can keep busy: those without groups, and with two repetitions at most. */
function matches(pattern: string, name: string): boolean | undefined {
  if (pattern.includes('(') || name.length > mostLetters || pattern.split(/[*+?{]/).length > 3)
    return undefined
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return undefined
  }
}

const mostLetters = 200
