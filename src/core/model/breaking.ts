/** The ruleset that breaking changes are reported under. */
export const breakingRuleset = 'gov:breaking'

/** Ids of gov's own rulesets. No file, no workspace and no dashboard may use one: a policy or a waiver would mean another ruleset. */
export function isReservedId(id: string): boolean {
  return /^\s*gov:/i.test(id)
}

/** `error`: each rule has its own severity; `warn`: none has a higher one; `off`: nothing is looked for. */
export const breakingLevels = ['error', 'warn', 'off'] as const
export type BreakingLevel = (typeof breakingLevels)[number]

export function looksForBreaking({
  breaking = 'off',
}: {
  readonly breaking?: BreakingLevel | undefined
}): boolean {
  return breaking !== 'off'
}

/** The values of `x-stability-level`, least stable first. */
export const stabilityLevels = ['draft', 'alpha', 'beta', 'stable'] as const
export type StabilityLevel = (typeof stabilityLevels)[number]

/** When breaking changes are allowed: never, or when `info.version` gets a new major version. */
export const breakingAllowances = ['never', 'major'] as const
