/** Which rulesets to run: exactly one of the two. */
export type Selector =
  | { readonly ruleset_ids: readonly string[] }
  | { readonly categories: readonly string[] }

/** A local OpenAPI file that is evaluated as it stands. */
export interface Definition {
  readonly file: string
  readonly api_id?: string | undefined
  readonly api_name?: string | undefined
  /** SHA-256 of the file or bundle as it was sent. */
  readonly digest?: string | undefined
  /** The other files that were bundled with it, for a dashboard to see. */
  readonly bundled?: readonly string[] | undefined
  /** The rules that its `x-lint-ignore` name, and where the first is; only of what a dashboard gets. */
  readonly ignores?: DefinitionIgnores | undefined
}

export interface DefinitionIgnores {
  readonly rules: readonly string[]
  readonly file: string
  readonly line: number
}

/** What a run was asked to check. */
export interface Asked {
  readonly api_ids: readonly string[]
  readonly definitions: readonly Definition[]
  readonly selector: Selector
}

/** One call of the evaluation operation: some saved APIs, or one local definition, and one way to pick rulesets. */
export type EvaluationRequest = {
  readonly selector: Selector
  /** The categories whose rulesets the selector names, when their answer had to be asked for in pieces. */
  readonly of?: readonly string[] | undefined
} & (
  | { readonly kind: 'apis'; readonly api_ids: readonly string[] }
  | { readonly kind: 'definition'; readonly definition: Definition }
)
