import { join } from 'node:path'
import { createSources } from '../../../check/sources/sources.ts'
import { today, type World } from '../../../check/world.ts'
import { usageError } from '../../../core/model/errors.ts'
import { isRecord } from '../../../core/model/record.ts'
import { type RulesetFault, validateRuleset } from '../validate-ruleset.ts'
import { type ContentChange, contentChanges, contentDigest, type SavedCopy } from './content.ts'
import type { ManifestEntry } from './manifest.ts'
import type { FolderRuleset } from './read-folder.ts'

/** One change of the dashboard. */
export type PushStep =
  | { readonly kind: 'create'; readonly id: string; readonly local: FolderRuleset }
  | {
      readonly kind: 'update'
      readonly id: string
      readonly local: FolderRuleset
      readonly saved: SavedCopy
      readonly changes: readonly ContentChange[]
    }
  | { readonly kind: 'delete'; readonly id: string; readonly saved: SavedCopy }

/** Why a ruleset cannot be pushed: the dashboard's copy is not the one that the folder is based on. */
export interface PushConflict {
  readonly id: string
  readonly reason: 'changed' | 'deleted' | 'unknown' | 'name-taken'
  /** From the dashboard's copy to the folder's. */
  readonly changes: readonly ContentChange[]
  /** The ruleset that has the name. */
  readonly holder?: string
}

export interface PushPlan {
  readonly steps: readonly PushStep[]
  readonly conflicts: readonly PushConflict[]
  /** Ids of rulesets that are equal in both places. */
  readonly unchanged: readonly string[]
  /** Pushed once, no longer in the folder, and kept without `--prune`. */
  readonly kept: readonly string[]
  /** Only on the dashboard, and never pushed from this folder. */
  readonly foreign: readonly string[]
  /** In the manifest, and in neither place. */
  readonly gone: readonly string[]
}

interface PlanInput {
  readonly local: readonly FolderRuleset[]
  readonly saved: ReadonlyMap<string, SavedCopy>
  readonly entries: ReadonlyMap<string, ManifestEntry>
  /** Deletes what was pushed once and is no longer in the folder. */
  readonly prune?: boolean | undefined
  /** Also where the dashboard's copy has changed. */
  readonly overwrite?: boolean | undefined
}

/** Plans all steps and conflicts of a push; nothing is decided later. Throws GovError, usage. */
export function planPush(input: PlanInput): PushPlan {
  const { local, saved, entries, prune = false } = input
  // An empty folder is probably the wrong one, and would never show a difference.
  if (local.length === 0 && entries.size === 0) {
    const message = 'the folder has no ruleset, and nothing was pushed or pulled with it'
    const hint = 'Name a folder with a folder for each ruleset. To make one, run gov ruleset pull.'
    throw usageError('ruleset-folder-empty', message, hint)
  }
  const own = local.map((ruleset) => planOne(ruleset, input))
  const ids = new Set(local.map(({ ruleset_id }) => ruleset_id))
  const others = [...saved].filter(([id]) => !ids.has(id))
  const pushed = others.filter(([id, copy]) => isPushed(entries.get(id), copy))
  const removed = prune ? pushed.map(([id, copy]) => planDelete(id, copy, input)) : []
  const steps = [...own, ...removed].flatMap((each) => ('kind' in each ? [each] : []))
  const stopped = [...own, ...removed].flatMap((each) => ('reason' in each ? [each] : []))
  const ordered = orderSteps(steps, saved)
  return {
    steps: ordered.steps,
    conflicts: [...stopped, ...ordered.conflicts],
    unchanged: own.flatMap((each) => ('unchanged' in each ? [each.unchanged] : [])),
    kept: prune ? [] : pushed.map(([id]) => id),
    foreign: others.filter((each) => !pushed.includes(each)).map(([id]) => id),
    gone: [...entries.keys()].filter((id) => !ids.has(id) && !saved.has(id)),
  }
}

type Planned = PushStep | PushConflict | { readonly unchanged: string }

function planOne(local: FolderRuleset, { saved, entries, overwrite = false }: PlanInput): Planned {
  const id = local.ruleset_id
  const [copy, entry] = [saved.get(id), entries.get(id)]
  if (copy === undefined) {
    const isDeleted = entry?.digest !== undefined && !overwrite
    return isDeleted ? { id, reason: 'deleted', changes: [] } : { kind: 'create', id, local }
  }
  if (contentDigest(local) === copy.digest) return { unchanged: id }
  const changes = contentChanges(copy.content, local)
  if (overwrite || isBase(entry, copy)) return { kind: 'update', id, local, saved: copy, changes }
  return { id, reason: entry === undefined ? 'unknown' : 'changed', changes }
}

