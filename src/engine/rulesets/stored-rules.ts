import { once } from '../../core/model/once.ts'
import { spectralFunctions } from '../functions/index.ts'
import type { Query, QueryStep, StepSelector } from '../jsonpath/query.ts'
import type { Then } from '../rule.ts'
import type { Aliases } from '../ruleset/aliases.ts'
import type { StoredRules, StoredStep, StoredThen } from '../ruleset/builtins.ts'
import type { ParsedRule } from '../ruleset/parsed-rule.ts'

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
  if (named.hasNoOptions) return { field, function: named, options: undefined, written }
  const options = once(() => named.options().parse(written))
  return {
    field,
    function: named,
    get options() {
      return options()
    },
    written,
  }
}
