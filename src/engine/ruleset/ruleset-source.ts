/** A ruleset as text. `name` is what `extends` is relative to, and what problems are reported under. */
export interface RulesetSource {
  readonly name: string
  readonly text: string
  /** Ignored for JavaScript, which is known by its name. */
  readonly format: 'json' | 'yaml'
  /** It comes with the engine: nobody can get it wrong. */
  readonly isBuiltin?: boolean
}

/**
 * Reads what a ruleset named `from` extends; `npm:NAME` is what a package in `node_modules` gives. The `name` in the answer is the same however the file was reached: it
 * is how a cycle is recognised. Rejects with an error whose message says why it cannot be read.
 */
export type RulesetReader = (
  reference: string,
  from: string,
) => Promise<{ readonly name: string; readonly text: string }>

/**
 * Reads a ruleset from a URL that a ruleset extends. Rejects with an error whose message says why it cannot be had,
 * or may not.
 */
export type RulesetFetcher = (url: string) => Promise<string>

/** The rulesets that come with the engine, by the name under which `extends` asks for them. */
export type Builtins = ReadonlyMap<string, () => Promise<RulesetSource>>
