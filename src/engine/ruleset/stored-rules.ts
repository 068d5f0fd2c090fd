import { once } from '../../core/model/once.ts'
import { spectralFunctions } from '../functions/index.ts'
import type { Query, QueryStep, StepSelector } from '../jsonpath/query.ts'
import type { RuleFormat, Then } from '../rule.ts'
import type { Alias, Aliases } from './aliases.ts'
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

type StoredStep = Exclude<QueryStep, { readonly kind: 'child' }> | StoredChildStep
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
interface StoredThen {
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

interface Rules {
  readonly rules: ReadonlyMap<string, ParsedRule>
  readonly aliases: Aliases
}

export function storeRules({ rules, aliases }: Rules): StoredRules {
  const queries = new Map<string, Query>()
  const numberQuery = (query: Query) => {
    queries.set(query.text, query)
    return [...queries.keys()].indexOf(query.text)
  }
  const selectors = new Map<string, StepSelector>()
  const storeStep = (step: QueryStep): StoredStep => {
    if (step.kind !== 'child') return step
    const key = JSON.stringify(step.selector)
    selectors.set(key, step.selector)
    return { ...step, selector: [...selectors.keys()].indexOf(key) }
  }
  const stored = [...rules.values()].map(({ faults: _, dormantFaults: __, ...rule }) => ({
    ...rule,
    given: rule.given.map((scoped) => ({ ...scoped, queries: scoped.queries.map(numberQuery) })),
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    then: rule.then.map(({ field, function: named, written }) => ({ field, function: named.name, written })),
  }))
  const storedQueries = [...queries.values()].map(({ text, steps }) => ({
    text,
    steps: steps.map(storeStep),
  }))
  return {
    rules: stored,
    aliases: [...aliases],
    queries: storedQueries,
    selectors: [...selectors.values()],
  }
}

export function restoreRules({ rules, aliases, queries: stored, selectors }: StoredRules): Rules {
  const restoreStep = (step: StoredStep): QueryStep => {
    if (step.kind !== 'child') return step
    return { ...step, selector: getStored(selectors, step.selector) }
  }
  const queries = stored.map(({ text, steps }): Query => ({ text, steps: steps.map(restoreStep) }))
  const restored = rules.map(
    (rule): ParsedRule => ({
      formats: undefined,
      message: undefined,
      documentationUrl: undefined,
      ...rule,
      given: rule.given.map(({ formats, queries: numbers }) => ({
        formats,
        queries: numbers.map((number) => getStored(queries, number)),
      })),
      // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
      then: rule.then.map(restoreThen),
      faults: [],
      dormantFaults: [],
    }),
  )
  return { rules: new Map(restored.map((rule) => [rule.id, rule])), aliases: new Map(aliases) }
}

/** Throws if there is none: a rule without its query would find nothing. */
function getStored<Part>(parts: readonly Part[], number: number): Part {
  const part = parts[number]
  if (part === undefined) throw new Error(`the stored rules have no part ${number}`)
  return part
}

/** The options are read when the function first runs. */
function restoreThen({ field, function: name, written }: StoredThen): Then {
  const named = spectralFunctions.get(name)
  if (!named) throw new Error(`there is no function ${name}`)
  const options = once(() => (named.hasNoOptions ? undefined : named.options().parse(written)))
  return {
    field,
    function: named,
    get options() {
      return options()
    },
    written,
  }
}
