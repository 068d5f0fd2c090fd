import { findPathFile, missingNode, type Node, type Nodes, ownChild } from '../document.ts'
import { type Compared, checkRestricting, hasUnevaluated } from './compare.ts'
import { canonical, groupByName, pairAlike } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

/** Checks what holds only where something else does, and what must not hold. */
export function checkConditions(compared: Compared): void {
  const { oldView, newView } = compared
  checkExcluded(compared)
  checkIf(compared)
  const [oldSchemas, newSchemas] = [oldView, newView].map((view) => dependent(view, 'dependentSchemas'))
  for (const name of new Set([...(oldSchemas?.keys() ?? []), ...(newSchemas?.keys() ?? [])]))
    checkRestricting(
      compared,
      `dependentSchemas \`${name}\``,
      schemas(oldSchemas?.get(name)),
      schemas(newSchemas?.get(name)),
    )
  checkDependencies(compared)
  checkConditionalNames(compared)
}

/** Where all is refused that nothing is about, it has to be somewhere: with its condition here. */
function checkConditionalNames({ oldView, newView, judgedAs, look, report }: Compared): void {
  for (const [closed, keyword] of judgedAs === 'request' ? lettingIn : []) {
    if (!newView.has(closed, false)) continue
    const listKeys = (nodes: Nodes, lookAt: (nodes: Nodes) => SchemaView) =>
      nodes.length === 0
        ? []
        : lookAt(nodes)
            .inner(keyword)
            .flatMap(({ value }) => Object.keys(Object(value)))
    const always = newView.inner(keyword).flatMap(({ value }) => Object.keys(Object(value)))
    const conditional = listConditional(newView)
    for (const [condition, nodes] of listConditional(oldView)) {
      const kept = new Set([...always, ...listKeys(conditional.get(condition) ?? [], look.new)])
      for (const name of listKeys(nodes, look.old)) {
        const what =
          keyword === 'properties' ? `property \`${name}\`` : `item ${Number(name) + 1} by position`
        const places = { old: oldView.at, new: missingNode(newView.at, keyword, name) }
        if (!kept.has(name)) report('breaking-request-property-refused', `no longer has the ${what}`, places)
      }
    }
  }
}

/** With `then`, the condition holds, too. */
function listConditional(view: SchemaView): ReadonlyMap<string, Nodes> {
  return new Map([
    ['#if', view.inner('if')],
    ['#then', ['if', 'then'].flatMap(view.inner)],
    ['#else', view.inner('else')],
    ...groupByName(['dependentSchemas', 'dependencies'].flatMap(view.inner)),
  ])
}

/** What refuses the rest, and what lets something in. */
const lettingIn = [
  ['unevaluatedProperties', 'properties'],
  ['unevaluatedItems', 'prefixItems'],
] as const

/** The other way round: what must not hold may exclude less. */
function checkExcluded(compared: Compared): void {
  const listParts = (view: SchemaView) =>
    view.parts.filter(({ value }) => Object.hasOwn(Object(value), 'not'))
  for (const [oldPart, newPart] of pairConditions(listParts(compared.oldView), listParts(compared.newView), [
    'not',
  ])) {
    const [oldNodes, newNodes] = [inside(oldPart, 'not'), inside(newPart, 'not')]
    const excluded = compared.judgedAs === 'request' ? newNodes : oldNodes
    if (excluded.length > 0 && compared.excludes(excluded)) continue
    if (oldPart && newPart) compared.descend(oldNodes, newNodes, 'opposite')
    else checkRestricting(compared, 'not', oldNodes, newNodes)
  }
}

/** With `then`, a condition that holds more often asks for more; with `else`, one that holds less often. */
function checkIf(compared: Compared): void {
  const listParts = (view: SchemaView) => view.parts.filter(isConditional)
  for (const [oldPart, newPart] of pairConditions(listParts(compared.oldView), listParts(compared.newView), [
    'if',
    'then',
    'else',
  ])) {
    const conditions = [inside(oldPart, 'if'), inside(newPart, 'if')] as const
    const allowed = compared.judgedAs === 'request' ? newPart : oldPart
    const isNever = (keyword: string, isRuledOut: (condition: Nodes) => boolean) => {
      const demanded = inside(allowed, keyword)
      return demanded.length > 0 && (isRuledOut(inside(allowed, 'if')) || compared.meets(demanded))
    }
    for (const [keyword, isRuledOut] of [
      ['then', compared.excludes],
      ['else', compared.meets],
    ] as const) {
      if (isNever(keyword, isRuledOut)) continue
      const [oldNodes, newNodes] = [inside(oldPart, keyword), inside(newPart, keyword)]
      const areBoth = oldNodes.length > 0 && newNodes.length > 0
      if (areBoth) compared.descend(...conditions, keyword === 'then' ? 'opposite' : 'same')
      checkRestricting(compared, keyword, oldNodes, newNodes)
    }
    if (hasUnevaluated(compared)) compared.descend(...conditions)
  }
}

/** Without `if`, the others say nothing. */
function isConditional({ value }: Node): boolean {
  return Object.hasOwn(Object(value), 'if')
}

function inside(part: Node | undefined, keyword: string): Nodes {
  const found = part && ownChild(part, keyword)
  return found ? [found] : []
}

/** What only moved has not changed; but a reference says another thing in another file. */
function pairConditions(oldParts: Nodes, newParts: Nodes, keywords: readonly string[]) {
  const render = ({ value }: Node) =>
    canonical(keywords.map((keyword): unknown => Reflect.get(Object(value), keyword)))
  return pairAlike(oldParts, newParts, [(part) => `${findPathFile(part.path)} ${render(part)}`, render])
}

function schemas(nodes: Nodes = []): Nodes {
  return nodes.filter(({ value }) => !Array.isArray(value))
}

function checkDependencies({ oldView, newView, within, allowed, judgedAs, report }: Compared): void {
  const [known, needed] = [readDependencies(within), readDependencies(allowed)]
  for (const [name, wanted] of needed) {
    if (wanted.every((each) => known.get(name)?.includes(each) || within.required.has(each))) continue
    const [oldNames, newNames] = [oldView, newView].map(
      (view) => readDependencies(view).get(name)?.join(', ') ?? 'nothing',
    )
    const message = `with \`${name}\` required ${oldNames} and now requires ${newNames}`
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
