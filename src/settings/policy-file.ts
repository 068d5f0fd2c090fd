import { resolve } from 'node:path'
import { z } from 'zod'
import { usageError } from '../model/errors.ts'
import { once } from '../model/once.ts'
import { checkSource, placeOf } from './check-config.ts'
import { choice, expected, listOf, text, url } from './kinds.ts'
import { policyKeys, policySchema } from './policy-schema.ts'
import { readConfigSource } from './read-config-source.ts'
import type { Layer } from './settings.ts'
import { toLayer } from './to-layer.ts'
import { waiverKeys, waiverSchema } from './waiver-schema.ts'

const names = once(() => listOf(text(), (name) => name).optional())

const requireShape = () => ({
  dashboard: url().optional(),
  api_ids: names(),
  definitions: names(),
  ruleset_ids: names(),
  categories: names(),
})

const policyFileShape = () => ({
  version: z.literal(1, { error: 'must be 1' }),
  policy: policySchema().optional(),
  waivers: z.array(waiverSchema(), expected('a list')).optional(),
  allow: listOf(choice(['waivers', 'baseline']), (name) => name).optional(),
  require: z.strictObject(requireShape(), expected('a mapping')).optional(),
})

const policyFileSchema = once(() => z.strictObject(policyFileShape(), expected('a mapping')))

const policyFileKeys = once(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map([
      ['', Object.keys(policyFileShape())],
      ['require', Object.keys(requireShape())],
      ['waivers[]', waiverKeys()],
      ...policyKeys(),
    ]),
)

/** What must be a part of what is checked. Definitions are named from the working directory. */
export type Required = z.output<z.ZodObject<ReturnType<typeof requireShape>>>

/** A policy from a place that the change under review cannot edit. */
export interface PolicyFile {
  /** As it was given. */
  readonly name: string
  readonly layer: Layer
  /** What of the config counts beside it. */
  readonly allow: readonly ('waivers' | 'baseline')[]
  readonly required: Required
}

/** The file that `--policy` or `GOV_POLICY` names. Throws GovError, usage. */
export async function loadPolicy(cwd: string, name: string): Promise<PolicyFile> {
  if (name.trim() === '') throw unnamed()
  const source = await readConfigSource(resolve(cwd, name), name, 'policy')
  const {
    policy,
    waivers,
    allow = [],
    require = {},
  } = checkSource(source, {
    schema: policyFileSchema,
    keys: policyFileKeys,
  })
  const layer = toLayer({ policy, waivers }, (path) => ({ source: 'policy', place: placeOf(source, path) }))
  return { name, layer, allow, required: require }
}

function unnamed(): Error {
  return usageError(
    'policy-not-found',
    '--policy or GOV_POLICY is set, and names no file',
    'Name the policy, or unset it: without one, the policy is what the config says.',
  )
}

/**
 * What the config says, under a policy: none of its own policy, and its waivers and its baseline only where the policy
 * allows them.
 */
export function underPolicy(config: Layer, { layer, allow }: PolicyFile): Layer {
  const others = Object.entries(config).filter(([name]) => !name.startsWith('policy.'))
  const waivers = allow.includes('waivers') ? joined(layer.waivers, config.waivers) : layer.waivers
  const baseline = allow.includes('baseline') ? config.baseline : undefined
  return { ...layer, ...Object.fromEntries(others), waivers, baseline }
}

function joined(ours: Layer['waivers'], theirs: Layer['waivers']): Layer['waivers'] {
  return ours && theirs ? { ...ours, value: [...ours.value, ...theirs.value] } : (ours ?? theirs)
}
