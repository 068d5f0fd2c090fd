// biome-ignore-all lint/suspicious/noThenProperty: the word of rulesets, and of JSON Schema
/** The JSON Schema of one rule. */
import { foreignFormats, formatNames } from '../../../../src/engine/ruleset/formats.ts'
import { fixActions, fixShape, ruleFields } from '../../../../src/engine/ruleset/read-rule.ts'
import { type severityNames, severityNumbers } from '../../../../src/engine/ruleset/severity.ts'
import { builtInCheck, check } from './check-schema.ts'
import { list, mapping, named, oneOrList, properties, ref, type Schema } from './schema-parts.ts'

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
      id: 'With engine: vacuum, what its issues are called in the place of the key. Otherwise passed over.',
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
