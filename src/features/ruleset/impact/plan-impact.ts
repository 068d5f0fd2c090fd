import { resolve } from 'node:path'
import { findSettings } from '../../../check/config/read-settings.ts'
import { parseCommitted } from '../../../check/git/open-committed.ts'
import { usualType } from '../../../check/plan/match-apis.ts'
import { planCheck } from '../../../check/plan/plan-check.ts'
import { requireOneCheck } from '../../../check/plan/targets.ts'
import type { RulesetAccess } from '../../../check/rulesets/ruleset-files.ts'
import { exists } from '../../../check/sources/exists.ts'
import type { CheckPlan, CheckRequest } from '../../../check/types.ts'
import type { World } from '../../../check/world.ts'
import { usageError } from '../../../core/model/errors.ts'
import { suggest } from '../../../core/text/suggest.ts'
import type { Settings } from '../../../settings/merge.ts'
import { createRulesetId, isBuiltinRuleset, listRulesetIds } from '../../../settings/rules.ts'
import type { Layer } from '../../../settings/setting.ts'
import type { ImpactSide } from './impact-model.ts'

export interface PlannedImpact {
  readonly plan: CheckPlan
  readonly old: NamedSide
  readonly new: NamedSide
  /** The id of the ruleset in whose place both are. */
  readonly place: string
  readonly access: RulesetAccess
  /**
   * Neither version is on the dashboard, and no other ruleset counts: both are evaluated in this process, on the definitions
   * that the dashboard has.
   */
  readonly isHere: boolean
  /** Both are on the dashboard, which evaluates them itself. */
  readonly areSaved: boolean
}

/** Throws GovError, usage: also where the run does not have the ruleset that is to be replaced. */
export async function planImpact(asked: ImpactRequest, world: World): Promise<PlannedImpact> {
  const { old: oldName, new: newName, ...others } = asked
  const [old, now] = [await readSide(oldName, world.cwd), await readSide(newName, world.cwd)]
  for (const side of [old, now]) await requireFile(side, world)
  const { layer, isHere } = await chooseRulesets(asked, [old, now], world)
  const request: CheckRequest = { ...others, own: { ...others.own, ...layer } }
  const planned = await planCheck(request, world, isHere ? new Set([usualType]) : undefined)
  requireOneCheck(planned, 'gov ruleset impact')
  const { judgement, connection } = planned
  const { settings } = connection
  const plan: CheckPlan = {
    ...planned,
    // Split requests, so that a failure or truncation concerns one API and one ruleset.
    judgement: { ...judgement, policy: { ...judgement.policy, on_truncation: 'split' } },
    connection: { ...connection, diagnose: true },
  }
  requireDashboard([old, now], settings)
  const files = listRulesetIds(settings.ruleset_files)
  const place = findPlace(asked.as, [old, now], plan, files)
  const access: RulesetAccess = {
    trustPaths: asked.trustPaths,
    fetch: world.sources.remote.read,
    functions: settings['policy.functions'].value,
    engine: connection.engine?.name ?? settings.engine.value,
  }
  const areSaved = old.kind === 'saved' && now.kind === 'saved'
  return { plan, old, new: now, place, access, isHere, areSaved }
}

async function requireFile(side: NamedSide, { cwd }: World): Promise<void> {
  if (side.kind !== 'file' || isBuiltinRuleset(side.file) || (await exists(cwd, side.file))) return
  const hint = 'Check the path. A file of another commit is REF:FILE, such as main:rules.yaml.'
  throw usageError('ruleset-not-found', `there is no file ${side.name}`, hint)
}

/**
 * The compared rulesets in the place of the config's, if it has none or with `--alone`. Saved APIs have no other rulesets in
 * files beside them.
 */
async function chooseRulesets(asked: ImpactRequest, sides: readonly [NamedSide, NamedSide], world: World) {
  const { settings } = await findSettings(asked, world)
  const { ruleset_ids, categories, ruleset_files, api_ids, api_categories } = settings
  const isOpen = (ruleset_ids ?? categories ?? ruleset_files) === undefined
  const areSaved = (api_ids ?? api_categories) !== undefined
  const [old, now] = sides
  const isHere = areSaved && sides.every(({ kind }) => kind !== 'saved')
  if (isHere && (asked.alone || isOpen || ruleset_files)) {
    const others = [...listRulesetIds(ruleset_files).keys()].filter(
      (file) => ![old.id, now.id].includes(createRulesetId(file)),
    )
    if (!asked.alone && others.length > 0)
      world.observe.warning(`rulesets in other files are left out for saved APIs: ${others.join(', ')}`)
    return { layer: { ruleset_ids: { value: [asked.as ?? now.id], origin } }, isHere }
  }
  return { layer: asked.alone || isOpen ? createAloneLayer(sides) : {}, isHere: false }
}

