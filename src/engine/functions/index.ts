import type { RuleFunction } from '../rule.ts'
import { alphabetical } from './alphabetical.ts'
import { casing } from './casing.ts'
import { enumeration } from './enumeration.ts'
import { length } from './length.ts'
import { oasFunctions } from './oas/index.ts'
import { typedEnum } from './oas/schemas.ts'
import { or, xor } from './or.ts'
import { pattern } from './pattern.ts'
import { defined, falsy, notDefined, truthy } from './presence.ts'
import { unreferencedReusableObject } from './references.ts'
import { schema } from './schema.ts'

const coreFunctions: readonly RuleFunction[] = [
  alphabetical,
  casing,
  defined,
  enumeration,
  falsy,
  length,
  or,
  pattern,
  schema,
  truthy,
  typedEnum,
  notDefined,
  unreferencedReusableObject,
  xor,
]

/** The functions of Spectral's own package, under the names that it exports. Those of a ruleset do not replace them. */
export const coreNames: readonly string[] = coreFunctions.map(({ name }) => name)

/** The functions that Spectral's rulesets name. */
export const spectralFunctions: ReadonlyMap<string, RuleFunction> = new Map(
  [...coreFunctions, ...oasFunctions, { ...schema, name: 'oasSchema' }].map((entry) => [entry.name, entry]),
)
