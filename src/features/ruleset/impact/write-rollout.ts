import { join, resolve } from 'node:path'
import { findConfigFolder } from '../../../check/config/load-config.ts'
import { createFileNamer, readBaseline, writeBaseline } from '../../../check/excuses/baseline-file.ts'
import { writeOutput } from '../../../check/reports/write-output.ts'
import { exists } from '../../../check/sources/exists.ts'
import { createSources } from '../../../check/sources/sources.ts'
import type { CheckTargets } from '../../../check/types.ts'
import { today, type World } from '../../../check/world.ts'
import { usageError } from '../../../core/model/errors.ts'
import { identifier, isPlaced } from '../../../core/model/identity.ts'
import { plural } from '../../../core/text/wording.ts'
import { yamlText } from '../../../core/text/yaml-text.ts'
import { sortEntries, toBaselineEntry } from '../../../gate/excuse/known.ts'
import { readWaiver } from '../../../settings/entry-schemas.ts'
import type { ImpactRun } from './compute-impact.ts'
import type { ImpactApi } from './impact-model.ts'

/** Flags that write a baseline or waivers for APIs that newly fail. */
export interface Rollout {
  readonly writeBaseline?: string | undefined
  readonly writeWaivers?: string | undefined
  readonly expires?: string | undefined
  readonly owner?: string | undefined
  readonly reason?: string | undefined
}

/** Throws GovError, before anything is evaluated: what is asked for cannot be written. */
export async function requireWritable(
  { writeBaseline: baseline, writeWaivers: waivers, ...others }: Rollout,
  { cwd, now }: World,
): Promise<void> {
  if (waivers !== undefined) {
    await refuseOld(waivers, cwd)
    const { expires = '', owner = 'owner', reason = 'reason' } = others
    const checked = readWaiver({ ruleId: 'rule', expires, owner, reason }, now())
    if (checked.expires < today(now())) {
      const hint = 'Pass a day that is still to come.'
      throw usageError('flag-invalid', `--expires ${expires} is past`, hint)
    }
  }
  if (baseline !== undefined && waivers !== undefined && resolve(cwd, baseline) === resolve(cwd, waivers))
    throw usageError('output-repeated', `${baseline} is named twice`, 'Use a different file for each.')
}

/** Writes what the caller asks for, and tells in a line each what was written. Throws GovError. */
export async function writeRollout(
  run: ImpactRun,
  rollout: Rollout,
  world: World,
): Promise<readonly string[]> {
  const { writeBaseline: baseline, writeWaivers: waivers } = rollout
  const failing = run.impact.apis.filter(({ effect }) => effect === 'newly-fails')
  return [
    ...(baseline === undefined ? [] : [await putBaseline(baseline, failing, run, world)]),
    ...(waivers === undefined ? [] : [await putWaivers(waivers, failing, run, rollout, world)]),
  ]
}

/** The config's baseline keeps its entries; any other file is new. */
async function putBaseline(
  file: string,
  failing: readonly ImpactApi[],
  { plan: { judgement, targets } }: ImpactRun,
  { cwd }: World,
): Promise<string> {
  const { baseline: own } = judgement
  const isOwn = own !== undefined && resolve(cwd, own) === resolve(cwd, file)
  if (own !== undefined && !isOwn) {
    const hint = `Pass --write-baseline ${own}. Its entries are kept.`
    throw usageError('baseline-elsewhere', `the config's baseline is ${own}, not ${file}`, hint)
  }
  if (!isOwn) await refuseOld(file, cwd)
  const names = identifier(targets.asked.definitions, createFileNamer(cwd, file))
  const issues = failing.flatMap(({ added }) => added).filter(({ excused }) => excused === undefined)
  const fresh = issues.filter(isPlaced).map((issue) => toBaselineEntry(issue, names))
  const known = isOwn ? await readBaseline(cwd, file) : []
  // The run has read the file, and no output replaces an input but this one.
  await writeBaseline(createSources(cwd), file, sortEntries([...known, ...fresh]))
  const left = issues.length - fresh.length
  const unplaced =
    left > 0 ? `; ${left} are left out: their paths fit several nodes because keys hold dots` : ''
  return `Wrote ${file}: ${plural(fresh.length, 'new entry', 'new entries')} for ${plural(failing.length, 'API')}${unplaced}.`
}

async function putWaivers(
  file: string,
  failing: readonly ImpactApi[],
  { impact, plan }: ImpactRun,
  { expires = '', owner, reason }: Rollout,
  { sources, cwd }: World,
): Promise<string> {
  await refuseOld(file, cwd)
  const why = reason ?? `rollout of ${impact.new.name}`
  const waivers = failing.flatMap((api) => {
    const rules = api.turned_by.map(({ rule_id }) => rule_id).sort()
    return rules.map((rule_id) =>
      readWaiver({
        ruleId: literal(rule_id),
        rulesetId: literal(impact.ruleset_id),
        apiId: literal(findListedName(plan.targets, api, cwd)),
        reason: why,
        owner: owner ?? (api.owners.join(', ') || 'unknown'),
        expires,
      }),
    )
  })
  await writeOutput(sources, file, yamlText({ waivers }))
  return `Wrote ${file}: ${plural(waivers.length, 'waiver')} until ${expires} for ${plural(failing.length, 'API')}. Add them to the waivers of the config.`
}

/** Finds what a run in the folder of the config calls it, if the config lists it: pipelines run there. */
function findListedName(
  { listedBy }: Pick<CheckTargets, 'listedBy'>,
  { id, saved }: ImpactApi,
  cwd: string,
): string {
  if (saved || listedBy === undefined) return id
  return createFileNamer(cwd, join(findConfigFolder(listedBy), 'config'))(id)
}

/** Throws GovError, usage, for an id with `*`, which in a waiver would match other ids. */
function literal(id: string): string {
  if (!id.includes('*')) return id
  const hint = 'Use --write-baseline.'
  throw usageError('waiver-pattern', `${id} holds a *, which waivers take for any characters`, hint)
}

async function refuseOld(file: string, cwd: string): Promise<void> {
  if (!(await exists(cwd, file))) return
  throw usageError('output-exists', `${file} already exists`, 'Name another file, or remove it.')
}
