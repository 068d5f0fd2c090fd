import { isRecord, toList } from '../../../core/model/record.ts'
import type { SchemaObject } from '../../json-schema/check.ts'
import type { MetaschemaChange } from '../../json-schema/metaschemas.ts'

type Branches = readonly SchemaObject[]

/** Writes a choice as a question; undefined when the choice is of another kind. */
type Question = (branches: Branches) => SchemaObject | undefined

/** Answers the choice of a schema, its `oneOf` or `anyOf`, by the first of `questions` that fits it. */
export function answering(...questions: readonly Question[]): MetaschemaChange {
  return (schema) => ask(schema, questions)
}

function ask(schema: SchemaObject, questions: readonly Question[]): SchemaObject {
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = schema[keyword]
    if (!Array.isArray(branches) || !branches.every(isRecord)) continue
    for (const question of questions) {
      const answer = question(branches)
      if (!answer) continue
      const { [keyword]: _, ...rest } = schema
      return { ...rest, ...answer }
    }
  }
  return schema
}

export function when(condition: SchemaObject, meant: SchemaObject, otherwise: SchemaObject): SchemaObject {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: condition, then: meant, else: otherwise }
}

/** Is it a reference? */
export const byReference: Question = (branches) => {
  const reference = branches.find(({ $ref }) => /\/(?:Reference|jsonReference)$/.test(String($ref)))
  const others = branches.filter((branch) => branch !== reference)
  if (!reference || others.length === 0) return undefined
  const [only, ...more] = others
  const otherwise = only && more.length === 0 ? only : (byType('boolean')(others) ?? { anyOf: others })
  return when({ type: 'object', required: ['$ref'] }, reference, otherwise)
}

/** Is it a boolean, or an array, rather than the other? */
export function byType(type: string): Question {
  return (branches) => {
    const meant = branches.find((branch) => branch.type === type)
    const [other, ...more] = branches.filter((branch) => branch !== meant)
    return meant && other && more.length === 0 ? when({ type }, meant, other) : undefined
  }
}

/** Does it have the property which one of two branches requires? */
export function byRequired(key: string): Question {
  return (branches) => {
    const requires = ({ required }: SchemaObject) => Array.isArray(required) && required.includes(key)
    const meant = branches.find(requires)
    const [other, ...more] = branches.filter((branch) => branch !== meant)
    return meant && other && more.length === 0 ? when({ required: [key] }, meant, other) : undefined
  }
}

/** A value outside an enum is not reported for its type as well. */
export const withoutTypeOfEnum: MetaschemaChange = (schema) => {
  if (!Array.isArray(schema.enum) || typeof schema.type !== 'string') return schema
  const { type: _, ...rest } = schema
  return rest
}

/** A condition on the value of a property is not met where there is none. */
export const requiringConstants: MetaschemaChange = (schema) => {
  const condition = schema.if
  if (!isRecord(condition) || !isRecord(condition.properties) || condition.required) return schema
  const constants = Object.entries(condition.properties).filter(
    ([, value]) => isRecord(value) && 'const' in value,
  )
  return { ...schema, if: { ...condition, required: constants.map(([key]) => key) } }
}

/** Only an object can have two properties together: another error reports any other type. */
export const forbiddingInObjects: MetaschemaChange = (schema) => {
  if (!isRecord(schema.not) || !schema.not.required || schema.type !== undefined) return schema
  return { ...schema, not: { type: 'object', ...schema.not } }
}

/** Which of the values that the branches allow for `key` does it have? */
export function byKey(
  { oneOf, ...rest }: SchemaObject,
  key: string,
  find: (reference: string) => SchemaObject,
): SchemaObject {
  const branches = toList(oneOf)
    .filter(isRecord)
    .map((branch) => ({
      branch,
      values: listConstants(find(String(branch.$ref)), key),
    }))
  const all = branches.flatMap(({ values }) => values)
  const none: SchemaObject = { type: 'object', required: [key], properties: { [key]: { enum: all } } }
  const question = branches.reduceRight<SchemaObject>(
    (otherwise, { branch, values }) =>
      when({ type: 'object', required: [key], properties: { [key]: { enum: values } } }, branch, otherwise),
    none,
  )
  return { ...rest, ...question }
}

function listConstants({ properties }: SchemaObject, key: string): readonly unknown[] {
  const property = isRecord(properties) ? properties[key] : undefined
  return isRecord(property) ? toList(property.enum) : []
}
