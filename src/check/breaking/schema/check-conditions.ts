import { type Node, type Nodes, ownChild } from '../document.ts'
import { type Compared, checkRestricting } from './compare.ts'
import { canonical, groupByName } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

/** Checks what holds only where something else does, and what must not hold. */
export function checkConditions(compared: Compared): void {
  const { base, head } = compared
  checkExcluded(compared)
  checkIf(compared)
  const [before, after] = [base, head].map((view) => dependent(view, 'dependentSchemas'))
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
  const listParts = (view: SchemaView) =>
    view.parts.filter(({ value }) => Object.hasOwn(Object(value), 'not'))
  for (const [before, after] of pairConditions(listParts(compared.base), listParts(compared.head), ['not'])) {
    const [some, other] = [inside(before, 'not'), inside(after, 'not')]
    if (before && after) compared.descend(some, other, 'opposite')
    else checkRestricting(compared, 'not', some, other)
  }
}

/** With `then`, a condition that holds more often asks for more; with `else`, one that holds less often. */
function checkIf(compared: Compared): void {
  const listParts = (view: SchemaView) => view.parts.filter(isConditional)
  for (const [before, after] of pairConditions(listParts(compared.base), listParts(compared.head), [
    'if',
    'then',
    'else',
  ])) {
    const [then, otherwise] = ['then', 'else'].map((keyword) =>
      [before, after].map((at) => inside(at, keyword)),
    )
    const conditions = [inside(before, 'if'), inside(after, 'if')] as const
    if (then?.every(({ length }) => length > 0)) compared.descend(...conditions, 'opposite')
    if (otherwise?.every(({ length }) => length > 0)) compared.descend(...conditions)
    checkRestricting(compared, 'then', then?.[0] ?? [], then?.[1] ?? [])
    checkRestricting(compared, 'else', otherwise?.[0] ?? [], otherwise?.[1] ?? [])
  }
}

/** Without `if`, the others say nothing. */
function isConditional({ value }: Node): boolean {
  const { if: condition, then, else: otherwise } = Object(value) as Readonly<Record<string, unknown>>
  return condition !== undefined && (then !== undefined || otherwise !== undefined)
}

function inside(part: Node | undefined, keyword: string): Nodes {
  const found = part && ownChild(part, keyword)
  return found ? [found] : []
}

/** First those that are written the same, then what is left, in order: what only moved has not changed. */
function pairConditions(before: Nodes, after: Nodes, keywords: readonly string[]): readonly ConditionPair[] {
  if (before.length === 1 && after.length === 1) return [[before[0], after[0]]]
  const said = ({ value }: Node) =>
    canonical(keywords.map((keyword): unknown => Reflect.get(Object(value), keyword)))
  const twin = (some: Node, among: Nodes) => among.find((node) => said(some) === said(node))
  const [left, rest] = [
    before.filter((some) => !twin(some, after)),
    after.filter((some) => !twin(some, before)),
  ]
  return [
    ...before.filter((some) => !left.includes(some)).map((some): ConditionPair => [some, twin(some, after)]),
    ...Array.from(
      { length: Math.max(left.length, rest.length) },
      (_, at): ConditionPair => [left[at], rest[at]],
    ),
  ]
}

type ConditionPair = readonly [before: Node | undefined, after: Node | undefined]

function schemas(nodes: Nodes = []): Nodes {
  return nodes.filter(({ value }) => !Array.isArray(value))
}

function checkDependencies({ base, head, within, allowed, judgedAs, report }: Compared): void {
  const [some, all] = [readDependencies(within), readDependencies(allowed)]
  for (const [name, wanted] of all) {
    if (wanted.every((each) => some.get(name)?.includes(each) || within.required.has(each))) continue
    const [before, after] = [base, head].map(
      (view) => readDependencies(view).get(name)?.join(', ') ?? 'nothing',
    )
    const message = `with \`${name}\` required ${before} and now requires ${after}`
    report(`breaking-${judgedAs}-constraint-changed`, message)
  }
}

/** Until draft 7, there was one keyword for both. */
function dependent(view: SchemaView, keyword: string): ReadonlyMap<string, Nodes> {
  return groupByName([keyword, 'dependencies'].flatMap(view.inner))
}

function readDependencies(view: SchemaView): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...dependent(view, 'dependentRequired')].flatMap(([name, nodes]) => {
      const wanted = nodes.flatMap(({ value }) => (Array.isArray(value) ? value.map(String) : []))
      return wanted.length > 0 ? [[name, [...new Set(wanted)]]] : []
    }),
  )
}
