// biome-ignore-all lint/suspicious/noThenProperty: the word of JSON Schema
/** The JSON Schema of what a rule checks: a function and its options. */
import { allFunctions as functions } from '../../../../src/engine/functions/all-functions.ts'
import { coreNames } from '../../../../src/engine/functions/index.ts'
import { checkShape } from '../../../../src/engine/ruleset/read-rule.ts'
import { openNamed, properties, type Schema, schemaFromZod } from './schema-parts.ts'

export const coreMeanings: Readonly<Record<string, string>> = {
  alphabetical: 'The items of a list, or the keys of a mapping, are in alphabetical order.',
  casing: 'A text is in a case, such as camel or kebab.',
  defined: 'The value is there.',
  enumeration: 'The value is one of a list.',
  falsy: 'The value is false, 0, empty, null or not there.',
  length:
    'The length of a text or list, the number of keys, or the number itself is between "min" and "max".',
  or: 'At least one of some keys is there.',
  pattern: 'A text matches the regular expression "match", or does not match "notMatch".',
  schema: 'The value is valid against a JSON Schema.',
  truthy: 'The value is there, and is not false, 0, empty or null.',
  typedEnum: 'Each value of an "enum" is of the type that the schema states.',
  undefined: 'The value is not there.',
  unreferencedReusableObject: 'Each reusable object at a place is used somewhere.',
  xor: 'Exactly one of some keys is there.',
}

const isCore = (name: string) => coreNames.includes(name)
const functionMeanings = Object.fromEntries(
  [...functions.keys()].map((name) => [name, coreMeanings[name] ?? 'A function of the built-in rulesets.']),
)

export const check: Schema = {
  type: 'object',
  properties: properties(
    checkShape().shape,
    {
      field: 'The key to check, instead of the value. "@key": the name of each key.',
      function: 'The check.',
      functionOptions: 'The options of the function.',
    },
    { function: openNamed(functionMeanings) },
  ),
  required: ['function'],
  allOf: optionConditions(isCore),
}

/** A ruleset may bring others under these names. */
export const builtInCheck: Schema = {
  properties: { function: { enum: [...functions.keys()] } },
  allOf: optionConditions((name) => !isCore(name)),
}

/** Functions that take the same options share a condition. */
function optionConditions(includes: (name: string) => boolean): readonly Schema[] {
  const found = new Map<string, string[]>()
  for (const [name, { options }] of functions) {
    if (!includes(name)) continue
    const condition = {
      properties: { functionOptions: schemaFromZod(options()) },
      ...(!options().safeParse(undefined).success && { required: ['functionOptions'] }),
    }
    const key = JSON.stringify(condition)
    found.set(key, [...(found.get(key) ?? []), name])
  }
  return [...found].map(([then, names]) => ({
    if: { properties: { function: { enum: names } }, required: ['function'] },
    then: JSON.parse(then),
  }))
}
