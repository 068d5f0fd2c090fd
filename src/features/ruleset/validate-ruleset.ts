import { openRulesetSource } from '../../check/rulesets/ruleset-source.ts'
import type { Sources } from '../../check/sources/sources.ts'
import { parseDocument } from '../../core/document/document.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { countIssues } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { suggest } from '../../core/text/suggest.ts'
import { applyDay, collectPastSeverities } from '../../engine/apply-day.ts'
import { isCodeName } from '../../engine/javascript/code-text.ts'
import { loadDrafts, type ParsedRules } from '../../engine/load-ruleset.ts'
import { isOn, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { findUnportable } from '../../engine/ruleset/portability.ts'
import { RulesetError, type RulesetProblem, type RulesetSource } from '../../engine/ruleset/ruleset-source.ts'
import { createProblem } from '../../engine/ruleset/ruleset-text.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/limits.ts'

/** The problems of a ruleset file, or a summary of its rules if it has none. */
export interface RulesetValidation {
  readonly file: string
  readonly valid: boolean
  readonly problems: readonly RulesetFault[]
  /** Constructs that are valid but probably a mistake. */
  readonly warnings?: readonly RulesetFault[]
  readonly extends?: readonly string[]
  /** `own`: how many of the enabled rules the file itself defines. */
  readonly rules?: SeverityCounts & { readonly on: number; readonly off: number; readonly own: number }
}

export type RulesetFault = Partial<RulesetProblem>

/** Reads a ruleset file and what it extends. */
export async function validateRuleset(
  file: string,
  sources: Sources,
  { day, trustPaths = false, for: target, portability = true }: ValidateRulesetOptions,
): Promise<RulesetValidation> {
  try {
    const { source, read } = await openRulesetSource(file, sources, trustPaths)
    const warnings: RulesetFault[] = []
    const warn = (problem: RulesetProblem) => warnings.push(problem)
    const drafts = await loadDrafts(source, { read, warn, bounded: withLoadingLimit })
    const problems = unavailableFunctions(drafts, file)
    if (problems.length > 0) return { file, valid: false, problems }
    warnings.push(...misspeltKeywords(drafts, file))
    if (target !== undefined && portability) warnings.push(...unportable(source, drafts))
    warnings.push(...warnAboutPastDates(source, drafts, day))
    return { file, valid: true, problems: [], warnings, ...readFacts(applyDay(drafts, day), file) }
  } catch (error) {
    if (error instanceof RulesetError) return { file, valid: false, problems: error.problems }
    if (error instanceof GovError) return { file, valid: false, problems: [{ reason: error.message }] }
    throw error
  }
}

interface ValidateRulesetOptions {
  /** Today, YYYY-MM-DD (UTC): it decides severities with a date. */
  readonly day: string
  readonly trustPaths?: boolean | undefined
  /** Warns of what the dashboards' engine understands otherwise. */
  readonly for?: 'dashboard' | undefined
  /** If false, warns only of what a dashboard's engine never checks, not of every difference. */
  readonly portability?: boolean | undefined
}

function warnAboutPastDates({ name: file, text, format }: RulesetSource, drafts: ParsedRules, day: string) {
  if (isCodeName(file)) return []
  return collectPastSeverities(drafts, parseDocument(text, format).value, file, day)
}

function unportable(
  { name: file, text, format }: RulesetSource,
  { locate }: ParsedRules,
): readonly RulesetFault[] {
  if (isCodeName(file)) return [{ file, reason: 'a dashboard takes only data: JSON or YAML' }]
  return findUnportable(parseDocument(text, format).value).map(({ path, reason }) =>
    createProblem(file, path, locate(path), reason),
  )
}

/** A rule whose function cannot be loaded fails every check. */
function unavailableFunctions(drafts: ParsedRules, file: string): readonly RulesetFault[] {
  return listEnabled(drafts).flatMap(({ id, then, owner }) =>
    then.flatMap(({ function: { unavailable } }) => {
      const reason = unavailable?.()
      if (reason === undefined) return []
      const { start_line: line, start_char: column } = drafts.locate(['rules', id, 'then'])
      return [{ ...(owner === file && { file, line, column }), rule: id, key: 'then', reason }]
    }),
  )
}

function listEnabled({ rules }: ParsedRules): readonly ParsedRule[] {
  return [...rules.values()].filter(isOn)
}

function readFacts(drafts: ParsedRules, file: string): Pick<RulesetValidation, 'extends' | 'rules'> {
  const { rules, extensions } = drafts
  const on = listEnabled(drafts)
  return {
    extends: extensions.map(({ reference, mode }) => (mode ? `${reference} (${mode})` : reference)),
    rules: {
      on: on.length,
      off: rules.size - on.length,
      own: on.filter(({ owner }) => owner === file).length,
      ...countIssues(on),
    },
  }
}

/** Schema keywords that look misspelt: an unknown keyword checks nothing. */
function misspeltKeywords(drafts: ParsedRules, file: string): readonly RulesetProblem[] {
  const own = listEnabled(drafts).filter(({ givenBy }) => givenBy === file)
  return own.flatMap(({ id, then }) =>
    then.flatMap(({ function: { name }, written }, index) => {
      if (name !== 'schema' || !isRecord(written)) return []
      const at = ['rules', id, 'then', ...(then.length === 1 ? [] : [index]), 'functionOptions', 'schema']
      return findUnknownKeywords(written.schema, at).map(({ name: found, meant, path }) => {
        const { start_line: line, start_char: column } = drafts.locate(path)
        const reason = `unknown keyword "${found}"; did you mean "${meant}"?`
        return { file, line, column, rule: id, key: 'then.functionOptions.schema', reason }
      })
    }),
  )
}

interface UnknownKeyword {
  readonly name: string
  readonly meant: string
  readonly path: Path
}

const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies']
const schemas = [
  ...['items', 'additionalItems', 'prefixItems', 'contains', 'unevaluatedItems', 'contentSchema'],
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]
const others = [
  ...['$schema', '$id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$comment'],
  ...['$recursiveRef', '$recursiveAnchor', 'type', 'enum', 'const', 'required', 'dependentRequired'],
  ...['multipleOf', 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'pattern'],
  ...['maxLength', 'minLength', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'],
  ...['maxProperties', 'minProperties', 'title', 'description', 'default', 'deprecated', 'readOnly'],
  ...['writeOnly', 'examples', 'contentEncoding', 'contentMediaType'],
]
/** Words that older drafts, OpenAPI or widespread validators know. */
const elsewhere = [
  ...['id', 'extends', 'disallow', 'divisibleBy', 'nullable', 'example', 'xml', 'externalDocs'],
  ...['discriminator', 'errorMessage', 'formatMaximum', 'formatMinimum', 'formatExclusiveMaximum'],
  ...['formatExclusiveMinimum', 'enumNames', 'enumDescriptions', 'markdownDescription', 'typeof', 'regexp'],
  ...['patternRequired', 'deepRequired', 'deepProperties', 'uniqueItemProperties', 'range', 'transform'],
]

const standard = [...maps, ...schemas, ...others]
const known = new Set([...standard, ...elsewhere])
/** A short word is near to too many others. */
const candidates = standard.filter((name) => name.length > 3)

/** Finds names that are nearly a keyword: validators pass over them. */
export function findUnknownKeywords(
  schema: unknown,
  path: Path = [],
  above: readonly unknown[] = [],
): UnknownKeyword[] {
  if (!isRecord(schema) || above.includes(schema)) return []
  const within = [...above, schema]
  return Object.entries(schema).flatMap(([name, value]) => {
    if (!known.has(name)) return findMisspelt(name, [...path, name])
    if (schemas.includes(name) && !Array.isArray(value))
      return findUnknownKeywords(value, [...path, name], within)
    const isList = schemas.includes(name) && Array.isArray(value)
    const parts = isList || (maps.includes(name) && isRecord(value)) ? Object.entries(Object(value)) : []
    return parts.flatMap(([key, part]) => findUnknownKeywords(part, [...path, name, key], within))
  })
}

function findMisspelt(name: string, path: Path): UnknownKeyword[] {
  const meant = name.length > 2 && !/^x-/i.test(name) ? suggest(name, candidates, 3) : undefined
  return meant === undefined ? [] : [{ name, meant, path }]
}
