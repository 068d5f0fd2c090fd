import type { SavedRuleset } from '../../contract/rulesets.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { GovError } from '../../model/errors.ts'
import { contentDigest, contentOf, type RulesetContent } from './content.ts'

/** A ruleset on the dashboard. */
export interface SavedCopy {
  readonly content: RulesetContent
  readonly digest: string
}

/** Every ruleset of the organisation by its id, without templates. Throws GovError. */
export async function savedCopies(client: DashboardClient): Promise<ReadonlyMap<string, SavedCopy>> {
  const copies = new Map<string, SavedCopy>()
  for await (const { rulesets } of client.listRulesets()) {
    for (const saved of rulesets ?? []) {
      const whole = saved.definition === undefined ? await client.getRuleset(saved.ruleset_id) : saved
      copies.set(saved.ruleset_id, copyOf(whole))
    }
  }
  return copies
}

/** Throws GovError, unavailable, without a definition: what is not known is not equal. */
export function copyOf(saved: SavedRuleset): SavedCopy {
  if (saved.definition === undefined) {
    const message = `the dashboard sent no definition of the ruleset ${saved.ruleset_id}`
    throw new GovError(
      'unavailable',
      'ruleset-without-definition',
      message,
      'Check the ruleset on the dashboard.',
    )
  }
  const content = contentOf(saved)
  return { content, digest: contentDigest(content) }
}
