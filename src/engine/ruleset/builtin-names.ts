/** The rulesets that come with the engine. */
const names = [
  'spectral:oas',
  'vacuum:oas',
  'vacuum:all',
  'vacuum:owasp',
  'spectral:owasp',
  '@stoplight/spectral-owasp-ruleset',
] as const

export type BuiltinRulesetName = (typeof names)[number]

export const builtinRulesetNames: ReadonlySet<string> = new Set(names)
