import type { SeverityChange } from '../core/model/issue.ts'
import { isRecord } from '../core/model/record.ts'
import type { ParsedRules } from './load-ruleset.ts'
import type { ParsedRule } from './ruleset/parsed-rule.ts'
import type { RulesetProblem } from './ruleset/ruleset-source.ts'
import { createProblem } from './ruleset/ruleset-text.ts'

/** The rules with their severities on a day, YYYY-MM-DD (UTC): of a change that is past, only its result is left. */
export function applyDay(drafts: ParsedRules, day: string): ParsedRules {
  const rules = [...drafts.rules].map(([id, draft]) => [id, applyDayToRule(draft, day)] as const)
  return { ...drafts, rules: new Map(rules) }
}

function applyDayToRule(draft: ParsedRule, day: string): ParsedRule {
  const { dated } = draft
  return isPast(dated, day) ? { ...draft, severity: dated.to, dated: undefined } : draft
}

function isPast(dated: ParsedRule['dated'], day: string): dated is SeverityChange {
  return dated !== undefined && dated !== null && day > dated.until
}

/** Severities that a ruleset's own text dates, and whose day is over: they work, and can be written plainly. */
export function collectPastSeverities(
  { rules, locate }: ParsedRules,
  value: unknown,
  file: string,
  day: string,
): readonly RulesetProblem[] {
  const own = isRecord(value) && isRecord(value.rules) ? value.rules : {}
  return [...rules.values()].flatMap(({ id, dated }) => {
    const written = Object.hasOwn(own, id) ? own[id] : undefined
    if (!isRecord(written) || !isRecord(written.severity) || !isPast(dated, day)) return []
    const { until, to } = dated
    const path = ['rules', id, 'severity']
    const reason = `${until} is past, and the severity is ${to}: write "severity: ${to}"`
    return [createProblem(file, path, locate(path), reason)]
  })
}
