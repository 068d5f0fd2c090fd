import type { Aliases } from '../../engine/ruleset/aliases.ts'
import type { Drafts } from '../../engine/ruleset/load-ruleset.ts'
import type { RuleDraft } from '../../engine/ruleset/rule-draft.ts'
import { markdownText } from '../../reporters/markdown-text.ts'
import { oneLine } from '../../text/sanitize.ts'
import type { FunctionHelp } from './function-help.ts'
import type { Schema } from './schema-at.ts'

/** What a ruleset may name: functions, its own among them, the rules that it inherits, and aliases. */
export interface RulesetNames {
  readonly functions: ReadonlyMap<string, FunctionHelp>
  /** Undefined where it extends nothing that can be read. */
  readonly inherited: Drafts | undefined
  readonly aliases: Aliases
}

const text = { type: 'string' }
const flag = { type: 'boolean' }

const lastDay = { type: 'string', description: 'The last day of the first severity, such as 2027-01-31.' }

const severities = {
  error: 'A violation of the rule is an error: by default, it fails a check.',
  warn: 'A violation is a warning.',
  info: 'A violation is information.',
  hint: 'A violation is a hint.',
  off: 'The rule is not run.',
}

const formats = {
  oas2: 'Swagger 2.0',
  oas3: 'OpenAPI 3.x',
  'oas3.0': 'OpenAPI 3.0',
  'oas3.1': 'OpenAPI 3.1',
  'oas3.2': 'OpenAPI 3.2',
}

const modes = {
  recommended: 'The rules that are recommended are on.',
  all: 'All rules are on whose severity is not off.',
  off: 'No rule is on until this ruleset turns it on.',
}

const builtin: Readonly<Record<string, string>> = {
  'spectral:oas': "Spectral's rules for OpenAPI, built in.",
  'spectral:owasp': "Spectral's OWASP rules, built in.",
  '@stoplight/spectral-owasp-ruleset': "Spectral's OWASP rules, built in.",
  'vacuum:oas': "The dashboards' rules for OpenAPI, built in.",
  'vacuum:owasp': "The dashboards' OWASP rules, built in.",
  'vacuum:all': "All of the dashboards' rules, built in.",
}

/** The schema of a whole ruleset, with a sentence for each key and each value that has a name. */
export function rulesetSchema({ functions, inherited, aliases }: RulesetNames): Schema {
  const level = named('How much an issue of the rule matters.', severities)
  const severity = either(
    'How much an issue of the rule matters, or two severities and the day between them.',
    level,
    {
      properties: Object.fromEntries([
        ['now', level],
        ['until', lastDay],
        ['then', level],
      ]),
    },
  )
  const formatList = list('The kinds of documents that it is for. Without it: all.', named('', formats))
  const expression = named('A JSONPath, or an alias such as `#Operation`.', aliasMeanings(aliases))
  const given = either(
    'Where the rule looks: a JSONPath or an alias, or a list of them.',
    expression,
    list('', expression),
  )
  const names = Object.fromEntries([...functions].map(([name, { meaning }]) => [name, meaning]))
  const check = mapping('What is checked of each value that `given` leads to.', {
    field: { ...text, description: 'The key to check, instead of the value. `@key`: the name of each key.' },
    function: named('The check.', names),
    functionOptions: { description: 'The options of the function.' },
  })
  const then = either('The check, or a list of them.', check, list('', check))
  const whole = mapping('A rule.', {
    description: { ...text, description: 'What the rule asks for, in a sentence.' },
    message: {
      ...text,
      description:
        'What is said of an issue. `{{error}}`, `{{property}}`, `{{value}}`, `{{path}}` and `{{description}}` are filled in.',
    },
    severity,
    given,
    then,
    formats: formatList,
    resolved: { ...flag, description: '`false`: `$ref` is seen as it is written. Default: true.' },
    recommended: { ...flag, description: '`false`: it is on only in the mode `all`. Default: true.' },
    howToFix: { ...text, description: 'What to do about an issue, in a sentence.' },
    documentationUrl: { ...text, description: 'Where to read more.' },
    tags: list('Words to group rules by.', text),
    type: { enum: ['style', 'validation'], description: 'What kind of rule it is. It changes nothing.' },
    fix: declaredFix,
  })
  const rule = either('A rule, or the severity of an inherited one.', named('', severities), flag, whole)
  const rules = {
    ...mapping(
      'The rules, by id. An inherited rule takes a severity.',
      inheritedRules(inherited?.rules, rule),
    ),
    additionalProperties: rule,
  }
  const extension = named('', builtin)
  const extendsAny = either(
    'The rulesets that this one builds on: names, files, or pairs of one and a mode.',
    extension,
    list('', either('', extension, { prefixItems: [extension, named('', modes)] })),
  )
  const target = mapping('', { formats: formatList, given })
  const top = {
    extends: extendsAny,
    rules,
    aliases: {
      description: 'Names for JSONPaths, which `given` uses as `#Name`.',
      additionalProperties: either(
        '',
        expression,
        list('', expression),
        mapping('', { description: text, targets: list('', target) }),
      ),
    },
    formats: formatList,
    documentationUrl: { ...text, description: 'Where to read more about the rules.' },
    description: { ...text, description: 'What the ruleset is for.' },
    functions: list('Functions in JavaScript: names of files in `functionsDir`.', text),
    functionsDir: { ...text, description: 'The folder of the functions. Default: functions.' },
    parserOptions: mapping('How faults of the document itself count.', {
      duplicateKeys: named('Keys that are repeated.', severities),
      incompatibleValues: named('Keys that are not texts.', severities),
    }),
    except: {
      description: 'The rules that are off in a file, or at a place in it.',
      additionalProperties: list('', text),
    },
  }
  const override = mapping('', {
    files: list('Globs of the files, each with a JSON Pointer if it is for a place.', text),
    ...top,
  })
  return mapping('A ruleset.', { ...top, overrides: list('Other rules for some files.', override) })
}

const declaredFix = mapping('How gov fix removes an issue: one of `set`, `remove` and `rename`.', {
  field: { ...text, description: 'The key to change, instead of the value.' },
  set: { description: 'The value to write.' },
  remove: { const: true, description: 'The value goes.' },
  rename: { ...text, description: 'The new name of the key.' },
  insertBefore: { ...text, description: 'The key that a new field goes before.' },
  safe: { ...flag, description: '`false`: only with --unsafe.' },
})

function inheritedRules(
  rules: ReadonlyMap<string, RuleDraft> = new Map(),
  rule: Schema,
): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    [...rules.values()].map(({ id, description, severity, enabled, off }) => [
      id,
      {
        ...rule,
        description: `${markdownText(description) || 'An inherited rule.'}\n\nInherited: ${enabled && !off ? severity : 'off'}`,
      },
    ]),
  )
}

function aliasMeanings(aliases: RulesetNames['aliases']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...aliases].map(([name, { targets }]) => {
      const expressions = targets.flatMap(({ given }) => given)
      return [`#${name}`, expressions.map(code).join(', ')]
    }),
  )
}

/** Foreign text as code: nothing in it ends the code. */
function code(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'")}\``
}

function named(description: string, meanings: Readonly<Record<string, string>>): Schema {
  return { description, enum: Object.keys(meanings), meanings }
}

function list(description: string, items: Schema): Schema {
  return { description, items }
}

function mapping(description: string, properties: Readonly<Record<string, Schema>>): Schema {
  return { description, properties }
}

function either(description: string, ...anyOf: readonly Schema[]): Schema {
  return { description, anyOf }
}
