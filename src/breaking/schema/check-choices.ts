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
  const open = new Set(within)
  const free = new Set(allowed)
  const settle = (some: Variant, all: Variant) => {
    pair.inner.push(pairOf(some, all))
    open.delete(some)
    free.delete(all)
  }
  for (const some of within) {
    const namesake = allowed.find((all) => some.name !== undefined && all.name === some.name)
    const fitting = namesake ?? allowed.find((all) => isClean(pairOf(some, all)))
    if (fitting) settle(some, fitting)
  }
  const [left] = free
  const isWhole = allowed.length === 1
  for (const some of [...open]) {
    if (isWhole && allowed[0]) settle(some, allowed[0])
    else if (left && free.size === 1 && open.size === 1) settle(some, left)
    else pair.findings.push(findingOf(some, pair, base, head))
  }
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

function findingOf({ at, name }: Variant, { use }: SchemaPair, base: SchemaView, head: SchemaView) {
  const what = name === undefined ? 'an alternative' : `the alternative \`${name}\``
  const places = { path: head.at.path, basePath: base.at.path }
  const subject = subjectOf(head.at.path)
  return use.direction === 'request'
    ? {
        rule: 'breaking-request-alternative-removed',
        message: `${subject} no longer accepts ${what}`,
        ...places,
        basePath: at.path,
      }
    : {
        rule: 'breaking-response-alternative-added',
        message: `${subject} may now be ${what}`,
        ...places,
        path: at.path,
      }
}
