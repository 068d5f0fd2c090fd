/** The targets and selectors of a run as schemas, from which their types come. */
import { z } from 'zod'
import { count, type Inferred, optional, position, text } from './schema.ts'

/** The rulesets to run: exactly one of the two. */
export const selector = z.union([
  z.object({ ruleset_ids: z.array(text) }),
  z.object({ categories: z.array(text) }),
])
export type Selector = Inferred<typeof selector>

export const definitionIgnores = z.object({ rules: z.array(text), file: text, line: position })
export type DefinitionIgnores = Inferred<typeof definitionIgnores>

/** A local OpenAPI file that is evaluated as it stands. */
export const definition = z.object({
  file: text,
  api_id: text.optional(),
  api_name: text.optional(),
  digest: optional(text, 'SHA-256 of the file or bundle as it was sent.'),
  bundled: optional(z.array(text), 'The other files that were bundled with it, for a dashboard to see.'),
  ignores: optional(
    definitionIgnores,
    'The rules that its x-lint-ignore name, and where the first is; only of what a dashboard got.',
  ),
})
export type Definition = Inferred<typeof definition>

const checkTargets = {
  name: text,
  api_ids: z.array(text),
  definitions: z.array(text).describe('Their files.'),
}

/** A check of the config: some of the targets, and the rulesets that are for them. */
export const namedCheck = z.union([
  z.object({ ...checkTargets, ruleset_ids: z.array(text) }),
  z.object({ ...checkTargets, categories: z.array(text) }),
])
export type NamedCheck = Inferred<typeof namedCheck>

/** The targets and the rulesets that a run was asked for: every ruleset for every target, unless checks say otherwise. */
export interface Asked {
  readonly api_ids: readonly string[]
  readonly definitions: readonly Definition[]
  readonly selector: Selector
  /** The checks of the config, all selecting by the same key: a target gets the rulesets of each check that has it. */
  readonly checks?: readonly NamedCheck[]
}

/**
 * One call of the evaluation operation: some saved APIs, or one local definition, and one way to pick rulesets. `of`: the
 * categories whose rulesets the selector names, when their answer had to be asked for in pieces.
 */
export type EvaluationRequest = (
  | { readonly kind: 'apis'; readonly api_ids: readonly string[] }
  | { readonly kind: 'definition'; readonly definition: Definition }
) & { readonly selector: Selector; readonly of?: readonly string[] | undefined }

export const leftOutApi = z.object({
  api_id: text,
  name: text,
  resource_type: text.describe('classic, or a type that none of the rulesets is for.'),
})
export type LeftOutApi = Inferred<typeof leftOutApi>

export const apiSelection = z.object({
  patterns: z.array(text),
  categories: z.array(text),
  listed: count.describe('How many APIs the dashboard listed.'),
  matched: count,
  left_out: z.array(leftOutApi).describe('They match and cannot be checked.'),
})
export type ApiSelection = Inferred<typeof apiSelection>
