/** The functions of Spectral's own package, under the names that it exports. Those of a ruleset do not replace them. */
export const coreNames: readonly string[] = [
  'alphabetical',
  'casing',
  'defined',
  'enumeration',
  'falsy',
  'length',
  'or',
  'pattern',
  'schema',
  'truthy',
  'typedEnum',
  'undefined',
  'unreferencedReusableObject',
  'xor',
]
