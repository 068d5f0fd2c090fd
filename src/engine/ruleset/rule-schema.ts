// biome-ignore-all lint/suspicious/noThenProperty: the word of rulesets, and of JSON Schema
/** The JSON Schema of one rule. */
import { coreNames, functions } from '../functions/index.ts'
import { foreignFormats, formatNames } from './format-names.ts'
import { fixActions, fixShape } from './read-fix.ts'
import { ruleFields } from './read-rule.ts'
import { checkShape } from './read-then.ts'
import {
  list,
  mapping,
  named,
  oneOrList,
  openNamed,
  properties,
  ref,
  type Schema,
  schemaFromZod,
} from './schema-parts.ts'
import { type severityNames, severityNumbers } from './severity.ts'

const coreMeanings: Readonly<Record<string, string>> = {
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

const levels = {
  error: 'A violation of the rule is an error: by default, it fails a check.',
  warn: 'A violation is a warning.',
  info: 'A violation is information.',
  hint: 'A violation is a hint.',
}

const severity: Schema = {
  anyOf: [
    named({ ...levels, off: 'The rule is not run.' } satisfies Record<
      (typeof severityNames)[number],
      string
    >),
    { enum: Object.keys(severityNumbers).map(Number) },
  ],
}

const datedSeverity = mapping(
  {
    now: {
      description: 'The severity until the change. Without it: the one that the rule has.',
      ...named(levels),
    },
    until: {
      description: 'The last day of that, such as 2027-01-31.',
      type: 'string',
      pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    },
    then: { description: 'The severity from the day after.', ...named(levels) },
  },
  ['until', 'then'],
)

const check: Schema = {
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
const builtInCheck: Schema = {
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

const formats = list({
  anyOf: [{ enum: Object.keys(formatNames) }, { type: 'string', pattern: anyCase(foreignFormats.source) }],
})

/** JSON Schema has no flag for it. */
function anyCase(pattern: string): string {
  return pattern.replace(/\\.|[a-z]/g, (part) => (part.length > 1 ? part : `[${part}${part.toUpperCase()}]`))
}

const fix: Schema = {
  ...mapping(
    properties(
      fixShape().shape,
      {
        field: 'The key to change, instead of the value.',
        set: 'The value to write.',
        remove: 'The value goes.',
        rename: 'The new name of the key.',
        insertBefore: 'The key that a new field goes before.',
        safe: 'false: only with --unsafe.',
      },
      { set: {} },
    ),
  ),
  oneOf: fixActions.map((key) => ({ required: [key] })),
  dependencies: { insertBefore: ['set', 'field'] },
}

const whole: Schema = {
  type: 'object',
  properties: properties(
    ruleFields,
    {
      given: 'Where the rule looks: a JSONPath or an alias such as "#Operation", or a list of them.',
      then: 'What is checked of each value that "given" leads to: a check, or a list of them.',
      severity: 'How much an issue of the rule matters, or two severities and the day between them.',
      formats: 'The kinds of documents that the rule is for. Without it: all.',
      fix: 'How gov fix removes an issue: one of "set", "remove" and "rename".',
      description: 'What the rule asks for, in a sentence.',
      message:
        'What is said of an issue. {{error}}, {{property}}, {{value}}, {{path}} and {{description}} are filled in.',
      howToFix: 'What to do about an issue, in a sentence.',
      how_to_fix: 'Another spelling of "howToFix".',
      documentationUrl: 'Where to read more.',
      resolved: 'false: "$ref" is seen as it is written. Default: true.',
      recommended: 'false: the rule is on only in the mode "all". Default: true.',
      type: 'What kind of rule it is. It changes nothing.',
      tags: 'Words to group rules by.',
      id: 'Passed over: the key is the id.',
      category: 'Passed over.',
      extensions: 'Passed over.',
    },
    {
      given: ref('given'),
      then: oneOrList(ref('check')),
      severity: { anyOf: [ref('severity'), datedSeverity] },
      formats: ref('formats'),
      fix,
    },
  ),
  patternProperties: { '^x-': {} },
  additionalProperties: false,
}

export const ruleDefinitions = {
  severity,
  given: oneOrList({ type: 'string' }),
  formats,
  check,
  rule: {
    description: 'A rule, or the severity of an inherited one; true turns it on, and false off.',
    anyOf: [ref('severity'), { type: 'boolean' }, whole],
  },
  builtInRules: {
    additionalProperties: { properties: { then: oneOrList(builtInCheck) } },
  },
}
