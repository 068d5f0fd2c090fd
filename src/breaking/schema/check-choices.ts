import type { Node } from '../document.ts'
import { subjectOf } from './compare.ts'
import type { SchemaNode } from './schema-node.ts'
import type { SchemaPair } from './schema-pair.ts'
import type { SchemaView } from './schema-view.ts'

interface SideOf {
  readonly node: (sources: readonly Node[], omitted?: ReadonlySet<unknown>) => SchemaNode
}

interface Tools {
  readonly before: SideOf
  readonly after: SideOf
  readonly pairWith: (base: SchemaNode, head: SchemaNode) => SchemaPair
  readonly isClean: (pair: SchemaPair) => boolean
}

/** One of the things that a schema may be: all that it says, with one alternative chosen. */
interface Variant {
  readonly node: SchemaNode
  readonly at: Node
  readonly name: string | undefined
}

/**
 * oneOf and anyOf. Each variant of what is written has to be within one of what is read. A variant that is in none is
 * compared with its namesake, or with the only one that is left; without either it is a finding of its own.
 */
export function checkChoices(
  pair: SchemaPair,
  { base, head }: { readonly base: SchemaView; readonly head: SchemaView },
  { before, after, pairWith, isClean }: Tools,
): void {
  const isRequest = pair.use.direction === 'request'
  const [bases, heads] = [variantsOf(pair.base, base, before), variantsOf(pair.head, head, after)]
  const [within, allowed] = isRequest ? [bases, heads] : [heads, bases]
  const pairOf = (some: Variant, all: Variant) =>
    isRequest ? pairWith(some.node, all.node) : pairWith(all.node, some.node)
  const fits = (some: Variant, all: Variant) => isClean(pairOf(some, all))
  const matches = matchVariants(within, allowed, fits)
  for (const some of within) {
    const match = matches.get(some)
    if (match) pair.inner.push(pairOf(some, match))
    else pair.findings.push(findingOf(some, pair, base, head))
  }
  const [only] = within
  const isNewChoice = isRequest && base.choices.length === 0 && head.choices[0]?.keyword === 'oneOf'
  if (only && isNewChoice && allowed.filter((all) => fits(only, all)).length > 1)
    pair.findings.push(overlapOf(base, head))
}

/** Pairs namesakes, then what fits, then what is the only one left. */
function matchVariants(
  within: readonly Variant[],
  allowed: readonly Variant[],
  fits: (some: Variant, all: Variant) => boolean,
) {
  const matches = new Map<Variant, Variant>()
  const free = new Set(allowed)
  const settle = (some: Variant, all: Variant | undefined) => {
    if (!all) return
    matches.set(some, all)
    free.delete(all)
  }
  for (const some of within)
    settle(
      some,
      allowed.find((all) => some.name !== undefined && all.name === some.name),
    )
  const open = () => within.filter((some) => !matches.has(some))
  if (allowed.length === 1) for (const some of open()) settle(some, allowed[0])
  for (const some of open())
    settle(
      some,
      [...free].find((all) => fits(some, all)),
    )
  const [left, ...others] = open()
  if (left && others.length === 0 && free.size === 1) settle(left, [...free][0])
  return matches
}

function variantsOf(node: SchemaNode, { choices, at }: SchemaView, side: SideOf): readonly Variant[] {
  const [first] = choices
  if (first === undefined) return [{ node, at, name: nameOf(at) }]
  const omitted = new Set([...node.omitted, first.list])
  return first.members.map((member) => ({
    node: side.node([...node.sources, member], omitted),
    at: member,
    name: nameOf(member),
  }))
}

/** What an alternative is called: as a component, or by its title. */
function nameOf({ value, path }: Node): string | undefined {
  const isComponent = path.at(-2) === 'schemas' || path.at(-2) === 'definitions'
  const title: unknown = Reflect.get(Object(value), 'title')
  if (isComponent) return String(path.at(-1))
  return typeof title === 'string' ? title : undefined
}

function findingOf({ name }: Variant, { use }: SchemaPair, base: SchemaView, head: SchemaView) {
  const what = name === undefined ? 'an alternative' : `the alternative \`${name}\``
  const [rule, verb] =
    use.direction === 'request'
      ? ['breaking-request-alternative-removed', 'no longer accepts']
      : ['breaking-response-alternative-added', 'may now be']
  const message = `${subjectOf(head.at.path)} ${verb} ${what}`
  return { rule, message, path: head.at.path, basePath: base.at.path }
}

function overlapOf(base: SchemaView, head: SchemaView) {
  const message = `${subjectOf(head.at.path)} is now a oneOf, and what was valid is in more than one of its alternatives`
  return {
    rule: 'breaking-request-alternatives-overlap',
    message,
    path: head.at.path,
    basePath: base.at.path,
  }
}
