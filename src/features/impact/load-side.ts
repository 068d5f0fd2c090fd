import { resolve } from 'node:path'
import { openCommitted } from '../../check/base/open-commit.ts'
import type { Records } from '../../check/evaluation/evaluator.ts'
import { askInstead } from '../../check/plan/check-plan.ts'
import { usualType } from '../../check/plan/match-apis.ts'
import { readSavedRules } from '../../check/rulesets/known-rulesets.ts'
import { type RulesetAccess, readRuleset } from '../../check/rulesets/ruleset-files.ts'
import type { Sources } from '../../check/sources/sources.ts'
import type { World } from '../../check/world.ts'
import { GovError, survivable, usageError } from '../../core/model/errors.ts'
import { suggest } from '../../core/text/suggest.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { loadRuleset } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError } from '../../engine/ruleset/ruleset-source.ts'
import { builtinRulesets } from '../../engine/rulesets/index.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/limits.ts'
import { openWorkspace } from '../../sandbox/store/workspace.ts'
import type { ApiFacts } from './impact.ts'
import type { NamedSide, PlannedImpact } from './plan-impact.ts'

export interface LoadedSide {
  readonly rules: Ruleset
  readonly commit?: string | undefined
}

/** The compiled ruleset of a file, or of a file in a commit. Throws GovError. */
export async function loadSide(
  side: Exclude<NamedSide, { kind: 'saved' }>,
  access: RulesetAccess,
  world: World,
): Promise<LoadedSide> {
  const { name } = side
  if (side.kind === 'file') return { rules: await loadRules(name, side.file, world.sources, access) }
  const { file, sources, commit } = await openCommitted(side, 'ruleset', world, suggestRuleset)
  const rules = loadRules(name, file, sources, { ...access, trustPaths: true })
  return {
    rules: await rules.catch((error: unknown) => Promise.reject(describeAbsentFile(error, name))),
    commit,
  }
}

async function loadRules(
  name: string,
  file: string,
  sources: Sources,
  access: RulesetAccess,
): Promise<Ruleset> {
  const { ruleset } = await readRuleset(file, name, sources, access)
  const { compiled: rules } = ruleset
  if (rules === undefined) throw new Error(`${name} was not compiled`)
  if (rules.rules.length > 0 || rules.forFile) return rules
  const hint = 'Name a ruleset with a rule that is on.'
  throw usageError('ruleset-without-rules', `${name}: all its rules are off`, hint)
}

function suggestRuleset(name: string): string | undefined {
  const near = suggest(name, [...builtinRulesets.keys()])
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

function describeAbsentFile(error: unknown, name: string): unknown {
  if (!(error instanceof GovError) || error.code !== 'ruleset-not-found') return error
  const hint =
    'Check the path: it is relative to the root of the repository, or to here if it begins with "./".'
  return usageError('ruleset-not-found', `${name}: the commit has no such file`, hint, error)
}

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
  if (plan.connection.workspace !== undefined)
    return loadWorkspaceSide(plan.connection.workspace, planned, world)
  const { rulesets, faults } = await readSavedRules([place], records, { engine, functions })
  return { name: place, rules: rulesets[0]?.compiled, fault: faults[0] }
}

async function loadWorkspaceSide(
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

/** Without APIs of other types, which no change reaches. Throws GovError, usage, where none is left. */
export async function leaveOutOtherTypes(
  { plan, place, isHere }: PlannedImpact,
  facts: ReadonlyMap<string, ApiFacts>,
  records: Pick<Records, 'getRuleset'>,
) {
  const { asked, selection } = plan.targets
  const leftOut = (selection?.left_out ?? []).map(({ api_id: id, ...api }) => ({ id, ...api }))
  const getType = (id: string) => facts.get(id)?.resource_type ?? usualType
  const isMixed = asked.api_ids.some((id) => getType(id) !== usualType)
  const type = isMixed ? await findType(place, isHere, records) : undefined
  const isOther = (id: string) => type !== undefined && getType(id) !== type
  const api_ids = asked.api_ids.filter((id) => !isOther(id))
  if (api_ids.length + asked.definitions.length === 0) {
    const message = `none of the APIs is of the type that ${place} is for (${type})`
    throw usageError('impact-without-apis', message, 'Name other APIs, or pass --all-apis.')
  }
  const others = asked.api_ids.filter(isOther).map((id) => ({
    id,
    name: facts.get(id)?.name,
    resource_type: getType(id),
  }))
  return { applicable: askInstead(plan, { ...asked, api_ids }), not_applicable: [...leftOut, ...others] }
}

/** Undefined where the ruleset cannot be read, so that nothing is left out. */
async function findType(
  place: string,
  isHere: boolean,
  { getRuleset }: Pick<Records, 'getRuleset'>,
): Promise<string | undefined> {
  if (isHere) return usualType
  try {
    return (await getRuleset(place)).resource_type ?? usualType
  } catch (error) {
    survivable(error)
    return undefined
  }
}
