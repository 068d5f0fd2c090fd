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

/** What documents the rules of `spectral:oas`, each at its id. */
export const oasDocumentation = 'https://meta.stoplight.io/docs/spectral/docs/reference/openapi-rules.md'
