import type { DeclaredFix } from '../../core/model/fixes.ts'
import type { SeverityChange } from '../../core/model/issue.ts'
import type { Severity } from '../../core/model/severity.ts'
import type { Query } from '../jsonpath/query.ts'
import type { Rule, RuleFormat, Then } from '../rule.ts'
import { builtinRulesetNames } from './builtin-names.ts'
import { intersectFormats } from './formats.ts'

/** A rule while rulesets that extend one another are being merged. */
export interface ParsedRule {
  /** Its name in `rules`. */
  readonly id: string
  /** Its `id`, which counts with `engine: vacuum`. */
  readonly statedId?: string | undefined
  /** The ruleset that brought it in. */
  readonly owner: string
  /** Enabled by itself, by its name or by the mode of an extension. */
  readonly enabled: boolean
  /** Its severity is `off`: it does not run, enabled or not. */
  readonly off: boolean
  readonly recommended: boolean
  readonly severity: Severity
  /** Another severity follows after a day. `null`: not any more. */
  readonly dated?: SeverityChange | null | undefined
  readonly given: readonly ScopedQueries[]
  /** The ruleset that its `given` is from. */
  readonly givenBy: string
  readonly then: readonly Then[]
  /** The ruleset that its `then` is from. */
  readonly thenBy: string
  readonly formats: readonly RuleFormat[] | undefined
  readonly resolved: boolean
  readonly description: string
  readonly message: string | undefined
  readonly howToFix: string
  readonly fix?: DeclaredFix | undefined
  readonly documentationUrl: string | undefined
  readonly tags: readonly string[]
  /** Each reports something that is wrong with it. */
  readonly faults: readonly (() => void)[]
  /** Problems from before it was turned off, which do not count while it is off. */
  readonly dormantFaults: readonly (() => void)[]
}

export function isOn({ enabled, off }: ParsedRule): boolean {
  return enabled && !off
}

/** Its check is that of a built-in ruleset that is extended, whatever else the ruleset says of it. */
export function isInherited({ givenBy, thenBy }: ParsedRule): boolean {
  return givenBy === thenBy && builtinRulesetNames.has(givenBy)
}

/** A rule that was turned on or off, with its faults where they belong. */
export function moveFaults(rule: ParsedRule): ParsedRule {
  const faults = [...rule.dormantFaults, ...rule.faults]
  return isOn(rule) ? { ...rule, faults, dormantFaults: [] } : { ...rule, faults: [], dormantFaults: faults }
}

/** The queries of a rule in documents of `formats`; absent formats mean any document. */
export interface ScopedQueries {
  readonly formats: readonly RuleFormat[] | undefined
  readonly queries: readonly Query[]
}

/** An entry of `rules`: a rule of its own, or a change of an inherited one. */
export type RuleEntry = Partial<
  Omit<ParsedRule, 'id' | 'owner' | 'givenBy' | 'thenBy' | 'faults' | 'dormantFaults'>
>

/** The rule of that name, else one whose issues have that id with `engine: vacuum`. */
export function findParsedRule(rules: ReadonlyMap<string, ParsedRule>, id: string): ParsedRule | undefined {
  return rules.get(id) ?? [...rules.values()].find(({ statedId }) => statedId === id)
}

/**
 * The rule of a draft: one, or several of the same id where scoped aliases make it look elsewhere by format. At
 * most one of those applies to a document.
 */
export function finishRule(draft: ParsedRule): readonly Rule[] {
  const { id, statedId, description, message, howToFix, documentationUrl, severity, dated, then, resolved } =
    draft
  return draft.given.map(({ formats, queries }) => ({
    id,
    statedId,
    description,
    message,
    howToFix,
    documentationUrl,
    severity,
    ...(dated && { dated }),
    given: queries,
    then,
    formats: intersectFormats(draft.formats, formats),
    resolved,
    isBuiltIn: builtinRulesetNames.has(draft.givenBy),
  }))
}
