import { isDeepStrictEqual } from 'node:util'
import { findSeverityOnDay } from '../../core/model/severity-change.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { documentRules } from '../../engine/document-rules.ts'
import type { Rule, Ruleset, Then } from '../../engine/rule.ts'
import type { ImpactRuleChange } from './impact-model.ts'

/** The rules to evaluate for a ruleset if the result of another is known. */
export interface ChangedRules {
  readonly changes: ReadonlyMap<string, ImpactRuleChange>
  /** How many rules are the same in both. */
  readonly unchanged: number
  /** Unchanged rules may give other results, so the new ruleset is evaluated as a whole. */
  readonly isWhole: boolean
  /** The second ruleset's rules that the first has not, or not so. */
  readonly fresh: Ruleset
  /** Both rulesets have a rule without `formats`, so both apply to every document. */
  readonly keepsAll: boolean
}

/** Compares compiled rules: whatever the files look like, and whatever they extend. */
export function compareRules(before: Ruleset, after: Ruleset): ChangedRules {
  const [old, now] = [groupById(before.rules), groupById(after.rules)]
  const changes = new Map<string, ImpactRuleChange>()
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const change = findChange(old.get(id), now.get(id))
    if (change) changes.set(id, change)
  }
  const kept = after.rules.filter(({ id }) => !changes.has(id))
  return {
    changes,
    unchanged: new Set(kept.map(({ id }) => id)).size,
    isWhole: !isComparable(before, after),
    fresh: { ...after, rules: after.rules.filter(({ id }) => changes.has(id)) },
    keepsAll: kept.some(({ formats }) => formats === undefined),
  }
}

/** The rules whose severity on a day is another one in the second ruleset. */
export function compareSeverities(before: Ruleset, after: Ruleset, day: string) {
  const old = groupById(before.rules)
  return new Map(
    [...groupById(after.rules)].flatMap(([id, [now]]) => {
      const [first] = old.get(id) ?? []
      if (first === undefined || now === undefined) return []
      const change = { old: findSeverityOnDay(first, day), new: findSeverityOnDay(now, day) }
      return change.old === change.new ? [] : [[id, change] as const]
    }),
  )
}

/** False for JavaScript functions, which may share state, and for overrides, which depend on the file. */
function isComparable(before: Ruleset, after: Ruleset): boolean {
  const isAlone = ({ id, then }: Rule) =>
    !then.some((each) => each.function.isSandboxed) && !documentRules.some((own) => own.id === id)
  const isPlain = ({ forFile, rules }: Ruleset) => !forFile && rules.every(isAlone)
  return isPlain(before) && isPlain(after) && isDeepStrictEqual(before.parserOptions, after.parserOptions)
}

/** Rules of one id: an alias can make several of one. */
function groupById(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  return groupBy(rules, ({ id }) => id)
}

function findChange(
  old: readonly Rule[] | undefined,
  now: readonly Rule[] | undefined,
): ImpactRuleChange | undefined {
  if (old === undefined) return 'added'
  if (now === undefined) return 'removed'
  const isSame = old.length === now.length && old.every((rule, at) => isSameRule(rule, now[at]))
  return isSame ? undefined : 'changed'
}

function isSameRule(one: Rule, other: Rule | undefined): boolean {
  if (other === undefined) return false
  const { then, ...rest } = one
  const { then: otherThen, ...otherRest } = other
  const sameThen =
    then.length === otherThen.length && then.every((each, at) => isSameThen(each, otherThen[at]))
  return sameThen && isDeepStrictEqual(rest, otherRest)
}

/** Compares options as written: compiled ones hold functions, which are never equal. */
function isSameThen(one: Then, other: Then | undefined): boolean {
  if (other === undefined || one.function !== other.function || one.field !== other.field) return false
  if (one.written === undefined && other.written === undefined)
    return isDeepStrictEqual(one.options, other.options)
  return isDeepStrictEqual(one.written, other.written)
}
