import type { Node } from '../document.ts'
import { checkRestricting } from './check-restricting.ts'
import type { Compared } from './compare.ts'
import { namedOf } from './named.ts'
import type { SchemaView } from './schema-view.ts'

/** What holds only where something else does, and what must not hold. */
export function checkConditions(compared: Compared): void {
  const { base, head } = compared
  checkExcluded(compared)
  checkIf(compared)
  const [before, after] = [base, head].map((view) => namedOf(view, ['dependentSchemas', 'dependencies']))
  for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]))
    checkRestricting(
      compared,
      `dependentSchemas \`${name}\``,
      schemas(before?.get(name)),
      schemas(after?.get(name)),
    )
  checkDependencies(compared)
}

/** The other way round: what must not hold may exclude less. */
function checkExcluded(compared: Compared): void {
  const [before, after] = [compared.base.inner('not'), compared.head.inner('not')]
  if (before.length > 0 && after.length > 0) compared.descend(before, after, flipped(compared))
  else checkRestricting(compared, 'not', before, after)
}

/** With `then`, a condition that holds more often asks for more; with `else`, one that holds less often. */
function checkIf(compared: Compared): void {
  const { base, head, descend } = compared
  const of = (keyword: string) => [base, head].map((view) => conditional(view, keyword)) as [Nodes, Nodes]
  const [conditions, then, otherwise] = [of('if'), of('then'), of('else')]
  if (then.every(({ length }) => length > 0)) descend(...conditions, flipped(compared))
  if (otherwise.every(({ length }) => length > 0)) descend(...conditions)
  checkRestricting(compared, 'then', ...then)
  checkRestricting(compared, 'else', ...otherwise)
}

type Nodes = readonly Node[]

/** Without `if`, the others say nothing. */
function conditional(view: SchemaView, keyword: string): Nodes {
  return view.inner('if').length > 0 ? view.inner(keyword) : []
}

function flipped({ use }: Compared): Compared['use'] {
  return { ...use, direction: use.direction === 'request' ? 'response' : 'request' }
}

/** Until draft 7, `dependencies` held lists of names, too. */
function schemas(nodes: Nodes = []): Nodes {
  return nodes.filter(({ value }) => !Array.isArray(value))
}

function checkDependencies({ base, head, within, allowed, use, report }: Compared): void {
  const [some, all] = [dependenciesOf(within), dependenciesOf(allowed)]
  for (const [name, wanted] of all) {
    if (wanted.every((each) => some.get(name)?.includes(each) || within.required.has(each))) continue
    const [before, after] = [base, head].map(
      (view) => dependenciesOf(view).get(name)?.join(', ') ?? 'nothing',
    )
    const message = `with \`${name}\` required ${before} and now requires ${after}`
    report(`breaking-${use.direction}-constraint-changed`, message)
  }
}

function dependenciesOf(view: SchemaView): ReadonlyMap<string, readonly string[]> {
  const all = [...namedOf(view, ['dependentRequired', 'dependencies'])]
  return new Map(
    all.flatMap(([name, nodes]) => {
      const wanted = nodes.flatMap(({ value }) => (Array.isArray(value) ? value.map(String) : []))
      return wanted.length > 0 ? [[name, [...new Set(wanted)]]] : []
    }),
  )
}
