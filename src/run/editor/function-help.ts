import { z } from 'zod'
import { coreNames, functions } from '../../engine/functions/index.ts'
import type { RuleFunction } from '../../engine/rule.ts'
import { isRecord } from '../../model/record.ts'
import type { KnownRuleset } from '../explain/explain-rulesets.ts'
import type { Schema } from './schema-at.ts'

/** What a function does, in Markdown, and what its options may be. */
export interface FunctionHelp {
  readonly meaning: string
  readonly options: Schema
}

const core: Readonly<Record<string, string>> = {
  alphabetical: 'The items of a list, or the keys of a mapping, are in alphabetical order.',
  casing: 'A text is in a case, such as `camel` or `kebab`.',
  defined: 'The value is there.',
  enumeration: 'The value is one of a list.',
  falsy: 'The value is `false`, `0`, empty, `null` or not there.',
  length:
    'The length of a text or list, the number of keys, or the number itself is between `min` and `max`.',
  or: 'At least one of some keys is there.',
  pattern: 'A text matches the regular expression `match`, or does not match `notMatch`.',
  schema: 'The value is valid against a JSON Schema.',
  truthy: 'The value is there, and is not `false`, `0`, empty or `null`.',
  typedEnum: 'Each value of an `enum` is of the type that the schema states.',
  undefined: 'The value is not there.',
  unreferencedReusableObject: 'Each reusable object at a place is used somewhere.',
  xor: 'Exactly one of some keys is there.',
  oasSchema: 'The value is valid against a JSON Schema, as the OpenAPI version of the document reads it.',
}

/** Every function by its name, those of the built-in rulesets with the rules that use them. */
export function functionHelp(builtin: readonly KnownRuleset[]): ReadonlyMap<string, FunctionHelp> {
  const users = usersOf(builtin)
  const names = [...new Set([...coreNames, ...functions.keys()])]
  return new Map(
    names.flatMap((name) => {
      const named = functions.get(name)
      return named ? [[name, { meaning: meaningOf(name, users.get(name)), options: optionsOf(named) }]] : []
    }),
  )
}

function meaningOf(name: string, users: ReadonlyMap<string, string> = new Map()): string {
  const known = core[name]
  if (known !== undefined) return known
  const [rule] = users
  if (rule === undefined) return 'It comes with gov.'
  const [id, description] = rule
  const others = users.size > 1 ? ` and ${users.size - 1} more` : ''
  return `${description || 'A check of the built-in rulesets.'}\n\nUsed by the built-in rule \`${id}\`${others}.`
}

function usersOf(builtin: readonly KnownRuleset[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const { id, description, then } of builtin.flatMap(({ drafts }) => [...drafts.rules.values()])) {
    for (const { function: used } of then) {
      const rules = found.get(used.name) ?? new Map<string, string>()
      found.set(used.name, rules.set(id, rules.get(id) ?? description))
    }
  }
  return found
}

function optionsOf({ options }: RuleFunction): Schema {
  const schema: unknown = z.toJSONSchema(options(), { io: 'input', unrepresentable: 'any' })
  return isRecord(schema) ? schema : {}
}
