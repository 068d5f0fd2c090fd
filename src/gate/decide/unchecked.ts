import { breakingRuleset } from '../../core/model/breaking.ts'
import type { Gap, Target } from '../../core/model/gap.ts'
import type { Decision } from '../../core/model/outcome.ts'

/** Whether a run does not prove that a ruleset checked all of an API, which is a definition's file or a saved API's id. */
type IsUnchecked = (api: { readonly id: string; readonly saved: boolean }, ruleset: string) => boolean

/** From everything that the run's gaps name, those that the policy accepts as well. */
export function createUncheckedTest(outcome: Decision): IsUnchecked {
  const accepted = outcome.held.flatMap((reason) => (reason.kind === 'accepted' ? [reason.gap] : []))
  const gaps: readonly Gap[] = [...(outcome.kind === 'incomplete' ? outcome.gaps : []), ...accepted]
  const tests = gaps.map(createGapTest)
  return (api, ruleset) => tests.some((isUnchecked) => isUnchecked(api, ruleset))
}

function createGapTest(gap: Gap): IsUnchecked {
  switch (gap.kind) {
    case 'failed':
    case 'cut':
      return (api, ruleset) => isMeant(gap.target, api) && (gap.ruleset_id ?? ruleset) === ruleset
    case 'breaking':
      return (api, ruleset) => isMeant(gap.target, api) && ruleset === breakingRuleset
    case 'unrun-rulesets':
      return (api, ruleset) =>
        isMeant(gap.target, api) && (gap.nothing_ran || gap.ruleset_ids.includes(ruleset))
    case 'unrun-category':
      return (api) => isMeant(gap.target, api)
    case 'inline-ignores':
      return (api) => isMeant(gap.target, api)
    case 'unevaluated':
      return (api) => isMeant(gap.target, api) && (gap.missing.length === 0 || gap.missing.includes(api.id))
    case 'shard':
    case 'unfinished':
      return () => true
    // A requirement that was not requested names no API of the fleet, and a base is another run.
    case 'base':
    case 'required':
    case 'other-dashboard':
    case 'unpinned':
      return () => false
  }
}

/** A target of several APIs may mean each. */
export function isMeant(target: Target, { id, saved }: Parameters<IsUnchecked>[0]): boolean {
  if ('file' in target) return !saved && target.file === id
  return 'api_id' in target ? saved && target.api_id === id : saved
}
