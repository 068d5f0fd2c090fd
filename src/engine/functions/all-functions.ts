import type { RuleFunction } from '../rule.ts'
import { spectralFunctions } from './index.ts'
import { owaspFunctions } from './owasp/index.ts'
import { vacuumFunctions } from './vacuum/index.ts'

/** The functions that a `then` may name. */
export const allFunctions: ReadonlyMap<string, RuleFunction> = new Map([
  ...spectralFunctions,
  ...[...owaspFunctions, ...vacuumFunctions].map((entry) => [entry.name, entry] as const),
])
