import type { BreakingChange } from '../breaking-change.ts'
import type { Node } from '../document.ts'
import type { Use } from './schema-pair.ts'
import type { SchemaView } from './schema-view.ts'

/**
 * Two views. What clients send must be within what is accepted from now on, and what they receive within what they were
 * told: `within` has to be part of `allowed`.
 */
export interface Compared {
  readonly base: SchemaView
  readonly head: SchemaView
  readonly within: SchemaView
  readonly allowed: SchemaView
  readonly use: Use
  readonly report: (
    rule: string,
    message: string,
    at?: { readonly base?: Node; readonly head?: Node },
  ) => void
  /** Goes on with schemas inside. */
  readonly descend: (base: readonly Node[], head: readonly Node[], use?: Use) => void
}

export function subjectOf(path: BreakingChange['path']): string {
  const [last, before] = [path.at(-1), path.at(-2)]
  if (before === 'properties') return `the property \`${last}\``
  if (last === 'items') return `the items of ${subjectOf(path.slice(0, -1))}`
  if (before === 'prefixItems') return `item ${Number(last) + 1} of ${subjectOf(path.slice(0, -2))}`
  if (last === 'additionalProperties') return `the additional properties of ${subjectOf(path.slice(0, -1))}`
  if (before === 'schemas' || before === 'definitions') return `\`${last}\``
  return 'the value'
}
