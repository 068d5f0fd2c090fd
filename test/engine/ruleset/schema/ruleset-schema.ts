/** The JSON Schema of rulesets, for editors. `docs/ruleset.schema.json` is made from it. */
import { modes } from '../../../../src/engine/ruleset/extends.ts'
import { rulesetKeySchemas } from '../../../../src/engine/ruleset/read-ruleset.ts'
import { ruleDefinitions } from './rule-schema.ts'
import { list, mapping, named, openNamed, properties, ref, type Schema } from './schema-parts.ts'

const builtIn = {
  'spectral:oas': "Spectral's rules for OpenAPI, built in.",
  'spectral:owasp': "The dashboards' OWASP rules, built in.",
  '@stoplight/spectral-owasp-ruleset': "Spectral's OWASP rules, built in.",
  'vacuum:oas': "The dashboards' rules for OpenAPI, built in.",
  'vacuum:owasp': "The dashboards' OWASP rules, built in.",
  'vacuum:all': "All of the dashboards' rules, built in.",
}

const modeMeanings: Readonly<Record<(typeof modes)[number], string>> = {
  off: 'No rule is on until this ruleset turns it on.',
  recommended: 'The rules that are recommended are on.',
  all: 'All rules are on whose severity is not off.',
}

const extension = openNamed(builtIn)
const pair = { type: 'array', items: [extension, named(modeMeanings)], minItems: 2, additionalItems: false }
const names = list({ anyOf: [extension, pair] })
/** A mode needs its own pair. */
const loosePair = { minItems: 2, maxItems: 2, contains: { enum: modes } }

const scoped = mapping(
  {
    description: { type: 'string' },
    targets: {
      ...list(mapping({ formats: ref('formats'), given: ref('given') }, ['formats', 'given'])),
      minItems: 1,
    },
  },
  ['targets'],
)

const functionName = { type: 'string', minLength: 1 }

const all = properties(
  rulesetKeySchemas(),
  {
    extends: 'The rulesets that this one builds on: names, files, or pairs of one and a mode.',
    rules: 'The rules, by id. An inherited rule takes a severity.',
    aliases: 'Names for JSONPaths, which "given" uses as "#Name".',
    functions: 'Functions in JavaScript: names of files in "functionsDir".',
    functionsDir: 'The folder of the functions. Default: functions.',
    formats: 'The kinds of documents that the rules are for. Without it: all.',
    documentationUrl: 'Where to read more about the rules.',
    description: 'What the ruleset is for.',
    parserOptions: 'How faults of the document itself count.',
    overrides: 'Other rules for some files.',
    except: 'The rules that are off in a file, or at a place in it.',
  },
  {
    extends: { anyOf: [extension, { ...names, not: loosePair }] },
    rules: { type: 'object', additionalProperties: ref('rule') },
    aliases: {
      type: 'object',
      propertyNames: { pattern: '^[A-Za-z][\\w-]*$' },
      additionalProperties: { anyOf: [ref('given'), scoped] },
    },
    functions: list({
      anyOf: [functionName, { type: 'array', items: [functionName], minItems: 1 }],
    }),
    formats: ref('formats'),
    parserOptions: mapping({
      duplicateKeys: { description: 'Keys that are repeated.', ...ref('severity') },
      incompatibleValues: { description: 'Keys that are not texts.', ...ref('severity') },
    }),
    overrides: { ...list(ref('override')), minItems: 1 },
  },
)

const { functions: _functions, overrides: _overrides, ...inOverride } = all

const override = {
  required: ['files'],
  ...ruleset({
    files: {
      description:
        'Globs of the files, each with a JSON Pointer if it is for a place: there, rules only take a severity.',
      ...list({ type: 'string' }),
      minItems: 1,
    },
    ...inOverride,
  }),
}

function ruleset(fields: Schema): Schema {
  return { type: 'object', properties: fields, patternProperties: { '^x-': {} }, additionalProperties: false }
}

const builtInOnly = { properties: { rules: ref('builtInRules') } }

/**
 * Draft 7, which every editor reads. It accepts whatever the program accepts; what depends on other files, and what is in
 * JSONPaths, is for `gov ruleset validate`.
 */
export function rulesetJsonSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'gov ruleset',
    ...ruleset(all),
    anyOf: ['rules', 'extends', 'overrides'].map((key) => ({ required: [key] })),
    if: { required: ['functions'] },
    else: { properties: { ...builtInOnly.properties, overrides: { items: builtInOnly } } },
    definitions: { ...ruleDefinitions, override },
  }
}
