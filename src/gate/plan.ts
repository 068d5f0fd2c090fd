import { usageError } from '../errors.ts'
import type { Asked, Definition, Selector } from '../model.ts'

/** One call of the evaluation operation: some saved APIs, or one local definition, and one way to pick rulesets. */
export type EvaluationRequest = { readonly selector: Selector } & (
  | { readonly kind: 'apis'; readonly api_ids: readonly string[] }
  | { readonly kind: 'definition'; readonly definition: Definition }
)

/** The service's caps on one call (seed, "Limits"). Categories: its text says 20, its schema 10. */
export const requestCaps = {
  api_ids: 10,
  ruleset_ids: 20,
  categories: 20,
} as const

/**
 * The calls that answer `asked`, in a fixed order. Each category is asked for on its own: the service does not
 * say which of several categories matched nothing, and a category that ran no ruleset must not go unseen.
 */
export function plan(asked: Asked): EvaluationRequest[] {
  checkCaps(asked)
  checkCommas(asked)
  return splitSelector(asked.selector).flatMap((selector) => [
    ...(asked.api_ids.length > 0 ? [{ kind: 'apis' as const, api_ids: asked.api_ids, selector }] : []),
    ...asked.definitions.map((definition) => ({
      kind: 'definition' as const,
      definition,
      selector,
    })),
  ])
}

function splitSelector(selector: Selector): Selector[] {
  if ('ruleset_ids' in selector) return [selector]
  return selector.categories.map((category) => ({ categories: [category] }))
}

/** The query of the /oas operation is a comma list: a name with a comma in it would be taken for two others. */
function checkCommas({ definitions, selector }: Asked): void {
  const names = 'ruleset_ids' in selector ? selector.ruleset_ids : selector.categories
  const name = names.find((each) => each.includes(','))
  if (name === undefined || definitions.length === 0) return
  throw usageError(
    'comma-in-selector',
    `"${name}" holds a comma, and the service takes it for two names when it evaluates a definition`,
    'Select the rulesets of a definition by other names: each ruleset or category on its own.',
  )
}

function checkCaps(asked: Asked): void {
  const lists = { api_ids: asked.api_ids, ...asked.selector } as Record<
    keyof typeof requestCaps,
    readonly string[]
  >
  for (const [name, cap] of Object.entries(requestCaps) as [keyof typeof requestCaps, number][]) {
    const size = lists[name]?.length ?? 0
    if (size > cap) {
      throw usageError(
        'over-limit',
        `${size} ${name} were asked for, and the service takes at most ${cap} in one run`,
        'Check them in several runs, each with its own config.',
      )
    }
  }
}
