import type { FloorRule, WeighedPolicy } from '../../core/model/policy.ts'
import type { Reason } from '../../core/model/reason.ts'
import { limitSettings, type Strictness, strictnesses } from '../../core/model/strictness.ts'
import { weakerReason, weakerThanDefaults } from '../../gate/decide/weaker.ts'
import { readPolicy, type Settings } from '../../settings/merge.ts'
import type { FoundSettings } from '../config/read-settings.ts'
import type { PolicyPlan } from '../types.ts'

/** `--strictness` alone weighs issues: it replaces what a file says about that. */
export function resolvePolicy(
  found: FoundSettings,
  { strictness }: { readonly strictness?: Strictness | undefined },
): PolicyPlan {
  const { settings, config, policyFile } = found
  const policy: WeighedPolicy = {
    ...readPolicy(settings),
    ...(strictness ? strictnesses[strictness] : { floor: findFloor(settings) }),
  }
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

/** The rules that the caller gives, unless it also says of which rulesets they hold. */
function findFloor(settings: Settings): readonly FloorRule[] | undefined {
  const apart = [settings['policy.rulesets'], settings['policy.advisory_actions']]
  const isCallers = (source: string | undefined) =>
    source === 'flag' || (source === 'option' && apart.every((each) => each?.origin.source !== 'option'))
  const floor = Object.values(limitSettings)
    .flat()
    .filter((rule) => isCallers(settings[`policy.${rule}`]?.origin.source))
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
