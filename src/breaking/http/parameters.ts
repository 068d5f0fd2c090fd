import { type ApiDocument, child, children, isTrue, type Node, textOf } from '../document.ts'
import { templateNames } from './match-paths.ts'
import type { Operation } from './operation.ts'
import { itemChild } from './path-item.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly isRequired: boolean
  readonly at: Node
}

const body = new Set(['body', 'formData'])

/**
 * The parameters of an operation, those of its path item included, by what they are on the wire: a parameter of a path
 * by its position, a header in any case. What 2.0 has in the body is not among them.
 */
export function parametersOf(operation: Operation, api: ApiDocument): ReadonlyMap<string, Parameter> {
  const names = templateNames(operation.path)
  const found = new Map<string, Parameter>()
  for (const list of [itemChild(operation.item, 'parameters', api), child(operation.at, 'parameters', api)])
    for (const [, at] of children(list, api)) {
      const [name, place] = [textOf(at, 'name'), textOf(at, 'in')]
      if (name === undefined || place === undefined || body.has(place)) continue
      if (place === 'header' && ignored.has(name.toLowerCase())) continue
      const isRequired = place === 'path' || isTrue(at, 'required')
      found.set(keyOf(place, name, names), { name, in: place, isRequired, at })
    }
  return found
}

/** Headers that a definition describes elsewhere. */
const ignored = new Set(['accept', 'content-type', 'authorization'])

function keyOf(place: string, name: string, names: readonly string[]): string {
  if (place === 'header') return `header ${name.toLowerCase()}`
  return place === 'path' && names.includes(name) ? `path ${names.indexOf(name)}` : `${place} '${name}'`
}
