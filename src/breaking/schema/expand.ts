import { isRecord } from '../../model/record.ts'
import { referencesOf } from '../anchors.ts'
import { type ApiDocument, type Node, ownChild } from '../document.ts'
import { isAnnotation, isAnything, isNull, listed, type SchemaNode } from './schema-node.ts'

/** One oneOf or anyOf. */
export interface Choice {
  readonly keyword: 'oneOf' | 'anyOf'
  readonly list: unknown
  readonly members: readonly Node[]
}

/** A schema with its references and allOf put together. A choice of one, or of types alone, is not among its choices. */
export interface Expanded {
  readonly parts: readonly Node[]
  readonly choices: readonly Choice[]
  /** Whether null is one of several alternatives. */
  readonly allowsNull: boolean
  /** Whether nothing is valid, as by a schema that is `false`. */
  readonly isNever: boolean
  /** References that do not resolve. */
  readonly unresolved: readonly string[]
}

export function expand({ sources, omitted }: SchemaNode, api: ApiDocument): Expanded {
  const [parts, choices, unresolved]: [Node[], Choice[], string[]] = [[], [], []]
  const seen = new Set<unknown>()
  const pending = sources.toReversed()
  let [allowsNull, isNever] = [false, false]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { value } = node
    isNever ||= value === false
    if (!isRecord(value) || seen.has(value)) continue
    isNever ||= isAnything(value.not)
    seen.add(value)
    parts.push(node)
    for (const reference of referencesOf(value)) {
      const target = api.follow(reference)
      if (target) pending.push(target)
      else unresolved.push(...textsOf(reference))
    }
    pending.push(...listed(node, 'allOf', api).toReversed())
    for (const choice of choicesOf(node, api)) {
      allowsNull ||= choice.allowsNull
      if (omitted.has(choice.list)) continue
      if (choice.only) pending.push(choice.only)
      else if (choice.members.length > 1) choices.push(choice)
    }
  }
  return { parts, choices, allowsNull, isNever, unresolved }
}

function textsOf(reference: object): readonly string[] {
  const ref: unknown = Reflect.get(reference, '$ref') ?? Reflect.get(reference, '$dynamicRef')
  return typeof ref === 'string' ? [ref] : []
}

interface ChoiceOf extends Choice {
  readonly allowsNull: boolean
  /** What the alternatives come to, if they are only types, or if there is but one. */
  readonly only: Node | undefined
}

function choicesOf(node: Node, api: ApiDocument): readonly ChoiceOf[] {
  return (['oneOf', 'anyOf'] as const).map((keyword) => choiceOf(node, keyword, api))
}

function choiceOf(node: Node, keyword: Choice['keyword'], api: ApiDocument): ChoiceOf {
  const all = listed(node, keyword, api)
  const members = all.filter(({ value }) => !isNull(value))
  const types = keyword === 'oneOf' && mayBeTwo(members) ? undefined : typesOf(members)
  const path = [...node.path, keyword]
  const only = members.length === 1 ? members[0] : types && { value: { type: types }, path }
  return {
    keyword,
    list: ownChild(node, keyword)?.value,
    members,
    allowsNull: members.length < all.length,
    only,
  }
}

/** Whether whole numbers are in two of them, which a oneOf refuses. */
function mayBeTwo(members: readonly Node[]): boolean {
  const types = typesOf(members) ?? []
  return types.includes('integer') && types.includes('number')
}

/** The types of alternatives that say nothing else. */
function typesOf(members: readonly Node[]): readonly string[] | undefined {
  const types: string[] = []
  for (const { value } of members) {
    if (!isRecord(value) || typeof value.type !== 'string') return undefined
    if (!Object.keys(value).every((key) => key === 'type' || isAnnotation(key))) return undefined
    types.push(value.type)
  }
  return types.length > 1 ? types : undefined
}