function planDelete(id: string, saved: SavedCopy, { entries, overwrite = false }: PlanInput): Planned {
  if (overwrite || isBase(entries.get(id), saved)) return { kind: 'delete', id, saved }
  return { id, reason: 'changed', changes: [] }
}

/** Whether the dashboard's copy is what the last push or pull left there. */
function isBase(entry: ManifestEntry | undefined, { digest }: SavedCopy): boolean {
  return entry !== undefined && (entry.digest === digest || entry.pending === digest)
}

/** A creation whose answer is unknown counts only if the dashboard has exactly that content. */
function isPushed(entry: ManifestEntry | undefined, { digest }: SavedCopy): boolean {
  return entry?.pushed === true && (entry.digest !== undefined || entry.pending === digest)
}

/** Steps in an order in which each name is free before it is taken; those without one are conflicts. */
function orderSteps(steps: readonly PushStep[], saved: ReadonlyMap<string, SavedCopy>) {
  const holders = new Map([...saved].map(([id, { content }]) => [content.name, id]))
  const ordered: PushStep[] = []
  let left = [...steps]
  for (;;) {
    const next = left.find((step) => step.kind === 'delete' || isFree(step, holders))
    if (next === undefined) break
    left = left.filter((step) => step !== next)
    ordered.push(next)
    if (next.kind !== 'create') holders.delete(next.saved.content.name)
    if (next.kind !== 'delete') holders.set(next.local.name, next.id)
  }
  const conflicts = left.flatMap((step): PushConflict[] => {
    const holder = step.kind === 'delete' ? undefined : holders.get(step.local.name)
    return holder === undefined ? [] : [{ id: step.id, reason: 'name-taken', changes: [], holder }]
  })
  return { steps: ordered, conflicts }
}

function isFree(step: Exclude<PushStep, { kind: 'delete' }>, holders: ReadonlyMap<string, string>): boolean {
  const holder = holders.get(step.local.name)
  return holder === undefined || holder === step.id
}

/** Throws GovError, usage, for a ruleset that is invalid or needs files. */
export async function requirePushable(step: PushStep, folder: string, world: World): Promise<void> {
  if (step.kind === 'delete') return
  const file = join(folder, step.local.folder, step.local.rulesFile)
  requirePortable(step.local.rules, file)
  await requireValid(file, world)
}

const mostWarnings = 5

async function requireValid(file: string, { cwd, now, observe }: World): Promise<void> {
  const day = today(now())
  const options = { day, for: 'dashboard', portability: false } as const
  const { problems, warnings = [] } = await validateRuleset(file, createSources(cwd), options)
  for (const warning of warnings.slice(0, mostWarnings)) observe.warning(faultText(warning, file))
  const more = warnings.length - mostWarnings
  if (more > 0) observe.warning(`${file}: ${more} more; gov ruleset validate ${file} lists all warnings`)
  const [first] = problems
  if (first === undefined) return
  const hint = `gov ruleset validate ${file} lists every problem.`
  throw usageError('ruleset-invalid', faultText(first, file), hint)
}

function faultText({ line, column, rule, reason }: RulesetFault, file: string): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`
  return `${place}: ${rule ? `rule "${rule}": ` : ''}${reason}`
}

const builtInOrAddress = /^(?:spectral|vacuum):|^https?:\/\//

/** Throws GovError, usage: a dashboard has no files beside a ruleset, and runs no JavaScript. */
function requirePortable(rules: unknown, file: string): void {
  if (!isRecord(rules)) return
  const code = ['functions', 'functionsDir'].find((key) => rules[key] !== undefined)
  const needsFiles = 'Put the rules into this file.'
  if (code !== undefined)
    throw notPortableError(file, `${code} needs files, which a dashboard does not have`, needsFiles)
  const dated = Object.entries(isRecord(rules.rules) ? rules.rules : {}).find(
    ([, rule]) => isRecord(rule) && isRecord(rule.severity),
  )
  if (dated !== undefined)
    throw notPortableError(
      file,
      `the severity of ${dated[0]} has a date, which a dashboard does not know`,
      'Write one severity, and change it on that day.',
    )
  const local = findExtendedFile(rules)
  if (local !== undefined)
    throw notPortableError(file, `extends ${local}, a file that a dashboard does not have`, needsFiles)
}

/** A ruleset that is extended and neither built in nor at a URL. */
export function findExtendedFile(rules: unknown): string | undefined {
  const names = isRecord(rules)
    ? [rules.extends].flat().map((each) => (Array.isArray(each) ? each[0] : each))
    : []
  return names.find((name) => typeof name === 'string' && !builtInOrAddress.test(name))
}

function notPortableError(file: string, reason: string, hint: string) {
  return usageError('ruleset-not-portable', `${file}: ${reason}`, hint)
}
