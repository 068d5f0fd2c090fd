/** Which rulesets to run: exactly one of the two. */
export type Selector =
  | { readonly ruleset_ids: readonly string[] }
  | { readonly categories: readonly string[] }

/** A local OpenAPI file that is evaluated as it stands. */
export interface Definition {
  readonly file: string
  readonly api_id?: string | undefined
  readonly api_name?: string | undefined
  /** SHA-256 of the file as it was sent. */
  readonly digest?: string | undefined
}

/** What a run was asked to check. */
export interface Asked {
  readonly api_ids: readonly string[]
  readonly definitions: readonly Definition[]
  readonly selector: Selector
}
