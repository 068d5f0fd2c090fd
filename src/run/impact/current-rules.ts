import { resolve } from 'node:path'
import type { Ruleset } from '../../engine/rule.ts'
import { loadRuleset } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError } from '../../engine/ruleset/ruleset-error.ts'
import { withLoadingLimit } from '../../service/evaluation/time-limit.ts'
import { openWorkspace } from '../../service/store/workspace.ts'
import type { Records } from '../evaluators/evaluator.ts'
import { savedRules } from '../parity/saved-rules.ts'
import type { World } from '../world.ts'
import { loadSide } from './load-side.ts'
import type { PlannedImpact } from './plan-impact.ts'

/** The ruleset that the run has in the place of which the others come. */
export interface Current {
  readonly name: string
  readonly file?: string | undefined
  /** Undefined where it cannot be read here: `fault` says why. */
  readonly rules: Ruleset | undefined
  readonly fault?: string | undefined
}

export async function currentRules(
  planned: PlannedImpact,
  records: Pick<Records, 'getRuleset'>,
  world: World,
): Promise<Current> {
  const { plan, place, file, access, old, new: now } = planned
  if (file !== undefined) {
    const { rules } = await loadSide({ name: file, kind: 'file', file, id: place }, access, world)
    return { name: file, file, rules }
  }
  // Two saved rulesets are both evaluated by the dashboard.
  if (old.kind === 'saved' && now.kind === 'saved') return { name: place, rules: undefined }
  const { engine, functions } = access
  if (plan.connection.workspace !== undefined) return inWorkspace(plan.connection.workspace, planned, world)
  const { rulesets, faults } = await savedRules([place], records, { engine, functions })
  return { name: place, rules: rulesets[0]?.compiled, fault: faults[0] }
}

async function inWorkspace(
  folder: string,
  { place, access: { engine, functions } }: PlannedImpact,
  { cwd }: World,
): Promise<Current> {
  const workspace = await openWorkspace(resolve(cwd, folder), { called: folder })
  const record = workspace.rulesets.find(({ ruleset_id }) => ruleset_id === place)
  if (record === undefined)
    return { name: place, rules: undefined, fault: `the workspace has no ruleset ${place}` }
  const { name } = record
  try {
    const { read, ...source } = await workspace.rules(record)
    return { name, rules: await loadRuleset(source, { engine, functions, read, bounded: withLoadingLimit }) }
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    return { name, rules: undefined, fault: error.message }
  }
}
