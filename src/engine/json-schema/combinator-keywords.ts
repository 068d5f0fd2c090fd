import { isRecord } from '../../core/model/record.ts'
import { printList } from '../print.ts'
import type { CheckRun, Compiler, Keyword, KeywordTable, SchemaCheck, Seen } from './check.ts'
import { alwaysSeen } from './run-node.ts'
import { failed, isOwnType, listSchemaErrors, type SchemaError, valid } from './schema-error.ts'

const not: Keyword = (value, _schema, compiler) => {
  const check = compiler.subschema(value, [])
  const message = describeNot(value)
  return (instance, run) =>
    check(instance, anyError(run), undefined).length > 0 ? valid : failed('not', message)
}

/** The run where a yes or no is enough. */
function anyError(run: CheckRun): CheckRun {
  return run.allErrors ? { ...run, allErrors: false } : run
}

function describeNot(value: unknown): string {
  const required = isRecord(value) && Object.keys(value).length === 1 ? value.required : undefined
  if (!Array.isArray(required) || required.length < 2) return 'must not match the schema under "not"'
  return `must not have ${printList(required)} together`
}

const allOf: Keyword = (value, _schema, compiler) => {
  const checks = branches(value, compiler).map(alwaysSeen)
  return (instance, run, seen) => listSchemaErrors(checks, run, (check) => check(instance, run, seen))
}

const anyOf: Keyword = (value, _schema, compiler) => {
  const checks = branches(value, compiler)
  return (instance, run, seen) => {
    const results: (readonly SchemaError[])[] = []
    for (const check of checks) {
      const errors = check(instance, run, seen)
      if (errors.length === 0 && !seen) return valid
      results.push(errors)
    }
    return results.some((errors) => errors.length === 0) ? valid : noneMatched('anyOf', results, run)
  }
}

const oneOf: Keyword = (value, _schema, compiler) => {
  const checks = branches(value, compiler)
  return (instance, run, seen) => {
    const results = checks.map((check) => check(instance, run, seen))
    const matched = results.flatMap((errors, index) => (errors.length === 0 ? [index] : []))
    if (matched.length === 1) return valid
    if (matched.length === 0) return noneMatched('oneOf', results, run)
    const found = run.everyBranch ? '' : `, but matches those at ${matched.join(' and ')}`
    return failed('oneOf', `must match exactly one schema of "oneOf"${found}`)
  }
}

/**
 * The most helpful of the failures: where the instance's type fits one branch only, that branch was meant and
 * its errors say what is wrong; otherwise one error that names what each branch asked for.
 */
function noneMatched(
  keyword: string,
  results: readonly (readonly SchemaError[])[],
  { everyBranch }: CheckRun,
): readonly SchemaError[] {
  const one = keyword === 'oneOf' ? 'exactly one' : 'a'
  if (everyBranch) return [...results.flat(), ...failed(keyword, `must match ${one} schema of "${keyword}"`)]
  const meant = results.filter((errors) => !errors.some(isOwnType))
  if (meant.length === 1 && meant[0]) return meant[0]
  const asked = new Set(results.flatMap((errors) => errors.slice(0, 1).map(described)))
  return failed(keyword, `must match a schema of "${keyword}": it ${[...asked].slice(0, 5).join('; or it ')}`)
}

function described(error: SchemaError): string {
  return error.path.length === 0 ? error.message : `has ${error.path.join('.')}, which ${error.message}`
}

const conditional: Keyword = (value, schema, compiler) => {
  const condition = compiler.subschema(value, [])
  const consequent = 'then' in schema ? compiler.subschema(schema.then, ['..', 'then']) : undefined
  const alternative = 'else' in schema ? compiler.subschema(schema.else, ['..', 'else']) : undefined
  return (instance: unknown, run: CheckRun, seen: Seen | undefined) => {
    const holds = condition(instance, anyError(run), seen).length === 0
    return (holds ? consequent : alternative)?.(instance, run, seen) ?? valid
  }
}

function branches(value: unknown, compiler: Compiler): readonly SchemaCheck[] {
  if (!Array.isArray(value) || value.length === 0) return compiler.refuse('must be a list of schemas')
  return value.map((schema: unknown, index) => compiler.subschema(schema, [index]))
}

export const combinatorKeywords: KeywordTable = [
  ['not', not],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['allOf', allOf],
  ['if', conditional],
]
