import { isDeepStrictEqual } from 'node:util'
import { findSeverityOnDay } from '../../../core/model/severity-change.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import type { Rule, Ruleset, Then } from '../../../engine/rule.ts'
import type { ImpactRule, ImpactRuleChange } from './impact-model.ts'

/** How the rules of two rulesets differ. */
export interface RuleChanges {
  readonly changes: ReadonlyMap<string, ImpactRuleChange>
  readonly severities: ReadonlyMap<string, NonNullable<ImpactRule['severity']>>
  /** How many rules are the same in both. */
  readonly unchanged: number
  /** Nothing differs that could change a result. */
  readonly areSame: boolean
}

/** Compares compiled rules on a day: whatever the files look like, and whatever they extend. */
export function compareRules(before: Ruleset, after: Ruleset, day: string): RuleChanges {
  // An alias can make several rules of one id.
  const [old, now] = [groupById(before), groupById(after)]
  const changes = new Map<string, ImpactRuleChange>()
  const severities = new Map<string, NonNullable<ImpactRule['severity']>>()
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [oldRules, newRules] = [old.get(id) ?? [], now.get(id) ?? []]
    const change = findChange(oldRules, newRules)
    if (change) changes.set(id, change)
    const [first, other] = [oldRules[0], newRules[0]]
    if (!first || !other) continue
    const severity = { old: findSeverityOnDay(first, day), new: findSeverityOnDay(other, day) }
    if (severity.old !== severity.new) severities.set(id, severity)
  }
  const unchanged = [...now.keys()].filter((id) => !changes.has(id)).length
  // Overrides depend on the file that is checked.
  const arePlain = !before.forFile && !after.forFile
  const areSame =
    changes.size === 0 && arePlain && isDeepStrictEqual(before.parserOptions, after.parserOptions)
  return { changes, severities, unchanged, areSame }
}

function groupById({ rules }: Ruleset): ReadonlyMap<string, readonly Rule[]> {
  return groupBy(rules, ({ id }) => id)
}

function findChange(old: readonly Rule[], now: readonly Rule[]): ImpactRuleChange | undefined {
  if (old.length === 0) return 'added'
  if (now.length === 0) return 'removed'
  const isSame = old.length === now.length && old.every((rule, at) => isSameRule(rule, now[at]))
  return isSame ? undefined : 'changed'
}

function isSameRule({ then, ...one }: Rule, other: Rule | undefined): boolean {
  if (other === undefined) return false
  const { then: otherThen, ...rest } = other
  const areSame =
    then.length === otherThen.length && then.every((each, at) => isSameThen(each, otherThen[at]))
  return areSame && isDeepStrictEqual(one, rest)
}

/** Compares options as written: compiled ones hold functions, which are never equal. */
function isSameThen(one: Then, other: Then | undefined): boolean {
  if (other === undefined || one.function !== other.function || one.field !== other.field) return false
  if (one.written === undefined && other.written === undefined)
    return isDeepStrictEqual(one.options, other.options)
  return isDeepStrictEqual(one.written, other.written)
}
