import type { Severity } from '../../../model/severity.ts'
import type { RulesetSource } from '../../ruleset/ruleset-source.ts'

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
  readonly check: {
    readonly field?: string
    readonly function: string
    readonly functionOptions?: Readonly<Record<string, unknown>>
  }
  /** Absent: what the function says. */
  readonly message?: string
  readonly howToFix: string
}

/** The rules as a ruleset file would have them, so that they are read by the one reader of rulesets. */
export function toRulesetSource(name: string, rules: Readonly<Record<string, RuleData>>): RulesetSource {
  const entries = Object.entries(rules).map(([id, { check, ...rule }]) => [
    id,
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    { given: '$', message: '{{error}}', ...rule, then: check },
  ])
  return { name, text: JSON.stringify({ rules: Object.fromEntries(entries) }), format: 'json' }
}
