import type { World } from '../../../check/world.ts'
import { GovError } from '../../../core/model/errors.ts'
import type { DashboardClient } from '../../../dashboard/client.ts'
import { contentChanges, contentDigest, createCopy, createRulesetRequest, type SavedCopy } from './content.ts'
import type { Manifest } from './manifest.ts'
import type { PushPlan, PushStep } from './plan-push.ts'

/** How far a push came. `failed` was begun: `isUnknown` where the dashboard may have done it. */
export interface PushOutcome {
  readonly done: readonly PushStep[]
  readonly failed?: { readonly step: PushStep; readonly error: unknown; readonly isUnknown: boolean }
  readonly left: readonly PushStep[]
}

type Client = Pick<DashboardClient, 'getRuleset' | 'createRuleset' | 'updateRuleset' | 'deleteRuleset'>

/**
 * Applies the steps in order and stops at the first failure. The manifest is written before and after each
 * request, so that an interrupted push can be repeated. Never throws for a step.
 */
export async function applyPush(
  plan: PushPlan,
  client: Client,
  manifest: Manifest,
  world: Pick<World, 'checkpoint' | 'observe'>,
): Promise<PushOutcome> {
  const done: PushStep[] = []
  for (const [at, step] of plan.steps.entries()) {
    let state: 'planned' | 'sent' | 'answered' = 'planned'
    const send: Applying['send'] = async (change) => {
      state = 'sent'
      const answer = await change()
      state = 'answered'
      return answer
    }
    const stateNow = (): typeof state => state
    try {
      world.checkpoint()
      await applyStep(step, { client, manifest, world, send })
      done.push(step)
    } catch (error) {
      const isUnknown = stateNow() === 'answered' || (stateNow() === 'sent' && !isRefusal(error))
      return { done, failed: { step, error, isUnknown }, left: plan.steps.slice(at + 1) }
    }
  }
  return { done, left: [] }
}

/** Records digests of equal rulesets, so that later pushes know the folder is based on them. */
export async function recordUnchanged(
  { unchanged, gone }: PushPlan,
  saved: ReadonlyMap<string, SavedCopy>,
  manifest: Manifest,
): Promise<void> {
  for (const id of unchanged) {
    const digest = saved.get(id)?.digest
    const known = manifest.entries.get(id)
    if (digest === undefined || (known?.digest === digest && known.pending === undefined)) continue
    // A push whose answer was lost had arrived.
    const pushed = known !== undefined && (known.pushed || known.pending === digest)
    await manifest.set(id, { digest, pushed })
  }
  for (const id of gone) await manifest.set(id, undefined)
}

/** The dashboard answered, and did nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof GovError && ['usage', 'access', 'not_found'].includes(error.kind)
}

interface Applying {
  readonly client: Client
  readonly manifest: Manifest
  readonly world: Pick<World, 'observe'>
  /** Runs the one request that changes something. */
  readonly send: <Answer>(change: () => Promise<Answer>) => Promise<Answer>
}

async function applyStep(step: PushStep, applying: Applying): Promise<void> {
  const { client, manifest, send } = applying
  if (step.kind === 'create') return create(step, applying)
  const tag = await requireSame(step, client)
  if (step.kind === 'delete') {
    await send(() => client.deleteRuleset(step.id, tag))
    return manifest.set(step.id, undefined)
  }
  const before = manifest.entries.get(step.id)
  await manifest.set(step.id, {
    digest: step.saved.digest,
    pushed: before?.pushed ?? false,
    pending: contentDigest(step.local),
  })
  const copy = createCopy(
    await send(() => client.updateRuleset(step.id, createRulesetRequest(step.local), tag)),
  )
  await record(step, copy, applying)
}

async function create(step: Extract<PushStep, { kind: 'create' }>, applying: Applying): Promise<void> {
  const { client, manifest, send } = applying
  await manifest.set(step.id, { pushed: true, pending: contentDigest(step.local) })
  const id = await send(() => client.createRuleset(createRulesetRequest(step.local)))
  await record(step, createCopy(await client.getRuleset(id)), applying)
}

async function record(
  step: Extract<PushStep, { kind: 'create' | 'update' }>,
  copy: SavedCopy,
  { manifest, world }: Applying,
) {
  await manifest.set(step.id, { digest: copy.digest, pushed: true })
  const changes = contentChanges(step.local, copy.content).map(({ what }) => what)
  if (copy.digest !== contentDigest(step.local))
    world.observe.warning(
      `${step.id}: the dashboard did not save it as sent: ${changes.join(', ') || 'ruleset_id'}`,
    )
}

/**
 * Gives the tag of the dashboard's copy, if it has one: a change after this is refused by that. Throws GovError, usage:
 * the copy has changed since the plan.
 */
async function requireSame(
  step: Extract<PushStep, { kind: 'update' | 'delete' }>,
  client: Client,
): Promise<string | undefined> {
  let tag: string | undefined
  const ruleset = await client.getRuleset(step.id, (found) => {
    tag = found
  })
  if (createCopy(ruleset).digest === step.saved.digest) return tag
  const message = `${step.id} changed on the dashboard after the plan was made`
  throw new GovError('usage', 'ruleset-changed', message, 'Run the command again, and read the new plan.')
}
