import type { AsksForField } from '../../check/fixable/fix.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { select } from '../../engine/matching/select.ts'
import { createRootNode, getNodePath } from '../../engine/matching/visited-node.ts'
import { createRefs, createUnresolvedRefs } from '../../engine/openapi/resolved-view.ts'
import type { Rule } from '../../engine/rule.ts'

type Asking = Pick<Rule, 'given' | 'then' | 'resolved'>

/** Tells whether `given` selects the place itself or its holder, to which a `then` with `field` applies. */
export function asksForField(rules: readonly Asking[]): AsksForField {
  // None, where looking takes too long.
  const placesIn = rememberPerObject(
    (root: object) =>
      tryMake(() => new Set(rules.flatMap((rule) => listPlaces(rule, root)))) ?? new Set<string>(),
  )
  return (field, { root, path }) => {
    if (typeof root !== 'object' || root === null) return undefined
    const fields = new Set(rules.flatMap(({ then }) => then.map((each) => each.field)))
    if (fields.has(undefined) && fields.size === 1 && rules.every((rule) => namesOnly(rule, field)))
      return false
    if (!fields.has(field) || fields.size > 1) return undefined
    const found = placesIn(root)
    const isGiven = found.has(JSON.stringify(path))
    return isGiven === found.has(JSON.stringify(path.slice(0, -1))) ? undefined : isGiven
  }
}

function namesOnly({ given }: Asking, name: string): boolean {
  return given.every(({ steps }) => {
    const last = steps.at(-1)
    if (last?.kind !== 'child' || last.selector.kind !== 'members') return false
    return last.selector.members.every((member) => member === name)
  })
}

function listPlaces({ given, resolved }: Asking, root: object): readonly string[] {
  const refs = resolved ? createRefs(root) : createUnresolvedRefs(root)
  const spots = given.flatMap((query) => select(query, createRootNode(root, refs), refs))
  return spots.map(({ spot }) => JSON.stringify(getNodePath(spot)))
}
