import type { Severity } from '../../core/model/severity.ts'
import type { RulesetSource } from '../ruleset/ruleset-source.ts'

/** A rule that comes with the engine. */
export interface RuleData {
  readonly description: string
  readonly severity: Severity
  /** Absent: true. */
  readonly recommended?: false
  /** Absent: any. */
  readonly formats?: readonly string[]
  /** Absent: the document. */
  readonly given?: string | readonly string[]
  /** A function alone, or a whole `then`. */
  readonly check:
    | string
    | {
        readonly field?: string
        readonly function: string
        readonly functionOptions?: Readonly<Record<string, unknown>>
      }
  /** Absent: what the function says. */
  readonly message?: string
  readonly howToFix: string
}

/** Rules that are for version 3 unless they say otherwise. */
export function restrictToVersion3<Id extends string>(
  rules: Readonly<Record<Id, RuleData>>,
): Readonly<Record<Id, RuleData>> {
  const entries = Object.entries<RuleData>(rules).map(([id, rule]) => [id, { formats: ['oas3'], ...rule }])
  return { ...rules, ...Object.fromEntries(entries) }
}

/** The rules as a ruleset file would have them, so that they are read by the one reader of rulesets. */
export function toRulesetSource(name: string, rules: Readonly<Record<string, RuleData>>): RulesetSource {
  const entries = Object.entries(rules).map(([id, { check, ...rule }]) => {
    const whole = typeof check === 'string' ? { function: check } : check
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    return [id, { given: '$', message: '{{error}}', ...rule, then: whole }]
  })
  return { name, text: JSON.stringify({ rules: Object.fromEntries(entries) }), format: 'json' }
}
