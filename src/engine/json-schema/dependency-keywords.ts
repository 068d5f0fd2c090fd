import { isRecord } from '../../model/record.ts'
import type { Check, Compiler, Keyword, KeywordTable } from './check.ts'
import { checksByKey, type NamedCheck, namesOf } from './object-keywords.ts'
import { errorsIn, failed, valid } from './schema-error.ts'

/** Up to draft 7 one keyword held both kinds: a list of names, or a schema. */
const dependencies: Keyword = (value, _schema, compiler) => {
  if (!isRecord(value)) return compiler.refuse('must be a mapping')
  return whenPresent(
    Object.entries(value).map(([key, dependency]) => ({
      key,
      check: Array.isArray(dependency)
        ? requires(key, dependency, compiler)
        : compiler.subschema(dependency, [key]),
    })),
  )
}

const dependentRequired: Keyword = (value, _schema, compiler) => {
  if (!isRecord(value)) return compiler.refuse('must be a mapping')
  return whenPresent(
    Object.entries(value).map(([key, names]) => ({ key, check: requires(key, names, compiler) })),
  )
}

const dependentSchemas: Keyword = (value, _schema, compiler) => whenPresent(checksByKey(value, compiler))

function requires(key: string, names: unknown, compiler: Compiler): Check {
  const required = namesOf(names, compiler)
  return (instance, run) => {
    const missing = isRecord(instance) ? required.filter((name) => !Object.hasOwn(instance, name)) : []
    return errorsIn(missing, run, (name) =>
      failed('dependentRequired', `must have the property "${name}", because it has "${key}"`),
    )
  }
}

function whenPresent(checks: readonly NamedCheck[]): Check {
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    const present = checks.filter(({ key }) => Object.hasOwn(instance, key))
    return errorsIn(present, run, ({ check }) => check(instance, run, seen))
  }
}

export const dependencyKeywords: KeywordTable = [
  ['dependencies', dependencies],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
]