const origin = { source: 'flag', place: 'the comparison of OLD and NEW' } as const

function createAloneLayer([old, now]: readonly [NamedSide, NamedSide]): Layer {
  const file = [old, now].find((side) => side.kind === 'file')
  const saved = [old, now].find((side) => side.kind === 'saved')
  if (saved) return { ruleset_ids: { value: [saved.id], origin } }
  if (file) return { ruleset_files: { value: [file.file], origin } }
  const hint = 'Name the file in the work tree as NEW, or run it with a config that names its rulesets.'
  throw usageError('impact-without-place', 'OLD and NEW are both in git, and no config says what runs', hint)
}

function requireDashboard(sides: readonly NamedSide[], settings: Settings): void {
  const saved = sides.find(({ kind }) => kind === 'saved')
  if (saved === undefined || settings.ruleset_files === undefined) return
  const message = `${saved.name} is not a file, and this run takes its rulesets from files, not from a dashboard`
  throw usageError('ruleset-not-a-file', message, 'Name a file, or REF:FILE for a file in git.')
}

function findPlace(
  as: string | undefined,
  sides: readonly NamedSide[],
  { targets: { whole } }: CheckPlan,
  files: ReadonlyMap<string, string>,
): string {
  const { selector } = whole
  const ids = 'ruleset_ids' in selector ? selector.ruleset_ids : undefined
  const findId = (side: NamedSide) => (side.kind === 'file' && files.get(side.file)) || side.id
  const named = as === undefined ? sides.map(findId) : [as]
  const saved = sides.find(({ kind }) => kind === 'saved')
  if (ids === undefined) {
    const place = as ?? saved?.id
    if (place !== undefined) return place
    const message = 'the config chooses rulesets by category, and OLD is a file'
    throw usageError('impact-without-place', message, 'Pass --as ID: the saved ruleset in whose place it is.')
  }
  const found = named.find((id) => ids.includes(id))
  if (found !== undefined) return found
  const meant = suggest(named[0] ?? '', ids)
  const where = files.size > 0 ? 'ruleset_files' : 'ruleset_ids'
  const message = `the run has no ruleset ${named[0] ?? ''} (${where}: ${ids.join(', ')})`
  const hint = `${meant === undefined ? '' : `Did you mean --as ${meant}? `}Pass --as ID to replace one of these, or --alone to leave them out.`
  throw usageError('impact-without-place', message, hint)
}

/** A check, and the two rulesets of which one is to take the place of the other. */
export interface ImpactRequest extends CheckRequest {
  readonly old: string
  readonly new: string
  /** The id of the ruleset in whose place both are; absent: what their names say. */
  readonly as?: string | undefined
  /** Leave out the other rulesets of the config. */
  readonly alone?: boolean | undefined
}

/** The ruleset that OLD or NEW refers to. */
export type NamedSide = Pick<ImpactSide, 'name'> &
  (
    | { readonly kind: 'file'; readonly file: string; readonly id: string }
    | { readonly kind: 'git'; readonly ref: string; readonly path: string; readonly id: string }
    | { readonly kind: 'saved'; readonly id: string }
  )

const ending = /\.(?:ya?ml|json|[cm]?js)$/i

/** A built-in ruleset, a file, `REF:path`, or else the id of a ruleset on the dashboard. Throws GovError, usage. */
async function readSide(name: string, cwd: string): Promise<NamedSide> {
  if (name.trim() === '') throw usageError('ruleset-unnamed', 'OLD or NEW is empty', 'Name two rulesets.')
  if (isBuiltinRuleset(name) || (await exists(resolve(cwd, name))))
    return { name, kind: 'file', file: name, id: createRulesetId(name) }
  const committed = parseCommitted(name)
  if (committed) return { ...committed, kind: 'git', id: createRulesetId(committed.path) }
  if (ending.test(name) || /[/\\]/.test(name))
    return { name, kind: 'file', file: name, id: createRulesetId(name) }
  return { name, kind: 'saved', id: name }
}
