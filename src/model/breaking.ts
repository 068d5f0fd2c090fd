/** Whose issues breaking changes are. No file and no dashboard has a ruleset of this name. */
export const breakingRuleset = 'gov:breaking'

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

/** When breaking changes are allowed: never, or when `info.version` gets a new major version. */
export const breakingAllowances = ['never', 'major'] as const
