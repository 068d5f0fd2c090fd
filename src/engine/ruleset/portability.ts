import type { Path } from '../../core/model/location.ts'
import { findValues, isRecord, toList } from '../../core/model/record.ts'
import { getRef } from '../openapi/pointer.ts'

/** A construct that vacuum, the dashboards' engine, understands otherwise: what it does there, and what to write for all. */
export interface Unportable {
  readonly path: Path
  readonly reason: string
  /** `engine: vacuum` does the same, or differs only over rare values: a ruleset for it may have this. */
  readonly isAccepted?: true
}

type RawMapping = Readonly<Record<string, unknown>>

const ruleKeys =
  'given then severity formats description message howToFix documentationUrl resolved recommended type tags id category'.split(
    ' ',
  )

const notRun = 'a dashboard cannot run this expression'

const expressions: readonly (readonly [RegExp, string])[] = [
  [/\.match\(|\.test\(/, `${notRun}: list the keys, or use the function pattern`],
  [/\.(?:includes|startsWith|endsWith|indexOf|toLowerCase)\(/, `${notRun}: compare with == and ||`],
  [
    /@(?:object|array|string|number|integer|boolean|null|scalar)\(/,
    `${notRun}: ask for a member, such as [?(@.type)]`,
  ],
  [/@\.\$|@\['\$ref'\]\s*[!=]=/, `${notRun}: write !@['$ref'] or @['$ref'], without a comparison`],
  [/[^.]\.\[/, 'engines differ over a dot before a bracket: leave the dot out'],
  [/\.['"]/, `${notRun}: put the quoted name in brackets, without a dot`],
  [
    /@property\s*[!=]==?\s*\d/,
    'a dashboard takes keys for text, and finds nothing with this number: put it in quotes',
  ],
  [
    /!@.*?(?:&&|\|\|)/,
    'a dashboard negates all that follows the !: put what is negated last, or compare with == null',
  ],
  [/=~/, `${notRun}: use the function pattern`],
  [/@parentProperty|@property\s*>=/, 'a dashboard finds nothing with this expression: name the keys'],
  [/@property\s*<|@root|@parent\b|@path|\(@\.length/, `${notRun}: name the keys`],
  [/\.\.\$ref|\.\.\.|\.$|^(?![$#])/, `${notRun}: write $..['$ref'], and begin with $`],
]
const mediaType = /\.[\w+-]+\/[\w+-]+/

/** Names that the dashboards' engine does not have. */
const absent = [
  'or',
  'unreferencedReusableObject',
  'oasSecurityDefined',
  'oasExample',
  'serverVariables',
  'uniquenessTags',
  'owaspAdminSecurityUnique',
]
/** These also find the field one level deeper there. */
const looksDeeper = ['defined', 'undefined', 'falsy', 'length']
const ignoresField = ['casing', 'enumeration', 'alphabetical']

/** Finds what in a ruleset means something else to the dashboards' engine, in the order of the ruleset. */
export function findUnportable(ruleset: unknown): readonly Unportable[] {
  if (!isRecord(ruleset)) return []
  const keys = ['overrides', 'except'].filter((key) => ruleset[key] !== undefined)
  const rules = isRecord(ruleset.rules) ? Object.entries(ruleset.rules) : []
  return [
    ...keys.map((key) =>
      createFault(
        [key],
        `a dashboard ${key === 'except' ? 'refuses' : 'ignores'} this: write a ruleset for each kind of API`,
      ),
    ),
    ...checkOtherKeys(ruleset),
    ...checkFormats(ruleset.formats, ['formats']),
    ...listAliasTexts(ruleset.aliases).flatMap(([text, path]) => checkExpression(text, path)),
    ...rules.flatMap(([id, rule]) => checkRule(rule, ['rules', id])),
  ]
}

function createFault(path: Path, reason: string): Unportable {
  return { path, reason }
}

const builtInOrAddress = /^(?:spectral|vacuum):|^https?:\/\//

/** A ruleset that is read from files has its own engine there; only a dashboard is sent the text alone. */
function checkOtherKeys(ruleset: RawMapping): readonly Unportable[] {
  const extended: readonly unknown[] = Array.isArray(ruleset.extends) ? ruleset.extends : [ruleset.extends]
  const files = extended.flatMap((extension) => {
    const name: unknown = Array.isArray(extension) ? extension[0] : extension
    return typeof name === 'string' && !builtInOrAddress.test(name) ? [name] : []
  })
  const code = ['functions', 'functionsDir'].filter((key) => ruleset[key] !== undefined)
  return [
    ...files.map((name) => ({
      path: ['extends'],
      reason: `a dashboard does not have the file ${name}: put its rules into this file`,
      isAccepted: true as const,
    })),
    ...code.map((key) => ({
      path: [key],
      reason: 'a dashboard does not have these files, and runs no JavaScript',
      isAccepted: true as const,
    })),
  ]
}

function extendPath(path: Path, name: string): Unportable {
  const way = name === 'defined' ? ': use truthy, which does not' : ''
  const reason = `a dashboard also takes a key, or a text, of that name one level deeper for the field${way}`
  return { path, reason, isAccepted: true }
}

const isNumber = 'a dashboard refuses a severity that is a number: write its name'
const isRun = 'a dashboard runs the rule all the same: delete the rule'

function checkRule(rule: unknown, path: Path): readonly Unportable[] {
  if (typeof rule === 'number') return [createFault(path, isNumber)]
  if (!isRecord(rule)) return []
  const thens = Array.isArray(rule.then)
    ? rule.then.map((then: unknown, index) => [then, ['then', index]] as const)
    : [[rule.then, ['then']] as const]
  return [
    ...checkKeys(rule, path),
    ...listGivens(rule.given).flatMap(([text, below]) => checkExpression(text, [...path, ...below])),
    ...checkFormats(rule.formats, [...path, 'formats']),
    ...thens.flatMap(([then, below]) => (isRecord(then) ? checkThen(then, rule, [...path, ...below]) : [])),
  ]
}

function checkKeys(rule: RawMapping, path: Path): readonly Unportable[] {
  const { severity, given, recommended } = rule
  const faultAtKey = (key: string, reason: string) => createFault([...path, key], reason)
  const unknown = Object.keys(rule).filter((key) => !ruleKeys.includes(key))
  const found = [
    ...unknown.map((key) => faultAtKey(key, 'a dashboard refuses a rule with this key: delete it')),
    typeof severity === 'number' && faultAtKey('severity', isNumber),
    isRecord(severity) &&
      faultAtKey(
        'severity',
        'a dashboard knows no severity with a date: write one severity, and change it on that day',
      ),
    given === undefined &&
      severity !== undefined &&
      createFault(path, 'a dashboard refuses a mapping without given and then: write only the severity'),
    recommended === false && faultAtKey('recommended', isRun),
    given !== undefined && severity === 'off' && faultAtKey('severity', isRun),
  ]
  return found.filter((problem) => problem !== false)
}

type Located = readonly (readonly [text: string, path: Path])[]

function listGivens(given: unknown, path: Path = ['given']): Located {
  if (typeof given === 'string') return [[given, path]]
  if (!Array.isArray(given)) return []
  return given.flatMap((text: unknown, index) =>
    typeof text === 'string' ? [[text, [...path, index]] as const] : [],
  )
}

/** An alias is an expression, a list of them, or a mapping with one or several for each format. */
function listAliasTexts(aliases: unknown): Located {
  if (!isRecord(aliases)) return []
  return Object.entries(aliases).flatMap(([name, alias]) => {
    const path = ['aliases', name]
    if (!isRecord(alias)) return listGivens(alias, path)
    return toList(alias.targets).flatMap((target, index) =>
      isRecord(target) ? listGivens(target.given, [...path, 'targets', index, 'given']) : [],
    )
  })
}

function checkExpression(text: string, path: Path): readonly Unportable[] {
  const found = expressions.find(([pattern]) => pattern.test(text))
  if (found) return [createFault(path, found[1])]
  if (mediaType.test(text.replace(/'[^']*'|"[^"]*"|\/\S*\//g, '')))
    return [createFault(path, `${notRun}: put the media type in brackets and quotes`)]
  return bareMember.test(text) ? [{ path, reason: asksForPresence, isAccepted: true }] : []
}

const bareMember = /\[\?.*@(?:\.[\w-]+|\['[^$'][^']*'\])+\s*(?:&&|\|\||\)|\])/
const asksForPresence =
  'a dashboard asks only whether the member is there, be it false, 0, null or empty: compare it with a value'

function checkFormats(value: unknown, path: Path): readonly Unportable[] {
  if (!Array.isArray(value)) return []
  if (value.length === 0)
    return [createFault(path, 'a dashboard takes an empty list for every format: delete it')]
  return value.flatMap((name: unknown, index) =>
    /^oas\d\.\d$/.test(String(name))
      ? [
          createFault(
            [...path, index],
            `a dashboard does not know this format, and the rule never runs: write ${String(name).replace('.', '_')}`,
          ),
        ]
      : [],
  )
}

function checkThen(then: RawMapping, rule: RawMapping, path: Path): readonly Unportable[] {
  const { field } = then
  const name = String(then.function)
  const options = isRecord(then.functionOptions) ? then.functionOptions : {}
  const fault = (keys: readonly string[], reason: string) => createFault([...path, ...keys], reason)
  const isBare = field === undefined
  const isField = typeof field === 'string'
  const found: (Unportable | false)[] = [
    absent.includes(name) &&
      fault(['function'], 'a dashboard does not have this function, and reports an error instead'),
    isField &&
      ignoresField.includes(name) &&
      fault(['field'], `a dashboard ignores field for ${name}: put the field into given`),
    field === '@key' &&
      !ignoresField.includes(name) &&
      fault(['field'], 'a dashboard finds nothing with @key: end given with ~'),
    isBare &&
      ['defined', 'undefined'].includes(name) &&
      fault([], `on a dashboard, ${name} without field does not look at the document: name a field`),
    name === 'schema' &&
      isBare &&
      rule.given !== '$' &&
      fault([], 'on a dashboard, schema without field never reports: move the last key of given to field'),
    ...['dialect', 'allErrors'].map(
      (key) =>
        name === 'schema' &&
        options[key] !== undefined &&
        fault(['functionOptions', key], 'a dashboard reports an error instead of checking: delete it'),
    ),
    name === 'xor' &&
      fault(
        ['functionOptions', 'properties'],
        'a dashboard never reports with a list: use schema with a oneOf of two required, and a field',
      ),
    isField &&
      /^\$[.[]/.test(field) &&
      fault(['field'], 'a dashboard takes field for a name, not an expression: put it into given'),
    isField && looksDeeper.includes(name) && extendPath([...path, 'field'], name),
    name === 'schema' &&
      findValues(options.schema, ({ value }) => getRef(value) !== undefined).length > 0 &&
      fault(
        ['functionOptions', 'schema'],
        'a dashboard reports an error instead of following a $ref in here: write the schema out',
      ),
    name === 'length' &&
      isBare &&
      Array.isArray(rule.given) &&
      fault([], 'a dashboard breaks off at a list or mapping with this: write a rule for each given'),
    ...(name === 'pattern' ? checkPatterns(options, [...path, 'functionOptions']) : []),
  ]
  return found.filter((problem) => problem !== false)
}

function checkPatterns(options: RawMapping, path: Path): (Unportable | false)[] {
  const pieces = Object.values(options).flatMap((option) => String(option).split(','))
  return ['match', 'notMatch'].flatMap((key) => {
    const text = String(options[key] ?? '')
    const reasons = [
      pieces.length > 2 &&
        text.includes(',') &&
        'a dashboard takes what is behind a comma for another option, and allows two: write + for {1,}, and \\x2C for a comma',
      /\(\?<?[=!]|\\[1-9]|\\k</.test(text) &&
        'a dashboard has no lookaround or backreferences, and reports every value: write it without',
      /^\/.+\/[a-z]*$/.test(text) &&
        'a dashboard takes the slashes literally: write the bare expression, with (?i) in front for flags',
    ]
    return reasons.map((reason) => reason !== false && createFault([...path, key], reason))
  })
}
