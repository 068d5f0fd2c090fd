/** The most that a ruleset may hold of each: beyond it, reading takes minutes and gigabytes, and its problems fill books. */
export const most = {
  paths: 10_000,
  rules: 10_000,
  aliases: 10_000,
  overrides: 10_000,
  values: 10_000,
} as const

/** Aliases that lead to each other in a row. */
export const mostAliasLevels = 100

export function describeTooMany(count: number, what: keyof typeof most): string {
  return `has ${count} ${what}: at most ${most[what]} can be read`
}
