import type { FloorRule, WeighedPolicy } from '../../core/model/policy.ts'
import type { Reason } from '../../core/model/reason.ts'
import { applyStrictness, limitSettings, strictnesses } from '../../core/model/strictness.ts'
import { weakerReason, weakerThanDefaults } from '../../gate/decide/weaker.ts'
import { readPolicy, type Settings } from '../../settings/merge.ts'
import type { Origin } from '../../settings/setting.ts'
import type { FoundSettings } from '../config/read-settings.ts'
import type { CheckRequest, PolicyPlan } from '../types.ts'

/** The policy of a run: that of its settings, or a preset over them. */
export function resolvePolicy(found: FoundSettings, { strictness }: CheckRequest): PolicyPlan {
  const { settings, config, policyFile } = found
  const policy: WeighedPolicy = strictness
    ? applyStrictness(readPolicy(settings), strictness)
    : { ...readPolicy(settings), floor: findFloor(settings) }
  const origins = new Set([
    ...(policyFile ? [policyFile.name] : []),
    ...(strictness ? [`--strictness ${strictness}`] : []),
    ...policyPlaces(settings, config?.name ?? ''),
  ])
  const policyOrigin = origins.size === 0 ? 'defaults' : [...origins].join(', ')
  const ofConfig = policyFile === undefined && config !== undefined
  const kept = strictness ? { ...policy, ...strictnesses.strict, advisory_actions: [] } : policy
  return {
    policy,
    policyOrigin,
    policyFile: policyFile?.name,
    policyReasons: [
      ...(ofConfig && origins.has(config.name) ? weakerReasons(kept, settings, config.name) : []),
      ...ignoredReasons(found),
    ],
    required: policyFile?.required ?? {},
  }
}

/** By precedence. A limit of the config or the policy file, rank 1, is for the rulesets that the same file leaves together. */
const ranks: Readonly<Record<Origin['source'], number>> = {
  default: 0,
  file: 1,
  policy: 1,
  environment: 3,
  option: 4,
  flag: 4,
}

/** The limits of a flag, an option or a profile. They count every ruleset's issues, unless that layer or one above excepts some. */
function findFloor(settings: Settings): readonly FloorRule[] | undefined {
  const rank = (name: keyof Settings) => {
    const { source, profile } = settings[name]?.origin ?? { source: 'default' }
    return profile === undefined ? ranks[source] : 2
  }
  const apart = Math.max(1, rank('policy.rulesets'), rank('policy.advisory_actions'))
  const floor = Object.values(limitSettings)
    .flat()
    .filter((rule) => rank(`policy.${rule}`) > apart)
  return floor.length > 0 ? floor : undefined
}

/** Named after what sets the weaker values only: a flag beside them may make the policy stricter. */
function weakerReasons(policy: WeighedPolicy, settings: Settings, config: string): Reason[] {
  const values = weakerThanDefaults(policy)
  const names = values.map((value) => `policy.${/^(?:rulesets|[^:]+)/.exec(value)?.[0]}`)
  return weakerReason(values, [...new Set(policyPlaces(settings, config, names))].join(', '))
}

/** Flags by their names; a file once, whatever it sets. */
function policyPlaces(settings: Settings, config: string, names?: readonly string[]): string[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    const { source, place } = setting?.origin ?? { source: 'default', place: '' }
    if (names?.includes(name) === false) return []
    if (!name.startsWith('policy.') || source === 'default' || source === 'policy') return []
    return source === 'file' ? [config] : [place]
  })
}

/** Keys of the config that the trusted policy overrules. */
function ignoredReasons({ config, policyFile }: FoundSettings): Reason[] {
  if (policyFile === undefined) return []
  const { waivers, baseline, ...others } = config?.layer ?? {}
  const ignored = [
    ...(Object.entries(others).some(([name, set]) => name.startsWith('policy.') && set) ? ['policy'] : []),
    ...(waivers?.value.length && !policyFile.allow.includes('waivers') ? ['waivers'] : []),
    ...(baseline && !policyFile.allow.includes('baseline') ? ['baseline'] : []),
  ]
  return [{ kind: 'trusted-policy', file: policyFile.name, ignored }]
}
