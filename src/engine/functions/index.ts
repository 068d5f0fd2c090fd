import type { RuleFunction } from '../rule.ts'
import { alphabetical } from './alphabetical.ts'
import { casing } from './casing.ts'
import { defined } from './defined.ts'
import { enumeration } from './enumeration.ts'
import { falsy } from './falsy.ts'
import { length } from './length.ts'
import { oasFunctions } from './oas/index.ts'
import { or } from './or.ts'
import { owaspFunctions } from './owasp/index.ts'
import { pattern } from './pattern.ts'
import { schema } from './schema.ts'
import { truthy } from './truthy.ts'
import { typedEnum } from './typed-enum.ts'
import { notDefined } from './undefined.ts'
import { unreferencedReusableObject } from './unreferenced-reusable-object.ts'
import { vacuumFunctions } from './vacuum/index.ts'
import { xor } from './xor.ts'

/** The functions that a `then` may name. */
export const functions: ReadonlyMap<string, RuleFunction> = new Map(
  [
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
    ...oasFunctions,
    ...owaspFunctions,
    ...vacuumFunctions,
    { ...schema, name: 'oasSchema' },
  ].map((entry) => [entry.name, entry]),
)
