import type { Asked } from '../../core/model/asked.ts'
import type { Settings } from '../../settings/merge.ts'
import type { Requirements } from '../../settings/policy-schema.ts'
import { createRulesetId, isPin, listRulesetIds } from '../../settings/rules.ts'
import type { Setting } from '../../settings/setting.ts'
import { createRulesetWarning } from '../connect/open-dashboard.ts'
import type { RulesetFiles } from '../rulesets/ruleset-files.ts'
import type { CheckRequest, Unmet } from '../types.ts'
import type { World } from '../world.ts'
import { unmetInGroups } from './pins.ts'

/** Ruleset files, and what the policy requires of them and they are not. */
export interface LocalRulesets extends RulesetFiles {
  readonly unmet: readonly Unmet[]
}

interface RulesetsRun {
  readonly required: Requirements
  readonly settings: Settings
  readonly request: CheckRequest
  /** The targets of the run, grouped by their rulesets. */
  readonly groups: readonly Asked[]
}

/** Reads and compiles ruleset files; what is doubtful in one is a warning. Throws GovError, usage. */
export async function openLocalRulesets(
  files: Setting<readonly string[]>,
  { required, settings, request, groups }: RulesetsRun,
  world: World,
): Promise<LocalRulesets> {
  // The engine is loaded with it, which the rulesets of a dashboard do without.
  const { openRulesetFiles } = await import('../rulesets/ruleset-files.ts')
  const { trustPaths } = request
  const access = {
    trustPaths,
    fetch: world.sources.remote.read,
    functions: settings['policy.functions'].value,
    warn: createRulesetWarning(world),
    engine: settings.engine.value,
  }
  const open = (names: readonly string[], ids: ReadonlyMap<string, string>) =>
    openRulesetFiles(names, world.sources, { ...access, ids })
  const opened = await open(files.value, listRulesetIds(files))
  for (const file of request.isNameless ? opened.overriding.values() : [])
    world.observe.warning(
      `ruleset ${file} has overrides for files, and standard input has no name; add --stdin-filepath FILE`,
    )
  const trusted = (required.ruleset_files ?? []).filter((name) => !isPin(name))
  const openTrusted = (file: string) => open([file], new Map([[file, createRulesetId(file, trusted)]]))
  const unmet = await unmetInGroups(groups, required, opened, openTrusted, world.cwd)
  return { ...opened, unmet }
}
