import { isRecord } from '../../../core/model/record.ts'
import { listReferences } from '../anchors.ts'
import type { ApiDocument, Node } from '../document.ts'
import { followSchema, isNullableItself, listed, type SchemaNode, siblingsCount } from './schema-node.ts'

/** Unsaid: not by this, but by what is beside it; undefined: not known. */
type NullAnswer = boolean | 'unsaid' | undefined

/**
 * Whether null is valid, by all that a schema says; undefined where that is not known. A list of alternatives one of which
 * was chosen says nothing.
 */
export function takesNull({ sources, omitted }: SchemaNode, api: ApiDocument): boolean | undefined {
  const open = new Set<unknown>()
  let left = mostLooks
  const isJsonSchema = siblingsCount(api)
  const whole = all(sources.map(take))
  return whole === 'unsaid' ? undefined : whole

  function take(node: Node): NullAnswer {
    const { value } = node
    if (!isRecord(value)) return value !== false
    if (isNullableItself(value, isJsonSchema)) return true
    if (open.has(value) || left-- <= 0 || open.size > mostOpen) return undefined
    open.add(value)
    const answer = all([byItself(value), ...lists(node), ...listReferences(value).map(reference)])
    open.delete(value)
    return answer
  }

  function reference(ref: object): NullAnswer {
    const target = followSchema(ref, api)
    return target && take(target)
  }

  function lists(node: Node): readonly NullAnswer[] {
    const checkKeyword = (keyword: string) => listed(node, keyword, api).map(take)
    const isAsked = (keyword: string) => {
      const list: unknown = Reflect.get(Object(node.value), keyword)
      return Array.isArray(list) && list.length > 0 && !omitted.has(list)
    }
    return [
      all(checkKeyword('allOf')),
      isAsked('anyOf') ? not(all(checkKeyword('anyOf').map(not))) : 'unsaid',
      isAsked('oneOf') ? exactlyOne(checkKeyword('oneOf')) : 'unsaid',
    ]
  }

  function byItself(schema: Readonly<Record<string, unknown>>): NullAnswer {
    const { type, enum: values } = schema
    if (Array.isArray(values) && !values.includes(null)) return false
    if (Object.hasOwn(schema, 'const') && schema.const !== null) return false
    if (type !== undefined && ![type].flat().includes('null')) return false
    const isSaid = type !== undefined || values !== undefined || Object.hasOwn(schema, 'const')
    if (Object.hasOwn(schema, 'not') || Object.hasOwn(schema, 'if')) return undefined
    // Until 3.0, it is not clear whether a schema without a type takes null.
    return isSaid || isJsonSchema ? true : 'unsaid'
  }
}

/** More schemas than this, and deeper ones, are not looked into. */
const [mostLooks, mostOpen] = [1000, 100]

function all(answers: readonly NullAnswer[]): NullAnswer {
  if (answers.includes(false)) return false
  if (answers.includes(undefined)) return undefined
  return answers.includes(true) || 'unsaid'
}

function not(answer: NullAnswer): NullAnswer {
  return typeof answer === 'boolean' ? !answer : undefined
}

function exactlyOne(answers: readonly NullAnswer[]): NullAnswer {
  const count = answers.filter((answer) => answer === true).length
  if (count > 1) return false
  return answers.every((answer) => typeof answer === 'boolean') ? count === 1 : undefined
}
