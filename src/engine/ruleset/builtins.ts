import type { Query, QueryStep, StepSelector } from '../jsonpath/query.ts'
import type { RuleFormat } from '../rule.ts'
import type { Alias } from './aliases.ts'
import type { ParsedRule } from './parsed-rule.ts'
import type { RulesetSource } from './ruleset-source.ts'

/**
 * The rules of a ruleset as data. The build stores those of `spectral:oas` so: to read them takes a small check a tenth of
 * its time, and they are the same in each.
 */
export interface StoredRules {
  readonly rules: readonly StoredRule[]
  readonly aliases: readonly (readonly [string, Alias])[]
  /** Each query once, and each selector of its steps: rules and steps name them by their numbers. */
  readonly queries: readonly (Omit<Query, 'steps'> & { readonly steps: readonly StoredStep[] })[]
  readonly selectors: readonly StepSelector[]
}

export type StoredStep = Exclude<QueryStep, { readonly kind: 'child' }> | StoredChildStep
type StoredChildStep = Omit<Extract<QueryStep, { readonly kind: 'child' }>, 'selector'> & {
  readonly selector: number
}

/** Absent in JSON where they are undefined. */
type Optional = 'formats' | 'message' | 'documentationUrl'

type StoredRule = Omit<ParsedRule, 'given' | 'then' | 'faults' | 'dormantFaults' | Optional> & {
  readonly [Key in Optional]?: ParsedRule[Key]
} & {
  readonly given: readonly {
    readonly formats?: readonly RuleFormat[] | undefined
    readonly queries: readonly number[]
  }[]
  readonly then: readonly StoredThen[]
}

/** The options as they are written: what a function makes of them is often no data. */
export interface StoredThen {
  readonly field?: string | undefined
  readonly function: string
  readonly written?: unknown
}

/** A ruleset that comes with the engine, its rules already read. */
export interface StoredRuleset {
  readonly name: string
  readonly stored: StoredRules
}

/** The rulesets that come with the engine, by the name under which `extends` asks for them. */
export type Builtins = ReadonlyMap<string, OpenBuiltin>

export type OpenBuiltin = () => Promise<RulesetSource | StoredRuleset>
